import type { Channel, ChannelEvent, UnreadableItem } from '#server/channels/channel.ts';
import { unavailable } from '#server/errors.ts';
import { overloaded } from '#server/metrics.ts';
import { saysCrisis } from '#server/pipeline/crisis-guard.ts';
import { readKeyword } from '#server/pipeline/keywords.ts';
import type { Runtime } from '#server/runtime.ts';

const checkEveryMs = 1_000;
const slowDatabaseMs = 2_000;
/** After this long, another connection is tried, because this one hangs. */
const askAgainAfterMs = 10_000;
const retryAfterSeconds = 10;

/**
 * Refuses messages before they are acknowledged while the backlog is too old: the gateways keep them and try again. A
 * message that was acknowledged is always answered.
 */
export function createOverloadGuard({ queue, clock, config, log }: Runtime) {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let checking = Promise.resolve();
  let measuringSince: number | null = null;

  /** The age of the backlog; null if the database does not answer in time. */
  async function measure(now: number): Promise<number | null> {
    measuringSince = now;
    // If the database fails, storing fails as well, and the gateway tries again.
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
    // `abs`, because a clock that was set back must not stop the checks.
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

/**
 * Delivery reports are never sent again and reduce the load. A STOP counts at
 * once, because some gateways give up within seconds.
 */
export function mayWait(channel: Channel<unknown>, item: ChannelEvent | UnreadableItem): boolean {
  if (item.kind !== 'message') return false;
  return (item.keywordAnswered ?? readKeyword(item.body, channel)) !== 'STOP';
}

/**
 * Whether a request contains a crisis, so that all of it is accepted. Call it only before a refusal, because reading
 * words takes time.
 */
export function bringsCrisis(items: (ChannelEvent | UnreadableItem)[]): boolean {
  return items.some((item) => item.kind === 'message' && saysCrisis(item.body));
}
