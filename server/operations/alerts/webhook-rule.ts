import { webhooksReceived } from '#server/outside/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import type { Finding, Refusals, Watch } from './finding.ts';

/** Not `unsigned`: no gateway sends that, and any stranger can. */
const refusedOutcomes = new Set(['forged', 'malformed', 'unreadable', 'failed']);
const recentMs = 5 * minuteMs;
const usualMs = hourMs;
/** Some are always refused: scanners try every address. */
const minRefused = 10;
const timesUsual = 5;

/**
 * Remembers the hour before, as this process counted it. What an alert is about becomes usual an hour after its end at
 * the earliest: an outage does not end by lasting.
 */
export function createRefusals(): Refusals {
  let samples: { at: number; total: number }[] = [];
  let kept = { usual: 0, until: Number.NEGATIVE_INFINITY };
  const countUpTo = (at: number) =>
    (samples.findLast((sample) => sample.at <= at) ?? samples[0])?.total ?? 0;
  function remember(at: number, total: number): void {
    // A process begins with none, before its first look.
    if (samples.length === 0) samples = [{ at, total: 0 }];
    samples = [...samples, { at, total }].filter((each) => each.at >= at - recentMs - usualMs);
  }
  return {
    measure(total, now) {
      const at = now.getTime();
      remember(at, total);
      const before = countUpTo(at - recentMs);
      const earlier = before - (samples[0]?.total ?? 0);
      const usual = at < kept.until ? kept.usual : earlier / (usualMs / recentMs);
      const recent = total - before;
      const isTooMany = recent >= minRefused && recent > timesUsual * usual;
      if (isTooMany) kept = { usual, until: at + usualMs };
      return { recent, usual, isTooMany };
    },
  };
}

/** Of this process, since it counts for itself. */
export async function findRefusals(
  { clock }: Pick<Runtime, 'clock'>,
  { host, refusals }: Watch,
): Promise<Finding[]> {
  const { recent, usual, isTooMany } = refusals.measure(await countRefused(), clock.now());
  if (!isTooMany) return [];
  const detail = `${host} refused ${recent} webhooks in 5 minutes as forged, broken or not applied; usual are ${Math.round(usual)}.`;
  return [{ subject: host, detail, link: '/analytics' }];
}

async function countRefused(): Promise<number> {
  const { values } = await webhooksReceived.get();
  const refused = values.filter(({ labels }) => refusedOutcomes.has(String(labels.outcome)));
  return refused.reduce((sum, { value }) => sum + value, 0);
}
