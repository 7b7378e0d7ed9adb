import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { recordBackup } from '#server/access/audit/store.ts';
import type { Config } from '#server/config.ts';
import { openWithoutLimits } from '#server/db/client.ts';
import { requireMigrated } from '#server/db/migrate.ts';
import { BackupError } from '#server/operations/backup/backup-error.ts';
import { type Header, hasSecretKey, requireSecretKey } from '#server/operations/backup/header.ts';
import { type Backup, openBackup, readHeaderOf } from '#server/operations/backup/open-backup.ts';
import { type Restored, restoreBackup } from '#server/operations/backup/restore.ts';
import { readBackup } from '#server/operations/backup/write-backup.ts';
import { openFolderFiles } from '#server/outside/files/folder.ts';
import { openFiles } from '#server/outside/files/open-files.ts';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { hourMs } from '#shared/time.ts';
import { callLocally } from '../start/local-commands.ts';
import type { Command } from './command.ts';
import { UsageError } from './command.ts';

/** Opens the database itself, if at all. */
export type FileCommand = (needs: {
  config: Config;
  openDatabase: typeof openWithoutLimits;
  file: string;
  options: Parameters<Command>[0]['options'];
  now: Date;
}) => Promise<string[]>;

/** Through the process that holds the embedded database, if one runs. */
export const backup: FileCommand = async ({ config, openDatabase, file, now }) => {
  if (existsSync(file)) throw new UsageError(`${file} exists. Name a new file.`);
  const passphrase = config.backupPassphrase;
  const running = config.databaseUrl
    ? null
    : await callLocally(config.dataDir, '/backup', { passphrase });
  if (running) {
    const header = await writeFile(file, running);
    // A process of an earlier version has counted it itself. If none runs any more, the doctor names the backup before.
    const counted = await callLocally(config.dataDir, '/backed-up', {}).catch(() => null);
    counted?.resume();
    return describeBackup(config, header, file);
  }
  const open = await openDatabase(config, { mayCreate: false });
  try {
    await requireMigrated(open);
    const source = { db: open.db, files: filesOf(config), keys: config, now };
    const header = await writeFile(file, readBackup(source));
    await recordBackup(open.db, now);
    return describeBackup(config, header, file);
  } finally {
    await open.close();
  }
};

/** Renamed when complete and on the disk, so that no half backup is taken for one. Two at once have a draft each. */
async function writeFile(file: string, bytes: Readable): Promise<Header> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await deleteDrafts(dirname(file));
    await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flush: true }));
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new BackupError(`The backup could not be written: ${(error as Error).message}`);
  }
  return readHeaderOf(file);
}

/** Of killed commands. One that still writes has done so lately. */
async function deleteDrafts(folder: string): Promise<void> {
  const before = Date.now() - hourMs;
  for (const name of readdirSync(folder).filter((one) => /\.\d+\.part$/.test(one))) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < before && (await isBackup(path))) rmSync(path, { force: true });
  }
}

const isBackup = (path: string) =>
  readHeaderOf(path).then(
    () => true,
    () => false,
  );

function describeBackup(config: Config, header: Header, file: string): string[] {
  const own = config.isKeyGenerated ? join(config.dataDir, 'secret.key') : 'SECRET_KEY';
  const keep = hasSecretKey(header, config)
    ? own
    : "the running process's SECRET_KEY, which is not the one here";
  return [
    `${file} holds everything up to ${header.at}.`,
    `It opens with ${header.sealedBy} only. Keep ${keep} (fingerprint ${header.secretKey}) in another place${header.sealedBy === 'SECRET_KEY' ? '' : ', too'}: it is not in the backup.`,
  ];
}

export const restore: FileCommand = async (needs) => {
  const { config, file, options } = needs;
  const found = await openBackup(file, config);
  if (options.check) return checkInScratch(needs, found);
  if (!options['old-key-is-lost']) requireSecretKey(found.header, config);
  const open = await needs.openDatabase(config);
  try {
    const done = await restoreBackup(found, { open, files: filesOf(config), now: needs.now });
    return [
      ...describeContents(found, done),
      'The installation begins paused: no text leaves until an admin chooses, in the dashboard or by npm run admin -- resume.',
      ...(options['old-key-is-lost']
        ? ['Now run: npm run admin -- rotate-key --old-key-is-lost']
        : []),
    ];
  } finally {
    await open.close();
  }
};

/** Restores into a database of its own, which is deleted afterwards. */
async function checkInScratch({ now }: { now: Date }, found: Backup): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-check-'));
  try {
    const open = await openWithoutLimits({ databaseUrl: undefined, dataDir });
    try {
      const files = openFolderFiles(dataDir);
      const done = await restoreBackup(found, { open, files, now });
      return [...describeContents(found, done), 'The backup is good.'];
    } finally {
      await open.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function describeContents({ header }: Backup, { tables, rows, files, ledgerProblems }: Restored) {
  const ledger =
    ledgerProblems === 0
      ? 'The ledger adds up.'
      : `The ledger has ${ledgerProblems} problems, as it had at the backup: npm run ledger -- verify lists them.`;
  return [
    `Restored ${rows} rows of ${tables} tables and ${files} pictures, as they were at ${header.at}.`,
    ledger,
  ];
}

const filesOf = (config: Config) => openFiles(config, { fetch: createFetch(config) });
