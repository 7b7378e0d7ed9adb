import type { Logger } from 'pino';
import type { Secrets } from './access/secrets/secrets.ts';
import type { ChannelEvent } from './channels/channel.ts';
import type { Config } from './config.ts';
import type { Changes } from './db/changes.ts';
import type { Database } from './db/client.ts';
import type { Peers } from './db/peers.ts';
import type { Presence } from './desk/presence/presence.ts';
import type { KnowledgeCache } from './experts/knowledge/finding/knowledge-cache.ts';
import type { ProviderMemories } from './experts/providers/memory.ts';
import type { Drain } from './http/drain.ts';
import type { Batches } from './jobs/batches.ts';
import { createBatches } from './jobs/batches.ts';
import type { LeasedJob } from './jobs/jobs.ts';
import { createLines, type Lines } from './jobs/lines.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Committed, Item } from './journey/commit/commit-turns.ts';
import type { Journal } from './journey/journal/journal.ts';
import type { Intake } from './journey/receive/intake.ts';
import type { Advanced, Sending } from './journey/send/advance-sending.ts';
import type { Arrival, NotStored, StoredArrival } from './messages/arrivals-store.ts';
import type { ClaimedMessage } from './messages/claims-store.ts';
import type { RollCall } from './operations/doctor/roll-call.ts';
import type { Files } from './outside/files/files.ts';
import type { Mailer } from './outside/mail/mailer.ts';
import type { Proxies } from './outside/proxies.ts';

/** Everything with a lifetime or a side effect. The first argument of most functions. */
export type Runtime = {
  config: Config;
  db: Database;
  secrets: Secrets;
  queue: JobQueue;
  batches: RuntimeBatches;
  intake: Intake;
  /** Refuses private addresses and redirects for every caller: see server/outside/outgoing. */
  fetch: typeof fetch;
  files: Files;
  clock: Clock;
  drain: Drain;
  proxies: Proxies;
  log: Logger;
  /** Tells the steps of a text. */
  journal: Journal;
  peers: Peers;
  rollCall: RollCall;
  changes: Changes;
  presence: Presence;
  providerMemories: ProviderMemories;
  /** Of the experts that were asked last. */
  knowledge: KnowledgeCache;
  /** Begun after a reply, and not done yet. */
  afterReplies: Set<Promise<void>>;
  /** Null without a mail server. */
  mail: Mailer | null;
};

/** Put off until after the reply. */
export type Work = () => Promise<void>;

export type Clock = { now(): Date };
export const systemClock: Clock = { now: () => new Date() };

/** Larger batches don't get faster, only later. */
const maxBatch = 64;

type DeliveryReport = Extract<ChannelEvent, { kind: 'status' }>;

/** Work that many messages need at once, one statement per batch. */
export type RuntimeBatches = {
  /** By thread, whose texts are stored in their order. */
  storing: Lines<Arrival, StoredArrival>;
  /** Each item: texts of one thread. */
  arrivals: Batches<Arrival[], StoredArrival[] | NotStored>;
  claims: Batches<LeasedJob, ClaimedMessage | null>;
  turns: Batches<Item, Committed>;
  sent: Batches<Sending, Advanced>;
  reports: Batches<DeliveryReport, undefined>;
};

export function createRuntimeBatches(): RuntimeBatches {
  return {
    storing: createLines({ max: maxBatch }),
    arrivals: createBatches({ max: maxBatch }),
    claims: createBatches({ max: maxBatch }),
    turns: createBatches({ max: maxBatch }),
    sent: createBatches({ max: maxBatch }),
    reports: createBatches({ max: maxBatch }),
  };
}
