import { parseArgs } from 'node:util';
import pino from 'pino';
import { createChanges } from '#server/changes.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { DatabaseUnavailable, type openWithoutLimits } from '#server/db/client.ts';
import { requireMigrated } from '#server/db/migrate.ts';
import { AppError } from '#server/errors.ts';
import { createPeers } from '#server/peers.ts';
import { rebuildSearch } from '#server/search/fill.ts';
import { loadSecrets } from '#server/secrets/store.ts';
import { createAccount, endSessions, listAccounts, resetPassword } from './accounts.ts';
import { type Command, UsageError } from './command.ts';
import { explain } from './explain.ts';
import { moveFiles } from './move-files.ts';
import { rotateKey } from './rotate-key.ts';

const usage = `Usage: npm run admin -- COMMAND

  create --email EMAIL [--password …]      makes an admin; ADMIN_EMAIL and ADMIN_PASSWORD where the options are left out
  list                                     lists the admins with their sessions and second factors
  reset-password EMAIL [--password …]      sets a new password and ends all sessions of an admin;
                                           --remove-second-factor for a lost authenticator app without recovery codes
  end-sessions EMAIL                       ends all sessions of an admin
  rotate-key                               seals every stored secret again: docs/how-to/rotate-the-secret-key.md;
                                           --old-key-is-lost goes on without what the old key sealed, after --yes
  move-files                               moves pictures from DATA_DIR and the database into the bucket of FILES_URL
  rebuild-search                           makes what messages are found by anew; running processes may go on
  explain <ID | PHONE | SM…>               prints a text's whole way, in UTC: it only reads

Without --password one is made up and shown once.`;

const commands: Record<string, Command> = {
  create: createAccount,
  list: listAccounts,
  'reset-password': resetPassword,
  'end-sessions': endSessions,
  'rotate-key': rotateKey,
  'move-files': moveFiles,
  explain,
  'rebuild-search': async ({ db }) => [`The search has ${await rebuildSearch(db)} messages.`],
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
    const { command, ...input } = readArguments(args);
    const config = loadConfig(needs.environment);
    // The first admin may come before the first start.
    const mayBegin = command === createAccount;
    const open = await needs.openDatabase(config, { mayCreate: mayBegin });
    try {
      await requireMigrated(open, { mayBegin });
      const peers = createPeers({ notices: open.notices, log: pino({ level: 'silent' }) });
      const changes = createChanges(peers);
      const reload = () => loadConfig(needs.environment);
      const { db } = open;
      const given = { db, changes, config, reload, now: new Date() };
      const loadKeys = () => loadSecrets(db, config.secretKeys);
      const lines = await command({ ...given, loadSecrets: loadKeys, ...input });
      await peers.stop();
      return { code: 0, out: toText(lines), err: '' };
    } finally {
      await open.close();
    }
  } catch (error) {
    return { code: 1, out: '', err: toText(describeError(error)) };
  }
}

function readArguments(args: string[]) {
  const { positionals, values: options } = parse(args);
  const [name = '', subject, ...rest] = positionals;
  const command = commands[name];
  const takesOne = ['explain', 'reset-password', 'end-sessions'].includes(name);
  if (!command || rest.length > 0 || takesOne !== (subject !== undefined)) {
    throw new UsageError(usage);
  }
  return { command, subject, email: subject ?? options.email, options };
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
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, '', usage);
  }
}

function describeError(error: unknown): string[] {
  if (error instanceof UsageError || error instanceof ConfigError) return error.problems;
  if (error instanceof DatabaseUnavailable || error instanceof AppError) return [error.message];
  throw error;
}

function toText(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
