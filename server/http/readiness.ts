import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { queryWithTimeout } from '#server/db/query-with-timeout.ts';
import type { Runtime } from '#server/runtime.ts';

/** Probes give up after few seconds. */
const commitMs = 1_500;
/** Shorter than probes are apart. */
const sharedMs = 500;
/** A batch that can't be stored is given up sooner. */
const maxStoringMs = 8_000;

/** Measured through the pool, the batches and the queue that texts go through. */
export function createReadiness({ db, queue, batches, intake }: Runtime) {
  const commitsShared = shareCheck(() => commits(db));
  const isOpenShared = shareCheck(() => intake.isOpen());
  return async () => {
    const [database, isOpen] = await Promise.all([commitsShared(), isOpenShared()]);
    return {
      database,
      storing: isOpen && batches.arrivals.measureOldest() < maxStoringMs,
      leasing: queue.isLeasing(),
      queue: queue.isReady(),
    };
  };
}

/** Anyone may ask: who asks during a check, or soon after it, shares its answer, so that a flood is no work. */
export function shareCheck<Result>(
  check: () => Promise<Result>,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let shared: Promise<Result> | null = null;
  let endedAt = Number.POSITIVE_INFINITY;
  return () => {
    if (shared && now() - endedAt < sharedMs) return shared;
    endedAt = Number.POSITIVE_INFINITY;
    shared = check().finally(() => {
      endedAt = now();
    });
    return shared;
  };
}

/** A read does not show a standby, or a log that can't be flushed. A full disk shows in texts that are refused. */
async function commits(db: Database): Promise<boolean> {
  const written = queryWithTimeout(
    db,
    sql`select pg_logical_emit_message(true, 'sagewire', '')`,
    commitMs,
  );
  return written.then(
    () => true,
    () => false,
  );
}
