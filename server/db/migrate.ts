import {
  type DatabaseSettings,
  DatabaseUnavailable,
  type OpenDatabase,
  openWithoutLimits,
} from './client.ts';
import { describeFailure } from './describe-failure.ts';
import { isRightMissing } from './error-code.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { type MigrationOptions, runMigrations } from './run-migrations.ts';
import { readSchemaState } from './schema-state.ts';
import { describeUnusedFolder, refuseToBeginAnew } from './unused-folder.ts';

type Options = MigrationOptions & { known?: Migration[] };

/** Before a process serves: not through a pooler. */
export async function migrateFor(
  settings: DatabaseSettings,
  open: OpenDatabase,
  options: Options = {},
): Promise<void> {
  if (open.kind === 'pglite') return migrate(open, options);
  await refuseToBeginAnew(settings, open);
  const unused = describeUnusedFolder(settings);
  if (unused) options.log?.warn(`${unused.why} ${unused.fix}`);
  const direct = await openWithoutLimits(settings);
  await migrate(direct, options).finally(() => direct.close());
}

/**
 * Processes that start together wait for the one that migrates.
 * @throws {DatabaseUnavailable} if this code can't work on the schema, or it can't be changed.
 */
export async function migrate(
  open: OpenDatabase,
  { known = readMigrations(), ...options }: Options = {},
): Promise<void> {
  const { pending, isNewer } = await readSchemaState(open.db, known);
  if (isNewer)
    options.log?.info('the database was changed by a newer Sagewire; this one can work on it');
  if (pending.length === 0) return;
  try {
    await runMigrations(open, known, options);
  } catch (cause) {
    const why = describeFailure(cause);
    const advice = isRightMissing(cause) ? ' Its user must own the database.' : '';
    throw new DatabaseUnavailable(
      `The database's tables can't be brought up to date: ${why}.${advice}`,
      { cause },
    );
  }
}

/**
 * For a command: only the start of a process changes tables.
 * @param options.mayBegin makes the tables of an empty database.
 * @throws {DatabaseUnavailable}
 */
export async function requireMigrated(
  open: OpenDatabase,
  { mayBegin = false }: { mayBegin?: boolean } = {},
): Promise<void> {
  const { isEmpty, pending } = await readSchemaState(open.db, readMigrations());
  if (isEmpty && mayBegin) return migrate(open);
  if (isEmpty)
    throw new DatabaseUnavailable(
      'The database is empty: start Sagewire once, which makes its tables.',
    );
  if (pending.length === 0) return;
  throw new DatabaseUnavailable(
    `The database is older than this Sagewire: ${pending[0]?.tag} is missing. Start this version once, which brings it up to date.`,
  );
}
