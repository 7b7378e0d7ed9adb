import type { Channel, ChannelEvent, UnreadableItem } from '#server/channels/channel.ts';
import { unavailable } from '#server/errors.ts';
import { overloaded } from '#server/metrics.ts';
import { saysCrisis } from '#server/pipeline/crisis-guard.ts';
import { readKeyword } from '#server/pipeline/keywords.ts';
import type { Runtime } from '#server/runtime.ts';

const checkEveryMs = 1_000;
const slowDatabaseMs = 2_000;
/** By then this connection hangs, so another is tried. */
const askAgainAfterMs = 10_000;
const retryAfterSeconds = 10;

/**
 * Refuses messages before the ack while the backlog is too old: gateways retry. An acknowledged message is always
 * answered.
 */
export function createOverloadGuard({ queue, clock, config, log }: Runtime) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let checking = Promise.resolve();
  let measuringSince: number | null = null;

  /** Null if the database is too slow. */
  async function measure(now: number): Promise<number | null> {
    measuringSince = now;
    // Storing fails as well then, and the gateway retries.
    const measured = queue.measureBacklog('answer-message').catch(() => 0);
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(late.resolve, slowDatabaseMs, null);
    void measured.finally(() => {
      if (measuringSince === now) measuringSince = null;
      clearTimeout(timer);
    });
    return Promise.race([measured, late.promise]);
  }

  async function check(now: number): Promise<void> {
    const waitedMs = await measure(now);
    const wasOverloaded = isOverloaded;
    isOverloaded = waitedMs === null || waitedMs > config.maxBacklogMs;
    overloaded.set(Number(isOverloaded));
    if (isOverloaded !== wasOverloaded) {
      const facts = { waitedMs, isDatabaseSlow: waitedMs === null };
      log.warn(facts, isOverloaded ? 'messages are refused' : 'messages are accepted again');
    }
  }

  /** @throws {AppError} 503 */
  return async function requireRoom(): Promise<void> {
    const now = clock.now().getTime();
    // The clock may be set back.
    const patience = measuringSince === null ? checkEveryMs : askAgainAfterMs;
    if (Math.abs(now - checkedAt) >= patience) {
      checkedAt = now;
      checking = check(now);
    }
    // The previous result may be hours old.
    await checking;
    if (isOverloaded)
      throw unavailable('Too many messages are waiting. Send it again.', retryAfterSeconds);
  };
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
