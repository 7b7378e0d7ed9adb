import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, rowsOf } from '#server/db/client.ts';
import { describeFailure } from '#server/db/describe-failure.ts';
import { BackupError } from './backup-error.ts';
import { listTables, measureTable, type Table } from './tables.ts';

const insertBytes = 1024 * 1024;
const maxRows = 1_000;

const mark = z.union([
  z.object({
    table: z.object({
      name: z.string(),
      columns: z.array(z.string()),
      counted: z.object({ column: z.string(), last: z.string().nullable() }).nullable(),
    }),
  }),
  z.object({ end: z.object({ rows: z.int(), sum: z.string() }) }),
  z.object({ file: z.string(), bytes: z.base64() }),
  z.object({ files: z.int() }),
]);
export type Mark = z.output<typeof mark>;

export const readMark = (line: string): Mark => mark.parse(JSON.parse(line.slice(1)));

/** @throws {BackupError} if a table holds anything else than was exported. */
export async function importRows(
  tx: Database,
  lines: AsyncIterable<string>,
  writeFile: (name: string, bytes: Buffer) => Promise<void>,
): Promise<{ rows: number; tables: number }> {
  const own = (await listTables(tx)).map(({ name }) => name);
  let table: Table | null = null;
  let batch: string[] = [];
  let bytes = 0;
  const total = { rows: 0, tables: 0 };
  const flush = async () => {
    if (table && batch.length > 0) await insertRows(tx, table, batch);
    batch = [];
    bytes = 0;
  };
  for await (const line of lines) {
    if (!line.startsWith('#')) {
      batch.push(line);
      bytes += line.length;
      if (bytes > insertBytes || batch.length === maxRows) await flush();
      continue;
    }
    await flush();
    const found = readMark(line);
    // An earlier version took others' tables along.
    if ('table' in found) table = own.includes(found.table.name) ? found.table : null;
    if ('file' in found) await writeFile(found.file, Buffer.from(found.bytes, 'base64'));
    if ('end' in found && table) {
      await finishTable(tx, table, found.end);
      total.rows += found.end.rows;
      total.tables += 1;
    }
  }
  return total;
}

async function insertRows(tx: Database, { name, columns }: Table, rows: string[]): Promise<void> {
  const into = sql.identifier(name);
  const named = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await tx
    .execute(
      sql`insert into ${into} (${named}) overriding system value
        select ${named} from json_populate_recordset(null::${into}, ${`[${rows.join(',')}]`}::json)`,
    )
    .catch((error) => {
      // The error itself holds the rows.
      throw new BackupError(`The rows of ${name} can't be stored: ${describeFailure(error)}`);
    });
}

async function finishTable(
  tx: Database,
  { name, counted }: Table,
  exported: { rows: number; sum: string },
): Promise<void> {
  if (counted?.last) {
    await rowsOf(
      tx,
      sql`select setval(pg_get_serial_sequence(quote_ident(${name}::text), ${counted.column}), ${counted.last}::bigint)`,
    );
  }
  const { rows, sum } = await measureTable(tx, name);
  if (rows !== exported.rows || sum !== exported.sum) {
    throw new BackupError(
      `The table ${name} differs from its copy (${rows} of ${exported.rows} rows). Nothing was kept.`,
    );
  }
}
