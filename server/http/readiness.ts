import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { queryWithTimeout } from '#server/db/query-with-timeout.ts';
import type { Runtime } from '#server/runtime.ts';

/** Probes give up after few seconds. */
const commitMs = 1_500;
/** A batch that can't be stored is given up sooner. */
const longestStoringMs = 8_000;

/** Measured through the pool, the batches and the queue that texts go through. */
export async function checkReadiness({ db, queue, batches }: Runtime) {
  return {
    database: await commits(db),
    storing: batches.arrivals.measureOldest() < longestStoringMs,
    leasing: queue.isLeasing(),
    queue: queue.isReady(),
  };
}

/** A read does not show a standby, a full disk, or a log that can't be flushed. */
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
