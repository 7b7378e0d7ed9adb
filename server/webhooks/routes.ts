import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BadWebhook, type ChannelEvent, type WebhookRequest } from '#server/channels/channel.ts';
import {
  type ConfiguredChannel,
  channelFor,
  largestWebhook,
  sharedAddresses,
} from '#server/channels/index.ts';
import { AppError, badRequest, notFound } from '#server/errors.ts';
import { webhooksReceived } from '#server/metrics.ts';
import { receiveMessage, trackDelivery, trackLeaving } from '#server/pipeline/journey.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';
import {
  createExpertDirectory,
  type ExpertDirectory,
  type KnownExpert,
} from './expert-directory.ts';

/** Apple appends its own last part to whatever address it was given. */
const expertAddresses = ['/api/webhooks/experts/:id', '/api/webhooks/experts/:id/message'];

type Webhook = {
  via: ConfiguredChannel;
  /** Whose address was called; null at an address that experts share. */
  expert: KnownExpert | null;
};

/** Where gateways deliver what people write, and report how far our texts have come. */
export async function webhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const directory = createExpertDirectory(runtime);
  const receive = createReceiver(runtime, directory);
  // Signatures cover the exact bytes, so bodies stay as they came.
  app.removeAllContentTypeParsers();
  const parser = { parseAs: 'buffer', bodyLimit: largestWebhook() } as const;
  app.addContentTypeParser('*', parser, (_request, body, done) => done(null, body));
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;

  const ofExpert = async ({ id }: { id: string }): Promise<Webhook> => {
    const expert = await directory.byId(id);
    if (!expert) throw notFound('Expert');
    return { via: gateway(runtime, expert.channel), expert };
  };
  for (const address of expertAddresses) {
    app.post<{ Params: { id: string } }>(address, options, async (request, reply) =>
      receive(await ofExpert(request.params), request, reply),
    );
  }
  app.get<{ Params: { id: string } }>(
    expertAddresses[0] as string,
    options,
    async (request, reply) => confirmAddress((await ofExpert(request.params)).via, request, reply),
  );
  for (const { key, address } of sharedAddresses()) {
    const shared = (): Webhook => ({ via: gateway(runtime, key), expert: null });
    app.post(address, options, async (request, reply) => receive(shared(), request, reply));
    app.get(address, options, async (request, reply) =>
      confirmAddress(shared().via, request, reply),
    );
  }
}

function gateway({ config }: Runtime, channel: ChannelKey): ConfiguredChannel {
  const configured = channelFor(config, channel);
  if (!configured) throw notFound('Gateway');
  return configured;
}

/** A gateway asks whether this address expects it. */
function confirmAddress(
  { channel, settings }: ConfiguredChannel,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!channel.confirmAddress) throw notFound('Page');
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const answer = channel.confirmAddress(query, settings);
  if (answer === null) throw new AppError(403, 'The verify token does not match.');
  return reply.header('content-type', 'text/plain').send(answer);
}

function createReceiver(runtime: Runtime, directory: ExpertDirectory) {
  return async ({ via, expert }: Webhook, request: FastifyRequest, reply: FastifyReply) => {
    const { channel, settings } = via;
    const webhook: WebhookRequest = {
      url: runtime.config.publicUrl + request.url,
      headers: request.headers,
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    };
    if (webhook.rawBody.length > largestWebhook(channel.key)) {
      throw new AppError(413, 'The request is too large.');
    }
    const count = (outcome: string) => webhooksReceived.inc({ channel: channel.key, outcome });

    const signature = channel.verify(webhook, settings);
    if (signature !== 'valid') {
      count('forged');
      runtime.log.warn({ channel: channel.key, signature }, 'a webhook is not the gateway’s');
      throw signature === 'missing'
        ? new AppError(401, 'The request is not signed.')
        : new AppError(403, 'The signature does not match. Check PUBLIC_URL and the secret.');
    }
    const events = parsed(
      () => channel.parse(webhook, settings),
      ({ message }) => {
        count('malformed');
        runtime.log.warn({ channel: channel.key, reason: message }, 'a webhook can’t be read');
      },
    );
    const outcomes = await inTurn(events, (event) =>
      handle(runtime, event, () => recipientOf(directory, via, expert, event)),
    ).catch((error) => {
      count('failed');
      throw error;
    });
    outcomes.forEach(count);
    // A business that none of our experts is: only where the whole request is about it.
    if (outcomes.length > 0 && outcomes.every((outcome) => outcome === 'unknown')) {
      throw notFound('Expert');
    }
    const { status, contentType, body } = channel.acknowledge();
    return reply.code(status).header('content-type', contentType).send(body);
  };
}

/** What one person wrote is stored in the order of the batch; different people don't wait for each other. */
async function inTurn(
  events: ChannelEvent[],
  handleOne: (event: ChannelEvent) => Promise<Outcome>,
): Promise<Outcome[]> {
  const last = new Map<string, Promise<Outcome>>();
  const outcomes = events.map((event) => {
    const about = event.kind === 'status' ? event.gatewayMessageId : event.from;
    const before = last.get(about);
    const outcome = before ? before.then(() => handleOne(event)) : handleOne(event);
    last.set(about, outcome);
    return outcome;
  });
  return Promise.all(outcomes);
}

/** The expert at the address that the message names; else the one whose webhook was called. */
async function recipientOf(
  directory: ExpertDirectory,
  { channel, settings }: ConfiguredChannel,
  called: KnownExpert | null,
  event: ChannelEvent,
): Promise<KnownExpert | null> {
  if (event.kind === 'status' || event.to === null) return called;
  const isDefault = channel.defaultSenderId?.(settings) === event.to;
  return (await directory.byAddress(channel.key, event.to, isDefault && !called)) ?? called;
}

type Outcome = 'new' | 'repeated' | 'status' | 'left' | 'unknown';

async function handle(
  runtime: Runtime,
  event: ChannelEvent,
  find: () => Promise<KnownExpert | null>,
): Promise<Outcome> {
  if (event.kind === 'status') {
    await trackDelivery(runtime, event);
    return 'status';
  }
  const expert = await find();
  if (!expert) return 'unknown';
  if (event.kind === 'left') {
    const { from: handle, gatewayMessageId } = event;
    await trackLeaving(runtime, { expertId: expert.id, handle, gatewayMessageId });
    return 'left';
  }
  const { kind, to, ...message } = event;
  return receiveMessage(runtime, { ...message, expertId: expert.id, channel: expert.channel });
}

function parsed(parse: () => ChannelEvent[], report: (error: BadWebhook) => void): ChannelEvent[] {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof BadWebhook)) throw error;
    report(error);
    throw badRequest(error.message);
  }
}
