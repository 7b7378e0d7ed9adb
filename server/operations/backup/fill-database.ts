import type { Database, OpenDatabase } from '#server/db/client.ts';
import { limitStatements } from '#server/db/limit-statements.ts';
import { migrate } from '#server/db/migrate.ts';
import { isKnownSchema, migrateTo } from '#server/db/migrate-to.ts';
import { allowIdle, transact } from '#server/db/transact.ts';
import { dayMs } from '#shared/time.ts';
import { BackupError } from './backup-error.ts';
import { importRows } from './import-rows.ts';
import { findFilledTable, fixText, readSchema } from './tables.ts';

export type Rows = {
  schema: number;
  /** Of the product that wrote them. */
  version: string;
  lines: AsyncIterable<string>;
};

export type Filled = { rows: number; tables: number };

/** @throws {BackupError} before anything is written. */
export async function requireEmpty(open: OpenDatabase, { schema, version }: Omit<Rows, 'lines'>) {
  if (!isKnownSchema(schema)) {
    throw new BackupError(
      `The backup was made by another Sagewire (${version}) with other tables. Restore it with that version.`,
    );
  }
  await refuseFilled(open.db);
  const found = await readSchema(open.db);
  if (found !== null && found > schema) {
    throw new BackupError('The database has newer tables. Name one without tables.');
  }
}

async function refuseFilled(db: Database): Promise<void> {
  const filled = await findFilledTable(db);
  if (!filled) return;
  throw new BackupError(
    `The database is not empty: its table ${filled} has rows. Name an empty one, by DATABASE_URL or DATA_DIR.`,
  );
}

/**
 * All rows commit together or none does; tables that a stopped call has left are empty, and taken again.
 * @param finish in the same transaction, once every table is verified.
 */
export async function fillDatabase(
  open: OpenDatabase,
  { schema, lines }: Rows,
  {
    writeFile,
    finish,
  }: {
    writeFile: (name: string, bytes: Buffer) => Promise<void>;
    finish: (tx: Database) => Promise<void>;
  },
): Promise<Filled> {
  await migrateTo(open, schema);
  const filled = await transact(open.db, async (tx) => {
    await allowIdle(tx);
    await limitStatements(tx, dayMs);
    await refuseFilled(tx);
    await fixText(tx);
    const done = await importRows(tx, lines, writeFile);
    await finish(tx);
    return done;
  });
  await migrate(open);
  return filled;
}
