import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import {
  type Database,
  movedPath,
  type OpenDatabase,
  openWithoutLimits,
} from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { transact } from '#server/db/transact.ts';
import { BackupError } from '#server/operations/backup/backup-error.ts';
import { exportRows, readSnapshot } from '#server/operations/backup/export-rows.ts';
import {
  type Filled,
  fillDatabase,
  requireEmpty,
} from '#server/operations/backup/fill-database.ts';
import { fixText, listTables, measureTable, readSchema } from '#server/operations/backup/tables.ts';
import { version } from '#server/outside/version.ts';
import { UsageError } from './command.ts';
import type { FileCommand } from './file-commands.ts';

/** All rows commit together, so a stopped move is repeated from the beginning. */
export const moveDatabase: FileCommand = async ({ config, openDatabase }) => {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl)
    throw new UsageError(
      'DATABASE_URL is needed: it names where the rows go. Set it, or give it after move-to.',
    );
  const folder = join(dataDir, 'database');
  if (!existsSync(folder)) throw new UsageError(`DATA_DIR ${dataDir} has no embedded database.`);
  const kept = movedPath(folder);
  if (existsSync(kept)) throw new UsageError(`${kept} is of an earlier move. Delete it first.`);
  const from = await openWithoutLimits({ databaseUrl: undefined, dataDir });
  let moved: Filled & { ledgerProblems: number };
  try {
    await migrate(from);
    await loadSecrets(from.db, config.secretKeys).catch((error) => {
      throw error instanceof SecretUnreadable ? wrongKey(dataDir) : error;
    });
    const to = await openDatabase(config);
    moved = await copyRows(from, to, folder).finally(() => to.close());
  } finally {
    await from.close();
  }
  renameSync(folder, kept);
  return [
    `Moved ${moved.rows} rows of ${moved.tables} tables. Each table was compared with its copy.`,
    moved.ledgerProblems === 0
      ? 'The ledger adds up.'
      : `The ledger has ${moved.ledgerProblems} problems, as before: npm run ledger -- verify lists them.`,
    'Set DATABASE_URL to the new database, and start Sagewire.',
    `The embedded database is kept as ${kept}, where no start finds it. Delete it once you are content.`,
  ];
};

const wrongKey = (dataDir: string) =>
  new UsageError(
    `SECRET_KEY is not the one of the embedded database. Set it to what ${join(dataDir, 'secret.key')} holds.`,
  );

/** Of a move that was stopped after its commit: every table is the same. Null if any differs or all are empty. */
async function findCopy(from: Database, to: OpenDatabase) {
  if ((await readSchema(from)) !== (await readSchema(to.db))) return null;
  return transact(to.db, async (copied) => {
    await fixText(copied);
    const tables = await listTables(from);
    let rows = 0;
    for (const { name } of tables) {
      const [own, copy] = [await measureTable(from, name), await measureTable(copied, name)];
      if (own.rows !== copy.rows || own.sum !== copy.sum) return null;
      rows += own.rows;
    }
    if (rows === 0) return null;
    const ledgerProblems = (await verifyLedger(copied)).findings.length;
    return { rows, tables: tables.length, ledgerProblems };
  });
}

/** A start between a stopped move and the next has changed the copy. */
const describeFilled = (folder: string) =>
  `If ${folder} was moved there before, and Sagewire has run on it since, the move only lacks its end: rename ${folder} to ${movedPath(folder)}.`;

async function copyRows(from: OpenDatabase, to: OpenDatabase, folder: string) {
  return readSnapshot(from.db, async (tx, schema) => {
    const done = await findCopy(tx, to);
    if (done) return done;
    await requireEmpty(to, { schema, version }).catch((error) => {
      throw error instanceof BackupError
        ? new UsageError(error.message, describeFilled(folder))
        : error;
    });
    const lines = new PassThrough({ objectMode: true });
    const write = async (line: string) => {
      if (!lines.write(line)) await new Promise((resolve) => lines.once('drain', resolve));
    };
    exportRows(tx, write).then(
      () => lines.end(),
      (error) => lines.destroy(error),
    );
    let ledgerProblems = 0;
    const filled = await fillDatabase(
      to,
      { schema, version, lines },
      {
        async writeFile() {},
        async finish(copied) {
          ledgerProblems = (await verifyLedger(copied)).findings.length;
        },
      },
    );
    return { ...filled, ledgerProblems };
  });
}
