import { parseArgs } from 'node:util';
import pino from 'pino';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { createChanges } from '#server/db/changes.ts';
import { DatabaseUnavailable, type openWithoutLimits } from '#server/db/client.ts';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { describeRefusal } from '#server/db/describe-refusal.ts';
import { isRightMissing } from '#server/db/error-code.ts';
import { requireMigrated } from '#server/db/migrate.ts';
import { createPeers } from '#server/db/peers.ts';
import { refuseToBeginAnew } from '#server/db/unused-folder.ts';
import { AppError } from '#server/errors.ts';
import { BackupError } from '#server/operations/backup/backup-error.ts';
import { type Command, UsageError } from './command.ts';
import type { FileCommand } from './file-commands.ts';

const usage = `Usage: npm run admin -- COMMAND

  create --email EMAIL [--password …]      makes an admin; ADMIN_EMAIL and ADMIN_PASSWORD where the options are left out
  list                                     lists the admins with their sessions and second factors
  reset-password EMAIL [--password …]      sets a new password and ends all sessions of an admin;
                                           --remove-second-factor for a lost authenticator app without recovery codes
  end-sessions EMAIL                       ends all sessions of an admin
  rotate-key                               seals every stored secret again: docs/how-to/rotate-the-secret-key.md;
                                           --old-key-is-lost goes on without what the old key sealed, after --yes
  move-files                               moves pictures from DATA_DIR and the database into the bucket of FILES_URL
  backup FILE                              writes everything into one sealed file: docs/how-to/back-up-and-restore.md
  restore FILE [--check]                   fills an empty installation from it; --check only tries it, in a place of its own;
                                           --old-key-is-lost where BACKUP_PASSPHRASE is left and SECRET_KEY is not
  resume [--waiting answer|close] [--unsent send|close]
                                           after a restore: says what waited at the backup, or what becomes of it
  move-to [DATABASE_URL]                   moves the embedded database there: docs/how-to/move-to-postgresql.md
  rebuild-search                           makes what messages are found by anew; running processes may go on
  explain <ID | PHONE | SM…>               prints a text's whole way, in UTC: it only reads

Without --password one is made up and shown once.`;

/** Loaded when asked for: `explain` answers a person who waits, and needs little of the product. */
const commands: Record<string, () => Promise<Command>> = {
  create: async () => (await import('./accounts.ts')).createAccount,
  list: async () => (await import('./accounts.ts')).listAccounts,
  'reset-password': async () => (await import('./accounts.ts')).resetPassword,
  'end-sessions': async () => (await import('./accounts.ts')).endSessions,
  'rotate-key': async () => (await import('./rotate-key.ts')).rotateKey,
  'move-files': async () => (await import('./move-files.ts')).moveFiles,
  explain: async () => (await import('./explain.ts')).explain,
  'rebuild-search': async () => {
    const { rebuildSearch } = await import('#server/desk/search/fill.ts');
    return async ({ db }) => [`The search has ${await rebuildSearch(db)} messages.`];
  },
};

const loadMove = async () => (await import('./move-database.ts')).moveDatabase;

/** With a database that they open themselves. */
const fileCommands: Record<string, () => Promise<FileCommand>> = {
  backup: async () => (await import('./file-commands.ts')).backup,
  restore: async () => (await import('./file-commands.ts')).restore,
  resume: async () => (await import('./resume.ts')).resume,
  'move-to': loadMove,
  // Its name until version 0.1.
  'move-database': loadMove,
};

export type Outcome = { code: 0 | 1; out: string; err: string };

export async function runAdmin(
  args: string[],
  needs: {
    environment: Record<string, string | undefined>;
    openDatabase: typeof openWithoutLimits;
  },
): Promise<Outcome> {
  try {
    const { name, command, fileCommand, file, ...input } = readArguments(args);
    const isMove = name === 'move-to' && file !== '';
    const environment = { ...needs.environment, ...(isMove && { DATABASE_URL: file }) };
    const config = loadConfig(environment);
    if (fileCommand) {
      const { openDatabase } = needs;
      const { options } = input;
      const run = await fileCommand();
      const lines = await run({ config, openDatabase, file, options, now: new Date() });
      return { code: 0, out: toText(lines), err: '' };
    }
    // The first admin may come before the first start.
    const mayBegin = name === 'create';
    const open = await needs.openDatabase(config, { mayCreate: mayBegin });
    try {
      if (mayBegin) await refuseToBeginAnew(config, open);
      await requireMigrated(open, { mayBegin });
      const peers = createPeers({ notices: open.notices, log: pino({ level: 'silent' }) });
      const changes = createChanges(peers);
      const reload = () => loadConfig(environment);
      const { db } = open;
      const given = { db, changes, config, reload, now: new Date() };
      const loadKeys = () => loadSecrets(db, config.secretKeys);
      const run = await command();
      const lines = await run({ ...given, loadSecrets: loadKeys, ...input });
      await peers.stop();
      return { code: 0, out: toText(lines), err: '' };
    } finally {
      await open.close();
    }
  } catch (error) {
    return { code: 1, out: '', err: toText(describeError(error)) };
  }
}

const takingOne = ['reset-password', 'end-sessions', 'explain', 'backup', 'restore'];

function readArguments(args: string[]) {
  const { positionals, values: options } = parse(args);
  const [name = '', ...words] = positionals;
  // A phone number is often typed with spaces.
  const [subject, ...rest] = name === 'explain' && words.length > 0 ? [words.join(' ')] : words;
  const fileCommand = fileCommands[name];
  const command = commands[name];
  const isComplete =
    (name === 'move-to' || takingOne.includes(name) === (subject !== undefined)) &&
    rest.length === 0;
  if (!isComplete) throw new UsageError(usage);
  const input = { name, subject, email: subject ?? options.email, file: subject ?? '', options };
  if (fileCommand) return { fileCommand, command: null, ...input };
  if (!command) throw new UsageError(usage);
  return { fileCommand: null, command, ...input };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        password: { type: 'string' },
        'old-key-is-lost': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        'remove-second-factor': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        waiting: { type: 'string' },
        unsent: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, '', usage);
  }
}

function describeError(error: unknown): string[] {
  if (error instanceof UsageError || error instanceof ConfigError) return error.problems;
  const isExpected = [DatabaseUnavailable, AppError, BackupError].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) return [(error as Error).message];
  const refusal = isRightMissing(error) || isDatabaseFailure(error) ? describeRefusal(error) : null;
  if (refusal) return [refusal];
  throw error;
}

function toText(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
