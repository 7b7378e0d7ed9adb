import { sql } from 'drizzle-orm';
import { SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { type Database, DatabaseUnavailable, rowsOf } from '#server/db/client.ts';
import { isRightMissing } from '#server/db/error-code.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { readSchemaState } from '#server/db/schema-state.ts';
import { describeUnusedFolder } from '#server/db/unused-folder.ts';
import { broken, ok, warn } from '#server/outside/outgoing/trouble.ts';
import type { Finding } from '#shared/api/doctor.ts';
import { type Check, type ReadyPatient, withConfig, withDatabase, withTables } from './check.ts';
import { findPooler } from './pooler.ts';

/** postgresql.org, "Versioning policy": the last release of each. */
const lastReleases: Record<number, string> = {
  ...{ 14: '2026-11-12', 15: '2027-11-11', 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' },
};
/** Of one process: its pool, and the connection that listens. */
const connectionsEach = 21;
/** Below this a process waits for itself. */
const minConnections = 8;
const maxSkewMs = 2_000;
/** Signed requests and codes are refused from here on. */
const wrongSkewMs = 30_000;

const isPostgres = ({ config }: ReadyPatient) => config.databaseUrl !== undefined;
const onPostgres = (run: (patient: ReadyPatient) => Promise<Finding[]>) =>
  withDatabase(async (patient) => (isPostgres(patient) ? run(patient) : []));

export const databaseChecks: Check[] = [
  {
    group: 'Database',
    name: 'Connection',
    run: withConfig(async ({ config, databaseTrouble }) => {
      if (databaseTrouble) throw databaseTrouble;
      if (config.databaseUrl) return [ok('It answers.')];
      const isReal = Object.values(config.channels).some(({ isSandboxed }) => !isSandboxed);
      if (!isReal) return [ok('The embedded database is open.')];
      const why =
        'The embedded database never forces its writes to the disk, so a power cut loses texts.';
      return [
        warn(why, 'Set DATABASE_URL to a PostgreSQL before people rely on this installation.'),
      ];
    }),
  },
  {
    group: 'Database',
    name: 'Embedded database',
    run: withConfig(async ({ config }) => {
      const unused = describeUnusedFolder(config);
      return unused ? [warn(unused.why, unused.fix, 'DATA_DIR')] : [];
    }),
  },
  { group: 'Database', name: 'Version', run: onPostgres(checkVersion) },
  { group: 'Database', name: 'Rights', run: onPostgres(async ({ db }) => [await checkRights(db)]) },
  { group: 'Database', name: 'Durability', run: onPostgres(async ({ db }) => checkDurability(db)) },
  { group: 'Database', name: 'Clocks', run: onPostgres(checkClocks) },
  { group: 'Database', name: 'Connections', run: onPostgres(checkConnections) },
  { group: 'Database', name: 'Pooler', run: onPostgres(checkPooler) },
  { group: 'Database', name: 'Tables', run: withDatabase(checkTables) },
  { group: 'Database', name: 'Secret key', run: withTables(checkSecretKey) },
];

async function checkVersion({ db, now }: ReadyPatient): Promise<Finding[]> {
  const [row] = await rowsOf<{ version: string }>(
    db,
    sql`select current_setting('server_version') as version`,
  );
  const version = row?.version ?? '';
  const last = lastReleases[Number.parseInt(version, 10)];
  if (last && Date.parse(last) < now().getTime()) {
    const why = `PostgreSQL ${version} gets no fixes since ${last}.`;
    return [warn(why, 'Upgrade the server to a version that PostgreSQL still supports.')];
  }
  return [ok(`PostgreSQL ${version}.`)];
}

type Rights = {
  readOnly: boolean;
  creates: boolean;
  foreign: string | null;
  unreadable: string | null;
};

const ownFix =
  'Let the user of DATABASE_URL own the database and its tables (REASSIGN OWNED or ALTER … OWNER TO).';

/** Migrations change tables, which only their owner may. */
async function checkRights(db: Database): Promise<Finding> {
  const [row] = await rowsOf<Rights>(
    db,
    sql`select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly",
          has_database_privilege(current_database(), 'CREATE')
            and has_schema_privilege('public', 'CREATE') as creates,
          min(relname::text) filter (where not pg_has_role(relowner, 'USAGE')) as foreign,
          min(relname::text) filter (where not (has_table_privilege(c.oid, 'SELECT')
            and has_table_privilege(c.oid, 'INSERT') and has_table_privilege(c.oid, 'UPDATE')
            and has_table_privilege(c.oid, 'DELETE'))) as unreadable
        from (select 1) one left join pg_class c
          on relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  if (!row || row.readOnly) {
    const fix = 'Let DATABASE_URL lead to the primary server.';
    return broken('The database only lets us read: it is a standby, or set so.', fix);
  }
  if (row.unreadable)
    return broken(`Its user may not read and change the table ${row.unreadable}.`, ownFix);
  if (!row.creates || row.foreign) {
    const what = row.foreign ? `does not own the table ${row.foreign}` : 'may not create tables';
    return broken(`Its user ${what}, so the next update can't change the tables.`, ownFix);
  }
  return ok('Its user may read, write and change the tables.');
}

async function checkDurability(db: Database): Promise<Finding[]> {
  const [row] = await rowsOf<Record<'fsync' | 'commit' | 'pages', string>>(
    db,
    sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
          current_setting('full_page_writes') as pages`,
  );
  if (row?.fsync === 'off') {
    const why = 'fsync is off: a power cut can destroy the whole database.';
    return [broken(why, "Set fsync = on in the server's postgresql.conf, and reload it.")];
  }
  if (row?.pages === 'off') {
    const why = 'full_page_writes is off: a power cut can destroy pages of the database.';
    return [
      broken(why, "Set full_page_writes = on in the server's postgresql.conf, and reload it."),
    ];
  }
  if (row?.commit === 'off') {
    const why = 'synchronous_commit is off: a power cut loses texts that we have acknowledged.';
    return [
      warn(why, "Set synchronous_commit = on in the server's postgresql.conf, or for our user."),
    ];
  }
  return [ok('What is committed is on the disk.')];
}

async function checkClocks({ callRoll }: ReadyPatient): Promise<Finding[]> {
  const processes = await callRoll();
  const off = processes.flatMap(({ name, skewMs }) =>
    skewMs !== null && Math.abs(skewMs) > maxSkewMs ? { name, skewMs } : [],
  );
  if (off.length === 0) {
    const known = processes.filter(({ skewMs }) => skewMs !== null).length;
    return known > 0
      ? [ok(`${known} ${known === 1 ? 'clock agrees' : 'clocks agree'} with the database's.`)]
      : [];
  }
  return off.map(({ name, skewMs }) => {
    const say = Math.abs(skewMs) > wrongSkewMs ? broken : warn;
    const way = skewMs > 0 ? 'ahead of' : 'behind';
    const why = `The clock of ${name} is ${Math.round(Math.abs(skewMs) / 1000)} seconds ${way} the database's, so work is done at the wrong time.`;
    return say(
      why,
      'Synchronize the clocks of both machines, for example with chrony or systemd-timesyncd.',
      name,
    );
  });
}

async function checkConnections({ db, config, callRoll }: ReadyPatient): Promise<Finding[]> {
  const { limit, used } = await countConnections(db);
  const processes = (await callRoll()).length || 1;
  // A pooler lends the others.
  const each = config.databaseDirectUrl ? 1 : connectionsEach;
  const open = processes === 1 ? 'process opens' : 'processes open';
  const facts = `${limit} connections are allowed, ${used} are used by others, and ${processes} ${open} up to ${processes * each}.`;
  const free = limit - used;
  if (free >= processes * each) return [ok(facts)];
  const say = free < Math.min(minConnections, each) * processes ? broken : warn;
  const fix =
    'Raise max_connections and the limits of user and database, or use a pooler (docs/how-to/use-a-pooler.md).';
  return [say(facts, fix)];
}

async function countConnections(db: Database): Promise<{ limit: number; used: number }> {
  const [row] = await rowsOf<{ limit: number; used: number }>(
    db,
    sql`select least(
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
            nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
            nullif((select datconnlimit from pg_database where datname = current_database()), -1)) as limit,
          (select count(*) from pg_stat_activity
            where datname is not null and application_name <> 'sagewire')::int as used`,
  );
  return row ?? { limit: 0, used: 0 };
}

/** Opens two more connections, unless they run short: another check says so. */
async function checkPooler({ config, db }: ReadyPatient): Promise<Finding[]> {
  const { databaseUrl = '', databaseDirectUrl } = config;
  const { limit } = await countConnections(db);
  return limit < minConnections ? [] : [await findPooler(databaseUrl, databaseDirectUrl)];
}

async function checkTables({ db }: ReadyPatient): Promise<Finding[]> {
  const state = await readSchemaState(db, readMigrations()).catch((error) => {
    if (error instanceof DatabaseUnavailable || isRightMissing(error)) return error as Error;
    throw error;
  });
  if (isRightMissing(state)) {
    return [broken('Its user may not read which migrations are applied.', ownFix)];
  }
  if (state instanceof Error) {
    const fix = 'Start the newer version, or restore a backup from before the update.';
    return [broken(state.message, fix)];
  }
  if (state.pending.length > 0) {
    const why = `${state.pending.length} migrations are not applied.`;
    return [warn(why, 'Start Sagewire once: each start brings the tables up to date.')];
  }
  if (state.isNewer)
    return [ok('A newer Sagewire has changed the tables; this one can work on them.')];
  return [ok('The tables are up to date.')];
}

async function checkSecretKey({ loadSecrets }: ReadyPatient): Promise<Finding[]> {
  try {
    await loadSecrets();
    return [ok('It opens what is stored.')];
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    const why = 'SECRET_KEY is not the one that this database was used with.';
    return [
      broken(why, 'Set the SECRET_KEY from before, or see docs/how-to/rotate-the-secret-key.md.'),
    ];
  }
}
