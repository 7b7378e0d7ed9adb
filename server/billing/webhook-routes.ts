import type { FastifyInstance } from 'fastify';
import { badRequest, notFound } from '#server/errors.ts';
import { toLoggableError } from '#server/loggable-error.ts';
import { webhooksReceived } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { applyEvent } from './events.ts';
import { apiVersion, EventUnreadable, openEvent, SignatureWrong } from './stripe.ts';
import type { StripeEvent } from './stripe-events.ts';

const bodyLimit = 256 * 1024;

/** Only signed events change money. */
export async function stripeWebhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  // The signature covers the exact bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
    if (!runtime.config.stripe) throw notFound('Gateway');
    const event = await verifyEvent(runtime, {
      rawBody: typeof request.body === 'string' ? request.body : '',
      signature: String(request.headers['stripe-signature'] ?? ''),
    });
    try {
      const outcome = await applyEvent(runtime, event);
      webhooksReceived.inc({ channel: 'STRIPE', outcome });
      return { received: true };
    } catch (error) {
      const { id, type } = event;
      webhooksReceived.inc({ channel: 'STRIPE', outcome: 'failed' });
      request.log.error({ err: toLoggableError(error), event: { id, type } }, 'event not applied');
      // 500 even for our own 502, so Stripe sends it again.
      return reply
        .code(500)
        .send({ message: 'This event could not be applied. Please send it again.' });
    }
  });
}

async function verifyEvent(
  runtime: Runtime,
  delivery: { rawBody: string; signature: string },
): Promise<StripeEvent> {
  try {
    return await openEvent(runtime, delivery);
  } catch (error) {
    const refuse = (outcome: 'forged' | 'malformed', message: string) => {
      webhooksReceived.inc({ channel: 'STRIPE', outcome });
      return badRequest(message);
    };
    if (error instanceof SignatureWrong) {
      runtime.log.warn({ channel: 'STRIPE' }, 'webhook with a wrong signature');
      throw refuse('forged', 'The signature does not match. Check STRIPE_WEBHOOK_SECRET.');
    }
    if (!(error instanceof EventUnreadable)) throw error;
    runtime.log.error({ err: toLoggableError(error.cause) }, 'event not readable');
    throw refuse(
      'malformed',
      `This event can't be read. Send snapshot events of the API version ${apiVersion}.`,
    );
  }
}
