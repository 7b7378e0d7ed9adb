import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasDatabaseServer, openTestDatabase } from '#test/database.ts';
import { type Database, rowsOf } from './client.ts';
import { hasErrorCode } from './error-code.ts';
import { prepareStatement } from './prepare-statement.ts';
import { users } from './schema.ts';
import { allowIdle, transact, transactAtOnce } from './transact.ts';

let open: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

const raise = (code: string) =>
  sql.raw(`do $$ begin raise exception 'broken off' using errcode = '${code}'; end $$`);

it.each(['40P01', '40001'])('starts again after %s, and commits once', async (code) => {
  let attempts = 0;
  const email = `once-${code}@example.com`;
  await transact(open.db, async (tx) => {
    await tx.insert(users).values({ email, passwordHash: '' });
    if (++attempts === 1) await tx.execute(raise(code));
  });
  expect(attempts).toBe(2);
  expect(await open.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

it('gives up after five attempts', async () => {
  let attempts = 0;
  const work = transact(open.db, async (tx) => {
    attempts++;
    await tx.execute(raise('40001'));
  });
  await expect(work).rejects.toSatisfy((error) => hasErrorCode(error, '40001'));
  expect(attempts).toBe(5);
});

it('passes any other failure on at once', async () => {
  let attempts = 0;
  const work = transact(open.db, async (tx) => {
    attempts++;
    await tx.execute(raise('23514'));
  });
  await expect(work).rejects.toSatisfy((error) => hasErrorCode(error, '23514'));
  expect(attempts).toBe(1);
});

it('takes back statements that left together with one that fails', async () => {
  const email = 'together@example.com';
  const work = transact(open.db, (tx) =>
    Promise.all([
      tx.insert(users).values({ email, passwordHash: '' }),
      tx.execute(raise('23514')),
      tx.insert(users).values({ email: 'after@example.com', passwordHash: '' }),
    ]),
  );
  await expect(work).rejects.toSatisfy((error) => hasErrorCode(error, '23514'));
  expect(await open.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  await transact(open.db, (tx) => tx.insert(users).values({ email, passwordHash: '' }));
  expect(await open.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

it('sends statements together in their order', async () => {
  const [, rows] = await transact(open.db, (tx) =>
    Promise.all([
      rowsOf(tx, sql`select set_config('enable_seqscan', 'off', true)`),
      rowsOf(tx, sql`select current_setting('enable_seqscan') as seqscan`),
    ]),
  );
  expect(rows).toEqual([{ seqscan: 'off' }]);
});

const addUser = prepareStatement<{ email: string }>(
  sql`insert into users (id, email, password_hash) values (gen_random_uuid(), ${sql.placeholder('email')}, '') returning email`,
);
const findUsers = (email: string) => open.db.select().from(users).where(eq(users.email, email));

it('commits statements that leave together with their commit', async () => {
  const email = 'at-once@example.com';
  const [added, counted] = await transactAtOnce(open.db, (tx) => [
    addUser(tx, { email }),
    rowsOf(tx, sql`select count(*)::int as count from users where email = ${email}`),
  ]);
  expect([added, counted]).toEqual([[{ email }], [{ count: 1 }]]);
  expect(await findUsers(email)).toHaveLength(1);
});

it('takes back all that left together with a commit if one statement fails', async () => {
  const email = 'not-at-once@example.com';
  const work = transactAtOnce(open.db, (tx) => [
    addUser(tx, { email }),
    rowsOf(tx, raise('23514')),
    addUser(tx, { email: 'behind@example.com' }),
  ]);
  await expect(work).rejects.toSatisfy((error) => hasErrorCode(error, '23514'));
  expect(await findUsers(email)).toEqual([]);
  expect(await findUsers('behind@example.com')).toEqual([]);
  // The connection is as good as before.
  await transact(open.db, (tx) => addUser(tx, { email }));
  expect(await findUsers(email)).toHaveLength(1);
  const undone = transact(open.db, async (tx) => {
    await addUser(tx, { email: 'behind@example.com' });
    throw new Error('changed its mind');
  });
  await expect(undone).rejects.toThrow('changed its mind');
  expect(await findUsers('behind@example.com')).toEqual([]);
});

it('commits nothing of what left together if a statement lacks a value', async () => {
  const email = 'incomplete@example.com';
  const work = transactAtOnce(open.db, (tx) => [addUser(tx, { email }), addUser(tx, {})]);
  await expect(work).rejects.toThrow('email');
  expect(await findUsers(email)).toEqual([]);
});

it('refuses to commit within another transaction', async () => {
  const email = 'outer@example.com';
  const work = transact(open.db, async (tx) => {
    await addUser(tx, { email });
    await transactAtOnce(tx, (inner) => [addUser(inner, { email: 'inner@example.com' })]);
  });
  await expect(work).rejects.toThrow('within a transaction');
  expect(await findUsers(email)).toEqual([]);
});

it('starts again after a conflict in what left together', async () => {
  const email = 'again-at-once@example.com';
  let attempts = 0;
  await transactAtOnce(open.db, (tx) => [
    addUser(tx, { email }),
    rowsOf(tx, ++attempts === 1 ? raise('40001') : sql`select 1`),
  ]);
  expect(attempts).toBe(2);
  expect(await findUsers(email)).toHaveLength(1);
});

it.runIf(hasDatabaseServer)(
  'fails alone when its connection is cut between two statements',
  async () => {
    const email = 'cut-off@example.com';
    const work = transact(open.db, async (tx) => {
      await tx.insert(users).values({ email, passwordHash: '' });
      const [own] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await open.db.execute(sql`select pg_terminate_backend(${own?.pid}, 10000)`);
      await open.db.execute(sql`select 'meanwhile the end of the other connection is read'`);
      await tx.insert(users).values({ email: 'never@example.com', passwordHash: '' });
    });
    await expect(work).rejects.toThrow();
    expect(await open.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  },
);

it.runIf(hasDatabaseServer)('lets both sides of a real deadlock commit', async () => {
  const [a, b] = ['deadlock-a@example.com', 'deadlock-b@example.com'];
  await open.db.insert(users).values([
    { email: a, passwordHash: '' },
    { email: b, passwordHash: '' },
  ]);
  const bothHoldOne = createBarrier(2);
  const lockInTurn = (first: string, second: string) =>
    transact(open.db, async (tx) => {
      const setName = (email: string) =>
        tx.update(users).set({ firstName: first }).where(eq(users.email, email));
      await setName(first);
      await bothHoldOne();
      await setName(second);
    });
  await Promise.all([lockInTurn(a, b), lockInTurn(b, a)]);
});

function createBarrier(count: number): () => Promise<void> {
  let arrived = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    if (++arrived === count) resolve();
    return promise;
  };
}

it.runIf(hasDatabaseServer)('ends a transaction that idles, which frees its locks', async () => {
  const name = 'idle_in_transaction_session_timeout';
  const limitOf = async (db: Database) =>
    (await rowsOf<{ limit: string }>(db, sql`select current_setting(${name}) as limit`))[0]?.limit;
  expect(await limitOf(open.db)).toBe('8s');
  await transact(open.db, async (tx) => {
    await allowIdle(tx);
    expect(await limitOf(tx)).toBe('0');
  });
  const email = 'idle@example.com';
  const idling = transact(open.db, async (tx) => {
    await tx.execute(sql`select set_config(${name}, '50', true)`);
    await tx.insert(users).values({ email, passwordHash: '' });
    await sleep(500);
    await tx.execute(sql`select 1`);
  });
  await expect(idling).rejects.toThrow();
  await open.db.insert(users).values({ email, passwordHash: '' });
});
