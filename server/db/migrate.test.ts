import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasDatabaseServer, openTestDatabase } from '#test/database.ts';
import { type OpenDatabase, openPostgres, rowsOf } from './client.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';

let open: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  open = await openTestDatabase();
});
afterEach(() => open.close());

const today = readMigrations();
const newest = today.at(-1) as Migration;

function aMigration(
  after: number,
  statements: string[],
  needs: Migration | null = null,
): Migration {
  const tag = `later_${after}`;
  return { tag, when: newest.when + after, hash: tag, statements, needs };
}

const expand = aMigration(1, [
  'alter table messages add column mood text',
  'create table moods (name text primary key)',
]);
const contract = aMigration(2, ['alter table messages drop column mood'], expand);

const countApplied = async ({ db }: OpenDatabase) =>
  (await rowsOf(db, sql`select from drizzle.__drizzle_migrations`)).length;
const hasIndex = async (name: string) =>
  (
    await rowsOf<{ isValid: boolean }>(
      open.db,
      sql`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`,
    )
  )[0]?.isValid;

describe('a database that a newer version has added to', () => {
  it('is left as it is by an older one, which works on', async () => {
    await migrate(open, { known: [...today, expand] });
    await migrate(open);
    await requireMigrated(open);
    expect(await countApplied(open)).toBe(today.length + 1);
  });

  it('refuses what is too old once a contract has taken something away', async () => {
    await migrate(open, { known: [...today, expand, contract] });
    await expect(migrate(open)).rejects.toThrow(
      /knows the migration later_1, or restore a backup\.$/,
    );
    await expect(requireMigrated(open)).rejects.toThrow('changed by a newer Sagewire');
    // The release before the contract.
    await migrate(open, { known: [...today, expand] });
  });

  it('still refuses it after a later contract that needs less', async () => {
    const smaller = aMigration(3, ['drop table moods'], newest);
    await migrate(open, { known: [...today, expand, contract, smaller] });
    await expect(migrate(open)).rejects.toThrow('later_1');
  });
});

describe('a command', () => {
  it('changes nothing in a database that is too old, and says so', async () => {
    await open.db.execute(
      sql`delete from drizzle.__drizzle_migrations where created_at = ${newest.when}`,
    );
    const line = `The database is older than this Sagewire: ${newest.tag} is missing. Start this version once, which brings it up to date.`;
    await expect(requireMigrated(open)).rejects.toThrow(line);
    await expect(requireMigrated(open, { mayBegin: true })).rejects.toThrow(line);
    expect(await countApplied(open)).toBe(today.length - 1);
    await open.db.execute(sql`drop table schema_contracts`);
    await open.db.execute(sql`drop schema drizzle cascade`);
    await expect(requireMigrated(open)).rejects.toThrow(/^The database is empty: /);
  });
});

const indexed = aMigration(1, ['create index concurrently moody on messages (body)']);

it('builds an index that is to be built concurrently', async () => {
  await migrate(open, { known: [...today, indexed] });
  expect(await hasIndex('moody')).toBe(true);
});

it('applies all of a migration or nothing', async () => {
  const broken = aMigration(1, ['create table half (id int)', 'alter table nowhere add x int']);
  await expect(migrate(open, { known: [...today, broken] })).rejects.toThrow(
    /^The database's tables can't be brought up to date: .*nowhere/,
  );
  expect(await countApplied(open)).toBe(today.length);
  await open.db.execute(sql`create table half (id int)`);
});

describe.runIf(hasDatabaseServer)('while texts are stored', () => {
  let other: pg.Client;
  let elsewhere: OpenDatabase;
  beforeEach(async () => {
    other = new pg.Client({ connectionString: open.url });
    await other.connect();
    elsewhere = await openPostgres(open.url as string);
  });
  afterEach(async () => {
    await other.end();
    await elsewhere.close();
  });

  const isWaiting = (statement: string) =>
    vi.waitFor(
      async () => {
        const waiting = await rowsOf<{ pid: number }>(
          elsewhere.db,
          sql`select pid from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query ilike ${`${statement}%`}`,
        );
        expect(waiting).toHaveLength(1);
        return waiting[0]?.pid as number;
      },
      { timeout: 30_000, interval: 20 },
    );
  const store = () => elsewhere.db.execute(sql`update messages set body = body`);

  it('a change of a table that is in use lets them pass, and happens later', async () => {
    await other.query('begin; select from messages');
    const migrating = migrate(open, { known: [...today, expand], pauseMs: 50 });
    for (let times = 0; times < 3; times++) {
      await isWaiting('alter table messages');
      // Ends by its limit if it stands behind the other.
      await store();
    }
    await other.query('commit');
    await migrating;
    await elsewhere.db.execute(sql`select mood from messages`);
  });

  it('an index is built beside them, also for another process that waits for it', async () => {
    await other.query(
      'begin; update messages set body = body; create temporary table busy (id int)',
    );
    await other.query('lock table messages in row exclusive mode');
    const both = [open, elsewhere].map((one) => migrate(one, { known: [...today, indexed] }));
    await isWaiting('create index concurrently');
    await store();
    expect(await hasIndex('moody')).toBe(false);
    await other.query('commit');
    await Promise.all(both);
    expect(await hasIndex('moody')).toBe(true);
    expect(await countApplied(open)).toBe(today.length + 1);
  });

  it('an index that a crash has left unfinished is built again', async () => {
    await other.query('begin; lock table messages in row exclusive mode');
    const migrating = migrate(open, { known: [...today, indexed] });
    const crash = expect(migrating).rejects.toThrow();
    const pid = await isWaiting('create index concurrently');
    await elsewhere.db.execute(sql`select pg_terminate_backend(${pid})`);
    await crash;
    await other.query('commit');
    expect(await hasIndex('moody')).toBe(false);
    await migrate(open, { known: [...today, indexed] });
    expect(await hasIndex('moody')).toBe(true);
  });

  it('a unique index that can not be made is not left behind, where it would refuse rows', async () => {
    const twice = `insert into failure_counts (key, failures, last_failure_at)
      values ('one', 1, now()), ('two', 1, now())`;
    await other.query(twice);
    const unique = 'create unique index concurrently lonely on failure_counts (failures)';
    const impossible = aMigration(1, [unique]);
    await expect(migrate(open, { known: [...today, impossible] })).rejects.toThrow('lonely');
    expect(await hasIndex('lonely')).toBeUndefined();
  });
});
