import { verifyLedger } from '#server/billing/ledger.ts';
import type { Database, OpenDatabase } from '#server/db/client.ts';
import { describeFailure } from '#server/db/describe-failure.ts';
import { beginPause } from '#server/jobs/paused-store.ts';
import { endLeases } from '#server/jobs/wakeup-parts.ts';
import type { Files } from '#server/outside/files/files.ts';
import { BackupError } from './backup-error.ts';
import { fillDatabase, requireEmpty } from './fill-database.ts';
import { type Backup, type Contents, checkBackup } from './open-backup.ts';

export type Restored = Contents & { ledgerProblems: number };

/**
 * Into an empty place; leaves nothing there if it fails.
 * @throws {BackupError}
 */
export async function restoreBackup(
  backup: Backup,
  { open, files, now }: { open: OpenDatabase; files: Files; now: Date },
): Promise<Restored> {
  const { schema, version, at } = backup.header;
  await requireEmpty(open, { schema, version });
  const contents = await checkBackup(backup);
  const written: string[] = [];
  let ledgerProblems = 0;
  const writeFile = async (name: string, bytes: Buffer) => {
    try {
      // A bucket may be that of the installation that still runs: what was there before stays.
      if ((await files.read(name)) === null) written.push(name);
      await files.write(name, bytes);
    } catch (error) {
      throw new BackupError(
        `The pictures can't be stored, so nothing was restored: ${describeFailure(error)}`,
      );
    }
  };
  const finish = async (tx: Database) => {
    ledgerProblems = (await verifyLedger(tx)).findings.length;
    await tx.execute(endLeases);
    await beginPause(tx, { version, backedUpAt: new Date(at), now });
  };
  const rows = { schema, version, lines: backup.lines() };
  try {
    await fillDatabase(open, rows, { writeFile, finish });
  } catch (error) {
    for (const name of written) await files.remove(name);
    throw error;
  }
  return { ...contents, ledgerProblems };
}
