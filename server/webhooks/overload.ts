import type { FastifyInstance } from 'fastify';
import type { Channel, ChannelEvent, UnreadableItem } from '#server/channels/channel.ts';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { describeFailure } from '#server/db/describe-failure.ts';
import { unavailable } from '#server/errors.ts';
import { exposeOverload } from '#server/metrics.ts';
import { saysCrisis } from '#server/pipeline/crisis-guard.ts';
import { readKeyword } from '#server/pipeline/keywords.ts';
import type { Runtime } from '#server/runtime.ts';

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

  exposeOverload(refresh);

  /** @throws {AppError} 503 */
  return async function requireRoom(): Promise<void> {
    if (await refresh()) {
      throw unavailable('New messages have to wait. Send it again.', retryAfterSeconds);
    }
  };
}

/** Whatever a webhook needed the database for, it may succeed later. */
export function refuseWithoutDatabase(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request) => {
    if (!isDatabaseFailure(error)) throw error;
    // Without a stack: there may be hundreds a second.
    request.log.warn({ reason: describeFailure(error) }, 'the database does not answer a webhook');
    throw unavailable('The database does not answer. Send it again.', retryAfterSeconds);
  });
}

/** Delivery reports are never sent again. A STOP counts at once: some gateways give up within seconds. */
export function mayWait(channel: Channel<unknown>, item: ChannelEvent | UnreadableItem): boolean {
  if (item.kind !== 'message') return false;
  return (item.keywordAnswered ?? readKeyword(item.body, channel)) !== 'STOP';
}

/** Then the whole request is accepted. Call it only before a refusal: it takes time. */
export function bringsCrisis(items: (ChannelEvent | UnreadableItem)[]): boolean {
  return items.some((item) => item.kind === 'message' && saysCrisis(item.body));
}
