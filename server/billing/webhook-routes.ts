import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, badRequest, notFound } from '#server/errors.ts';
import { pathOf } from '#server/http/path-of.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import { webhooksReceived } from '#server/outside/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { applyEvent } from './events.ts';
import { stripeEvents } from './metrics.ts';
import { apiVersion, EventUnreadable, openEvent, SignatureWrong } from './stripe.ts';
import { stripeEventTypes } from './stripe-event-types.ts';
import type { StripeEvent } from './stripe-events.ts';

const bodyLimit = 256 * 1024;

/** Only signed events change money. */
export async function stripeWebhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  // The signature covers the exact bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );

  const onRequest = async ({ headers, id: reqId, url }: FastifyRequest) => {
    if (!runtime.config.stripe) {
      runtime.journal.notFound({ reason: 'gateway', path: pathOf(url), reqId });
      throw notFound('Gateway');
    }
    // Before the body is read.
    if (!headers['stripe-signature']) throw refuseForged(runtime, 'missing', reqId);
  };
  app.post(
    '/api/webhooks/stripe',
    { onRequest, schema: { hide: true } },
    async (request, reply) => {
      const event = await verifyEvent(runtime, {
        rawBody: typeof request.body === 'string' ? request.body : '',
        signature: String(request.headers['stripe-signature'] ?? ''),
        reqId: request.id,
      });
      try {
        const outcome = await applyEvent(runtime, event);
        if (outcome === 'ignored') {
          const { id, type } = event;
          request.log.info({ event: { id, type } }, 'event changes nothing here');
        }
        countEvent(event, outcome);
        return { received: true };
      } catch (error) {
        const { id, type } = event;
        countEvent(event, 'failed');
        request.log.error(
          { err: toLoggableError(error), event: { id, type } },
          'event not applied',
        );
        // 500 even for our own 502, so Stripe sends it again.
        return reply
          .code(500)
          .send({ message: 'This event could not be applied. Please send it again.' });
      }
    },
  );
}

function countEvent({ type }: StripeEvent, outcome: string): void {
  webhooksReceived.inc({ channel: 'STRIPE', outcome });
  stripeEvents.inc({ type: stripeEventTypes.includes(type) ? type : 'other', outcome });
}

async function verifyEvent(
  runtime: Runtime,
  delivery: { rawBody: string; signature: string; reqId: string },
): Promise<StripeEvent> {
  try {
    return await openEvent(runtime, delivery);
  } catch (error) {
    if (error instanceof SignatureWrong) throw refuseForged(runtime, 'wrong', delivery.reqId);
    if (!(error instanceof EventUnreadable)) throw error;
    runtime.log.error({ err: toLoggableError(error.cause) }, 'event not readable');
    webhooksReceived.inc({ channel: 'STRIPE', outcome: 'malformed' });
    throw badRequest(
      `This event can't be read. Send snapshot events of the API version ${apiVersion}.`,
    );
  }
}

function refuseForged(
  { journal }: Runtime,
  signature: 'missing' | 'wrong',
  reqId: string,
): AppError {
  const reason = `signature ${signature}`;
  const outcome = signature === 'missing' ? 'unsigned' : 'forged';
  journal.refused({ channel: 'STRIPE', outcome, reason, reqId });
  return badRequest('The signature does not match. Check STRIPE_WEBHOOK_SECRET.');
}
