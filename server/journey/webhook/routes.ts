import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelEvent } from '#server/channels/channel.ts';
import {
  type ConfiguredChannel,
  channelFor,
  findMaxWebhookBytes,
  listSharedPaths,
} from '#server/channels/index.ts';
import { AppError, notFound } from '#server/errors.ts';
import { pathOf } from '#server/http/path-of.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';
import {
  editMessage,
  receiveMessage,
  recordNotice,
  revokeMessage,
  trackClosing,
  trackDelivery,
} from '../journey.ts';
import { ackDuration } from '../metrics.ts';
import {
  admitWebhooks,
  getAdmitted,
  requireSignature,
  toWebhookRequest,
  type Webhook,
} from './admit.ts';
import {
  createExpertDirectory,
  type ExpertDirectory,
  type KnownExpert,
} from './expert-directory.ts';
import {
  answerInTime,
  bringsCrisis,
  createOverloadGuard,
  mayWait,
  refuseWithoutDatabase,
} from './overload.ts';
import { countOutcome, type Item, readItems } from './read-items.ts';

const expertAddress = '/api/webhooks/experts/:id';

/** As an admin may have typed it; Apple appends /message. */
const listSpellings = (address: string) => [address, `${address}/`];
const expertAddresses = [
  ...listSpellings(expertAddress),
  `${expertAddress}/message`,
  `${expertAddress}//message`,
];

export async function webhookRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const directory = createExpertDirectory(runtime);
  const receive = createReceiver(runtime, directory);
  refuseWithoutDatabase(app);
  // Signatures cover the exact bytes.
  app.removeAllContentTypeParsers();
  const parser = { parseAs: 'buffer', bodyLimit: findMaxWebhookBytes() } as const;
  app.addContentTypeParser('*', parser, (_request, body, done) => done(null, body));
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;

  const findWebhook = async (request: FastifyRequest): Promise<Webhook> => {
    const expert = await directory.byId((request.params as { id: string }).id);
    if (!expert) throw refuseUnknown(runtime, request, 'expert');
    return { via: getGateway(runtime, expert.channel, request), expert };
  };
  for (const address of expertAddresses) {
    app.post(address, { ...options, ...admitWebhooks(runtime, findWebhook) }, receive);
  }
  for (const address of listSpellings(expertAddress)) {
    app.get(address, options, async (request, reply) =>
      confirmAddress((await findWebhook(request)).via, request, reply),
    );
  }
  for (const { key, path } of listSharedPaths()) {
    const findShared = (request: FastifyRequest): Webhook => ({
      via: getGateway(runtime, key, request),
      expert: null,
    });
    for (const address of listSpellings(path)) {
      app.post(address, { ...options, ...admitWebhooks(runtime, findShared) }, receive);
      app.get(address, options, async (request, reply) =>
        confirmAddress(findShared(request).via, request, reply),
      );
    }
  }
}

function getGateway(
  runtime: Runtime,
  channel: ChannelKey,
  request: FastifyRequest,
): ConfiguredChannel {
  const configured = channelFor(runtime.config, channel);
  if (!configured) throw refuseUnknown(runtime, request, 'gateway');
  return configured;
}

function refuseUnknown(
  { journal }: Runtime,
  { id: reqId, url }: FastifyRequest,
  reason: 'expert' | 'gateway',
): AppError {
  journal.notFound({ reason, path: pathOf(url), reqId });
  return notFound(reason === 'expert' ? 'Expert' : 'Gateway');
}

function confirmAddress(
  { channel, settings }: ConfiguredChannel,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!channel.confirmAddress) {
    reply.header('allow', 'POST');
    throw new AppError(
      405,
      "This address takes texts by POST. In the gateway's console, set the method of this webhook to HTTP POST.",
    );
  }
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const answer = channel.confirmAddress(query, settings);
  if (answer === null) throw new AppError(403, 'The verify token does not match.');
  return reply.header('content-type', 'text/plain').send(answer);
}

function createReceiver(runtime: Runtime, directory: ExpertDirectory) {
  const requireRoom = createOverloadGuard(runtime);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await answerInTime(reply, receive(request));
    ackDuration.observe(reply.elapsedTime / 1000);
    const { status, contentType, body } = getAdmitted(request).via.channel.acknowledge();
    return reply.code(status).header('content-type', contentType).send(body);
  };

  async function receive(request: FastifyRequest): Promise<void> {
    const { via, expert } = getAdmitted(request);
    const { channel } = via;
    const webhook = toWebhookRequest(runtime, request);
    requireSignature(runtime, { via, expert }, webhook, request);
    const items = readItems(runtime, via, webhook, request.id);
    if (items.some((item) => mayWait(channel, item))) {
      await requireRoom().catch((error) => {
        if (bringsCrisis(items)) return;
        const facts = { channel: channel.key, expert: expert?.id, reqId: request.id };
        runtime.journal.refused({ ...facts, outcome: 'refused', reason: 'overloaded' });
        throw error;
      });
    }
    const events = items.filter((item) => item.kind !== 'unreadable' && item.kind !== 'ignored');
    const outcomes = await handleInOrder(events, (event) =>
      handle(runtime, event, {
        find: () => findRecipient(directory, via, expert, event),
        requestId: request.id,
      }),
    ).catch((error) => {
      countOutcome(channel.key, 'failed');
      throw error;
    });
    for (const outcome of [...outcomes, ...listIgnored(items)]) countOutcome(channel.key, outcome);
    // To Apple, 404 means that the business has no expert.
    const unknown = outcomes.filter((outcome) => outcome === 'unknown');
    const isForOthers = items.length > 0 && unknown.length === items.length;
    if (isForOthers && !channel.hasOtherNumbers) throw refuseUnknown(runtime, request, 'expert');
  }
}

/** A webhook without any item is about something else than messages. */
function listIgnored(items: Item[]): string[] {
  if (items.length === 0) return ['ignored'];
  return items.flatMap((item) => (item.kind === 'ignored' ? item.outcome : []));
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

type Outcome =
  | 'new'
  | 'repeated'
  | 'edited'
  | 'revoked'
  | 'notice'
  | 'status'
  | 'closed'
  | 'unknown';

async function handle(
  runtime: Runtime,
  event: ChannelEvent,
  { find, requestId }: { find: () => Promise<KnownExpert | null>; requestId: string },
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
  const place = { expertId: expert.id, channel: expert.channel, requestId };
  switch (event.kind) {
    case 'edited':
      return editMessage(runtime, { ...event, ...place });
    case 'revoked':
      return revokeMessage(runtime, { ...event, ...place });
    case 'notice':
      return recordNotice(runtime, { ...event, ...place });
    case 'message': {
      const { kind, to, ...message } = event;
      return receiveMessage(runtime, { ...message, ...place });
    }
  }
}
