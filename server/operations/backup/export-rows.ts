import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { limitStatements } from '#server/db/limit-statements.ts';
import { allowIdle, transact } from '#server/db/transact.ts';
import { dayMs } from '#shared/time.ts';
import { checksum, fixText, listTables, readSchema, type Table } from './tables.ts';

/** A line of an archive. Rows begin with `{`, the rest with `#`. */
export type Write = (line: string) => Promise<void>;

/** What one fetch may hold in memory, about. */
const fetchBytes = 2 * 1024 * 1024;
const maxRows = 1_000;

/**
 * Runs `work` on one snapshot. The embedded database does nothing else meanwhile.
 * @throws {Error} before the first migration.
 */
export async function readSnapshot<Result>(
  db: Database,
  work: (tx: Database, schema: number) => Promise<Result>,
): Promise<Result> {
  return transact(
    db,
    async (tx) => {
      await allowIdle(tx);
      await limitStatements(tx, dayMs);
      await fixText(tx);
      const schema = await readSchema(tx);
      if (schema === null) throw new Error('There are no tables to read');
      return work(tx, schema);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

export async function exportRows(tx: Database, write: Write): Promise<void> {
  for (const table of await listTables(tx)) {
    await write(`#${JSON.stringify({ table })}`);
    const end = await exportTable(tx, table, write);
    await write(`#${JSON.stringify({ end })}`);
  }
}

/** As JSON that PostgreSQL writes and reads itself, so that no value passes through a type of ours. */
async function exportTable(tx: Database, { name }: Table, write: Write) {
  await tx.execute(
    sql`declare exported no scroll cursor for select line, ${checksum}::text as sum
        from (select row_to_json(t)::text as line from ${sql.identifier(name)} as t) as lines`,
  );
  let rows = 0;
  let sum = 0n;
  for (let count = 10; ; ) {
    const fetched = await rowsOf<{ line: string; sum: string }>(
      tx,
      sql.raw(`fetch forward ${count} from exported`),
    );
    let bytes = 1;
    for (const row of fetched) {
      sum += BigInt(row.sum);
      bytes += row.line.length;
      await write(row.line);
    }
    rows += fetched.length;
    if (fetched.length < count) break;
    // Pictures are a thousand times larger than other rows.
    count = Math.max(1, Math.min(maxRows, Math.floor((fetchBytes * count) / bytes), 4 * count));
  }
  await tx.execute(sql`close exported`);
  return { rows, sum: String(sum) };
}
