import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Clock } from '#server/runtime.ts';
import type { OpenDatabase } from './client.ts';
import { clockAhead } from './metrics.ts';
import { queryWithTimeout } from './query-with-timeout.ts';

const askMs = 10_000;
/** Of two machines that keep their clocks. What is less is not corrected, so that time does not jump by each measurement. */
const defaultMs = 100;
const saidFromMs = 1_000;

/**
 * What all processes share. Texts, leases and limits are in one order, whatever the machines' own clocks say. The embedded
 * database has this machine's.
 */
export async function startDatabaseClock(
  open: OpenDatabase,
  { log, system }: { log: Logger; system: Clock },
) {
  let aheadMs = 0;
  let saidMs = 0;
  const now = () => new Date(system.now().getTime() - aheadMs);

  async function measure(): Promise<void> {
    const askedAt = performance.now();
    const [row] = await queryWithTimeout<{ ms: number }>(
      open.db,
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    );
    // It was read at some moment since.
    const tookMs = performance.now() - askedAt;
    const foundMs = system.now().getTime() - tookMs / 2 - (row?.ms ?? 0);
    if (Math.abs(foundMs - aheadMs) <= defaultMs + tookMs / 2) return;
    aheadMs = Math.abs(foundMs) <= defaultMs + tookMs / 2 ? 0 : foundMs;
    clockAhead.set(aheadMs / 1000);
    say();
  }

  function say(): void {
    if (Math.abs(aheadMs - saidMs) < saidFromMs) return;
    saidMs = aheadMs;
    const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
    const where = aheadMs > 0 ? 'ahead of' : 'behind';
    if (aheadMs === 0) log.info("this machine's clock agrees with the database's again");
    else log.warn(`this machine's clock is ${seconds} s ${where} the database's, which is used`);
  }

  if (open.kind === 'pglite') return { now, measure: async () => {}, stop() {} };
  await measure();
  // The next one finds what a slow database keeps back.
  const asking = setInterval(() => measure().catch(() => {}), askMs);
  asking.unref();
  return { now, measure, stop: () => clearInterval(asking) };
}
