import type { FastifyInstance } from 'fastify';
import { AppError, badRequest, notFound } from '#server/errors.ts';
import { loggableError } from '#server/loggable-error.ts';
import { webhooksReceived } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { applyEvent } from './events.ts';
import { openEvent, SignatureWrong } from './stripe.ts';
import type { StripeEvent } from './stripe-objects.ts';

const bodyLimit = 256 * 1024;

/** Where Stripe tells what was paid: nothing else changes money. */
export async function stripeWebhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  // The signature covers the exact bytes, so the body stays as it came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );

  app.post(
    '/api/webhooks/stripe',
    { schema: { hide: true }, logLevel: 'warn' },
    async (request) => {
      if (!runtime.config.stripe) throw notFound('Gateway');
      const event = await openedEvent(runtime, {
        rawBody: typeof request.body === 'string' ? request.body : '',
        signature: String(request.headers['stripe-signature'] ?? ''),
      });
      const outcome = await applied(runtime, event);
      webhooksReceived.inc({ channel: 'STRIPE', outcome });
      return { received: true };
    },
  );
}

async function openedEvent(
  runtime: Runtime,
  delivery: { rawBody: string; signature: string },
): Promise<StripeEvent> {
  try {
    return await openEvent(runtime, delivery);
  } catch (error) {
    if (!(error instanceof SignatureWrong)) throw error;
    webhooksReceived.inc({ channel: 'STRIPE', outcome: 'forged' });
    throw badRequest('The signature does not match. Check STRIPE_WEBHOOK_SECRET.');
  }
}

/** Whatever goes wrong is a 500, so that Stripe sends the event again. */
async function applied(runtime: Runtime, event: StripeEvent): Promise<'new' | 'repeated'> {
  try {
    return await applyEvent(runtime, event);
  } catch (error) {
    const { id, type } = event;
    runtime.log.error({ err: loggableError(error), event: { id, type } }, 'event not applied');
    throw new AppError(500, 'This event could not be applied. Please send it again.');
  }
}
