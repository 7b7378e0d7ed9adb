import type { Channel, ChannelEvent, UnreadableItem } from '#server/channels/channel.ts';
import { unavailable } from '#server/errors.ts';
import { overloaded } from '#server/metrics.ts';
import { readKeyword } from '#server/pipeline/keywords.ts';
import type { Runtime } from '#server/runtime.ts';

const checkEveryMs = 1_000;
const slowDatabaseMs = 2_000;
const retryAfterSeconds = 10;

/**
 * Refuses messages before they are acknowledged, while too many wait: the gateways keep them and try again. Whatever was
 * acknowledged is answered.
 */
export function createOverloadGuard({ queue, clock, config, log }: Runtime) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let checking = Promise.resolve();

  async function check(): Promise<void> {
    const started = performance.now();
    // Without a database storing fails, too, and the gateway tries again.
    const waitedMs = await queue.measureBacklog('answer-message').catch(() => 0);
    const databaseMs = performance.now() - started;
    const wasOverloaded = isOverloaded;
    isOverloaded = waitedMs > config.maxBacklogMs || databaseMs > slowDatabaseMs;
    overloaded.set(Number(isOverloaded));
    if (isOverloaded !== wasOverloaded) {
      const facts = { waitedMs, databaseMs: Math.round(databaseMs) };
      log.warn(facts, isOverloaded ? 'messages are refused' : 'messages are accepted again');
    }
  }

  /** @throws {AppError} 503 */
  return async function requireRoom(): Promise<void> {
    const now = clock.now().getTime();
    // A clock that was set back must not stop the checks.
    if (Math.abs(now - checkedAt) >= checkEveryMs) {
      checkedAt = now;
      checking = check();
    }
    // The last answer may be hours old.
    await checking;
    if (isOverloaded)
      throw unavailable('Too many messages wait. Send it again.', retryAfterSeconds);
  };
}

/** Delivery reports are never sent again, and lighten the load. A STOP counts at once: some gateways give up in seconds. */
export function mayWait(channel: Channel<unknown>, item: ChannelEvent | UnreadableItem): boolean {
  if (item.kind !== 'message') return false;
  return (item.keywordAnswered ?? readKeyword(item.body, channel)) !== 'STOP';
}
