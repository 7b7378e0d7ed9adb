import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BadWebhook, type ChannelEvent, type WebhookRequest } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { AppError, badRequest, notFound } from '#server/errors.ts';
import { webhooksReceived } from '#server/metrics.ts';
import { receiveMessage, trackDelivery } from '#server/pipeline/journey.ts';
import type { Runtime } from '#server/runtime.ts';
import { createExpertDirectory, type KnownExpert } from './expert-directory.ts';

/** Gateways send a few kilobytes; more than this is not one of theirs. */
const bodyLimit = 256 * 1024;

/** Where gateways deliver what people write, and report how far our texts have come. */
export async function webhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const findExpert = createExpertDirectory(runtime);
  // Signatures cover the exact bytes, so bodies stay as they came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );

  app.post<{ Params: { id: string } }>(
    '/api/webhooks/experts/:id',
    { schema: { hide: true }, logLevel: 'warn' },
    async (request, reply) => {
      const expert = await findExpert(request.params.id);
      if (!expert) throw notFound('Expert');
      return receiveWebhook(runtime, expert, request, reply);
    },
  );
}

async function receiveWebhook(
  runtime: Runtime,
  expert: KnownExpert,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const configured = channelFor(runtime.config, expert.channel);
  if (!configured) throw notFound('Gateway');
  const { channel, settings } = configured;
  const webhook: WebhookRequest = {
    url: runtime.config.publicUrl + request.url,
    headers: request.headers,
    rawBody: typeof request.body === 'string' ? request.body : '',
  };
  const count = (outcome: string) => webhooksReceived.inc({ channel: channel.key, outcome });

  if (!channel.verify(webhook, settings)) {
    count('forged');
    throw new AppError(403, 'The signature does not match. Check PUBLIC_URL and the auth token.');
  }
  for (const event of parsed(() => channel.parse(webhook))) {
    count(await handle(runtime, expert, event));
  }
  const { status, contentType, body } = channel.acknowledge();
  return reply.code(status).header('content-type', contentType).send(body);
}

async function handle(
  runtime: Runtime,
  expert: KnownExpert,
  event: ChannelEvent,
): Promise<'new' | 'repeated' | 'status'> {
  if (event.kind === 'message') {
    return receiveMessage(runtime, { ...event, expertId: expert.id, channel: expert.channel });
  }
  await trackDelivery(runtime, event);
  return 'status';
}

function parsed(parse: () => ChannelEvent[]): ChannelEvent[] {
  try {
    return parse();
  } catch (error) {
    if (error instanceof BadWebhook) throw badRequest(error.message);
    throw error;
  }
}
