import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BadWebhook,
  type ChannelEvent,
  type UnreadableItem,
  type WebhookRequest,
} from '#server/channels/channel.ts';
import {
  type ConfiguredChannel,
  channelFor,
  findMaxWebhookBytes,
  listSharedPaths,
} from '#server/channels/index.ts';
import { AppError, badRequest, notFound } from '#server/errors.ts';
import { webhooksReceived } from '#server/metrics.ts';
import { receiveMessage, trackClosing, trackDelivery } from '#server/pipeline/journey.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { makeStorable, mapTexts } from '#shared/texts.ts';
import {
  createExpertDirectory,
  type ExpertDirectory,
  type KnownExpert,
} from './expert-directory.ts';
import { bringsCrisis, createOverloadGuard, mayWait, refuseWithoutDatabase } from './overload.ts';

/** Apple appends /message to the configured address. */
const expertAddresses = ['/api/webhooks/experts/:id', '/api/webhooks/experts/:id/message'];

/** A batch may have a thousand items. */
const mostReasons = 5;

type Webhook = {
  via: ConfiguredChannel;
  /** Null at a shared address. */
  expert: KnownExpert | null;
};

export async function webhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const directory = createExpertDirectory(runtime);
  const receive = createReceiver(runtime, directory);
  refuseWithoutDatabase(app);
  // Signatures cover the exact bytes.
  app.removeAllContentTypeParsers();
  const parser = { parseAs: 'buffer', bodyLimit: findMaxWebhookBytes() } as const;
  app.addContentTypeParser('*', parser, (_request, body, done) => done(null, body));
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;

  const toWebhook = async ({ id }: { id: string }): Promise<Webhook> => {
    const expert = await directory.byId(id);
    if (!expert) throw notFound('Expert');
    return { via: getGateway(runtime, expert.channel), expert };
  };
  for (const address of expertAddresses) {
    app.post<{ Params: { id: string } }>(address, options, async (request, reply) =>
      receive(await toWebhook(request.params), request, reply),
    );
  }
  app.get<{ Params: { id: string } }>(
    expertAddresses[0] as string,
    options,
    async (request, reply) => confirmAddress((await toWebhook(request.params)).via, request, reply),
  );
  for (const { key, path } of listSharedPaths()) {
    const toSharedWebhook = (): Webhook => ({ via: getGateway(runtime, key), expert: null });
    app.post(path, options, async (request, reply) => receive(toSharedWebhook(), request, reply));
    app.get(path, options, async (request, reply) =>
      confirmAddress(toSharedWebhook().via, request, reply),
    );
  }
}

function getGateway({ config }: Runtime, channel: ChannelKey): ConfiguredChannel {
  const configured = channelFor(config, channel);
  if (!configured) throw notFound('Gateway');
  return configured;
}

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
  const requireRoom = createOverloadGuard(runtime);
  return async ({ via, expert }: Webhook, request: FastifyRequest, reply: FastifyReply) => {
    const { channel } = via;
    const webhook: WebhookRequest = {
      url: runtime.config.publicUrl + request.url,
      headers: request.headers,
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    };
    if (webhook.rawBody.length > findMaxWebhookBytes(channel.key)) {
      throw new AppError(413, 'The request is too large.');
    }
    requireSignature(runtime, via, webhook);
    const items = parseOrRefuse(runtime, via, webhook);
    if (items.some((item) => mayWait(channel, item))) {
      await requireRoom().catch((error) => {
        if (bringsCrisis(items)) return;
        countOutcome(channel.key, 'refused');
        throw error;
      });
    }
    const events = items.filter((item) => item.kind !== 'unreadable');
    const outcomes = await handleInOrder(events, (event) =>
      handle(runtime, event, () => findRecipient(directory, via, expert, event)),
    ).catch((error) => {
      countOutcome(channel.key, 'failed');
      throw error;
    });
    for (const outcome of outcomes) countOutcome(channel.key, outcome);
    // To Apple, 404 means that the business has no expert.
    const unknown = outcomes.filter((outcome) => outcome === 'unknown');
    if (items.length > 0 && unknown.length === items.length) throw notFound('Expert');
    const { status, contentType, body } = channel.acknowledge();
    return reply.code(status).header('content-type', contentType).send(body);
  };
}

function countOutcome(channel: ChannelKey, outcome: string): void {
  webhooksReceived.inc({ channel, outcome });
}

function requireSignature(
  { log }: Runtime,
  { channel, settings }: ConfiguredChannel,
  webhook: WebhookRequest,
): void {
  const signature = channel.verify(webhook, settings);
  if (signature === 'valid') return;
  countOutcome(channel.key, 'forged');
  log.warn({ channel: channel.key, signature }, "a webhook is not the gateway's");
  if (signature === 'missing') throw new AppError(401, 'The request is not signed.');
  throw new AppError(
    403,
    signature === 'foreign'
      ? "This is about another account than ours. Check the account's id in the settings."
      : 'The signature does not match. Check PUBLIC_URL and the secret.',
  );
}

function parseOrRefuse(
  { log }: Runtime,
  { channel, settings }: ConfiguredChannel,
  webhook: WebhookRequest,
): (ChannelEvent | UnreadableItem)[] {
  try {
    const parsed = channel.parse(webhook, settings);
    const items = parsed.map(toStorable);
    // A batch is accepted: a retry would not help. A single unstorable item is refused: no gateway writes it.
    const [first] = items;
    if (items.length === 1 && first?.kind === 'unreadable' && parsed[0]?.kind !== 'unreadable') {
      throw new BadWebhook(first.reason);
    }
    const reasons = items.flatMap((item) => (item.kind === 'unreadable' ? item.reason : []));
    for (const _ of reasons) countOutcome(channel.key, 'unreadable');
    if (reasons.length > 0) {
      const facts = { channel: channel.key, items: items.length, unreadable: reasons.length };
      log.warn(
        { ...facts, reasons: reasons.slice(0, mostReasons) },
        "part of a webhook can't be read",
      );
    }
    return items;
  } catch (error) {
    if (!(error instanceof BadWebhook)) throw error;
    countOutcome(channel.key, 'malformed');
    log.warn({ channel: channel.key, reason: error.message }, "a webhook can't be read");
    throw badRequest(error.message);
  }
}

const nameFields = ['from', 'to', 'alias', 'gatewayAccount', 'gatewayMessageId'];
/** Gateways write nothing else; an index holds no longer names. */
const namePattern = /^[ -~]{1,1000}$/;

/** PostgreSQL refuses NUL and half surrogate pairs: texts lose them, an id or address with one is unreadable. */
function toStorable(item: ChannelEvent | UnreadableItem): ChannelEvent | UnreadableItem {
  if (item.kind === 'unreadable') return item;
  const broken = nameFields.find((field) => {
    const name: unknown = Reflect.get(item, field);
    return typeof name === 'string' && !namePattern.test(name);
  });
  if (broken) return { kind: 'unreadable', reason: `${broken} is empty, too long or not plain` };
  return mapTexts(item, makeStorable);
}

/** In order for each person. */
async function handleInOrder(
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

/** The message's address wins over the webhook's. */
async function findRecipient(
  directory: ExpertDirectory,
  { channel, settings }: ConfiguredChannel,
  called: KnownExpert | null,
  event: ChannelEvent,
): Promise<KnownExpert | null> {
  if (event.kind === 'status' || event.to === null) return called;
  const isDefault = channel.defaultSenderId?.(settings) === event.to;
  const named = await directory.byAddress(channel.key, event.to, isDefault && !called);
  if (!named && channel.alwaysNamesUs && !isDefault) return null;
  return named ?? called;
}

type Outcome = 'new' | 'repeated' | 'status' | 'closed' | 'unknown';

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
  if (event.kind === 'closed') {
    const { from: handle, gatewayMessageId } = event;
    await trackClosing(runtime, { expertId: expert.id, handle, gatewayMessageId });
    return 'closed';
  }
  const { kind, to, ...message } = event;
  return receiveMessage(runtime, { ...message, expertId: expert.id, channel: expert.channel });
}
