import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type {
  Channel,
  ChannelEvent,
  IgnoredItem,
  UnreadableItem,
} from '#server/channels/channel.ts';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { describeFailure } from '#server/db/describe-failure.ts';
import { withTimeout } from '#server/db/query-with-timeout.ts';
import { unavailable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { overloaded } from '../metrics.ts';
import { saysCrisis } from '../safety/read-danger.ts';
import { readKeyword } from '../wishes/keywords.ts';

const checkEveryMs = 1_000;
const retryAfterSeconds = 10;

/**
 * Refuses messages before the ack while the backlog is too old, or the database too slow to say so: gateways retry. An
 * acknowledged message is always answered.
 */
export function createOverloadGuard({ queue, clock, config, log }: Runtime) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    const waitedMs = await queue.measureBacklog('answer-message');
    const wasOverloaded = isOverloaded;
    isOverloaded = waitedMs === null || waitedMs > config.maxBacklogMs;
    if (isOverloaded !== wasOverloaded) {
      const facts = { waitedMs, isDatabaseSlow: waitedMs === null };
      log.warn(facts, isOverloaded ? 'messages are refused' : 'messages are accepted again');
    }
  }

  async function refresh(): Promise<boolean> {
    const now = clock.now().getTime();
    // The clock may be set back.
    if (!checking && Math.abs(now - checkedAt) >= checkEveryMs) {
      checkedAt = now;
      checking = check().finally(() => {
        checking = null;
      });
    }
    // The previous result may be hours old.
    await checking;
    return isOverloaded;
  }

  overloaded.readFrom(async () => [{ value: Number(await refresh()) }]);

  /** @throws {AppError} 503 */
  return async function requireRoom(): Promise<void> {
    if (await refresh()) {
      throw unavailable('New messages have to wait. Send it again.', retryAfterSeconds);
    }
  };
}

/** A gateway must hear within 5 s, whatever the database does. */
const maxMs = 4_500;
/** A body may have taken long. */
const minMs = 1_000;

/** What is stored later is a repeated text when the gateway sends it again. */
export function answerInTime(reply: FastifyReply, work: Promise<void>): Promise<void> {
  return withTimeout(work, Math.max(minMs, maxMs - reply.elapsedTime));
}

/** Whatever a webhook needed the database for, it may succeed later. */
export function refuseWithoutDatabase(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request) => {
    // Fastify gives a status to what is wrong with the request: a client that hangs up is one with the code of a socket.
    if (error.statusCode !== undefined || !isDatabaseFailure(error)) throw error;
    // Without a stack: there may be hundreds a second.
    request.log.warn({ reason: describeFailure(error) }, 'the database does not answer a webhook');
    throw unavailable('The database does not answer. Send it again.', retryAfterSeconds);
  });
}

/** Delivery reports are never sent again. A STOP counts at once: some gateways give up within seconds. */
export function mayWait(
  channel: Channel<unknown>,
  item: ChannelEvent | IgnoredItem | UnreadableItem,
): boolean {
  if (item.kind !== 'message') return false;
  return (item.keywordAnswered ?? readKeyword(item.body, channel)) !== 'STOP';
}

/** Then the whole request is accepted. Call it only before a refusal: it takes time. */
export function bringsCrisis(items: (ChannelEvent | IgnoredItem | UnreadableItem)[]): boolean {
  return items.some((item) => item.kind === 'message' && saysCrisis(item.body));
}
