import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasDatabaseServer, openTestDatabase } from '#test/database.ts';
import { type Relay, startRelay } from '#test/relay.ts';
import { type OpenDatabase, openPostgres, rowsOf } from './client.ts';
import { isConnectionLost } from './database-failure.ts';
import { limitStatements } from './limit-statements.ts';
import { connectionsDropped } from './metrics.ts';
import { prepareStatement } from './prepare-statement.ts';
import { transact, transactAtOnce } from './transact.ts';

const statementMs = 300;
/** With the grace, and the time between two checks. */
const maxMs = 2_500;

let test: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

describe.runIf(hasDatabaseServer)('a connection that dies without a word', () => {
  let relay: Relay;
  let open: OpenDatabase;
  beforeEach(async () => {
    relay = await startRelay(test.url as string);
    open = await openPostgres(relay.url, { statementMs });
  });
  afterEach(async () => {
    await open.close();
    await relay.close();
  });
  const ping = () => rowsOf(open.db, sql`select 1 as one`);
  const countDropped = async () => (await connectionsDropped.get()).values[0]?.value ?? 0;

  it('fails its statement in time, and the idle ones go with it', async () => {
    await Promise.all(Array.from({ length: 5 }, ping));
    await sleep(600);
    const before = await countDropped();
    expect(relay.swallow()).toBe(5);
    const asked = performance.now();
    await expect(ping()).rejects.toSatisfy(isConnectionLost);
    expect(performance.now() - asked).toBeLessThan(maxMs);
    expect(await countDropped()).toBe(before + 5);
    const again = performance.now();
    await Promise.all(Array.from({ length: 5 }, ping));
    expect(performance.now() - again).toBeLessThan(1_000);
  });

  it.each(['transact', 'transactAtOnce'] as const)(
    'does not hang in the rollback of %s',
    async (how) => {
      await ping();
      relay.swallow();
      const work =
        how === 'transact'
          ? transact(open.db, (tx) => rowsOf(tx, sql`select 1 as one`))
          : transactAtOnce(open.db, (tx) => [rowsOf(tx, sql`select 1 as one`)]);
      await expect(work).rejects.toSatisfy(isConnectionLost);
      expect(await transact(open.db, (tx) => rowsOf(tx, sql`select 2 as two`))).toEqual([
        { two: 2 },
      ]);
    },
  );

  it('takes the time of a statement that can not wait for the usual limit', async () => {
    const patient = await openPostgres(relay.url, { statementMs: 60_000 });
    const urgent = prepareStatement(sql`select 1 as one`, { silenceMs: 500 });
    await urgent(patient.db, {});
    relay.swallow();
    await expect(urgent(patient.db, {})).rejects.toSatisfy(isConnectionLost);
    await patient.close();
  });

  it('does not keep the process from ending', async () => {
    await ping();
    relay.swallow();
    await open.close();
    open = await openPostgres(relay.url, { statementMs });
  });
});

describe.runIf(hasDatabaseServer)('a statement that takes long', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openPostgres(test.url as string, { statementMs });
  });
  afterAll(() => open?.close());

  it('is ended by the server, which keeps its connection', async () => {
    const before = (await connectionsDropped.get()).values[0]?.value;
    const error = await rowsOf(open.db, sql`select pg_sleep(2)`).catch((failure) => failure);
    expect(error.cause).toMatchObject({ code: '57014' });
    expect((await connectionsDropped.get()).values[0]?.value).toBe(before);
  });

  it('has the time that its transaction asks for, and no other has', async () => {
    const rows = await transact(open.db, async (tx) => {
      await limitStatements(tx, 5_000);
      return rowsOf(tx, sql`select 'late' as came from pg_sleep(2)`);
    });
    expect(rows).toEqual([{ came: 'late' }]);
    await expect(transact(open.db, (tx) => rowsOf(tx, sql`select pg_sleep(2)`))).rejects.toThrow();
  });

  it('may take any time on a connection without limits', async () => {
    const patient = await openPostgres(test.url as string, { statementMs: null });
    expect(await rowsOf(patient.db, sql`show statement_timeout`)).toEqual([
      { statement_timeout: '0' },
    ]);
    await patient.close();
  });

  it('that waits for a lock gives up, and nothing of it is stored', async () => {
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const error = await rowsOf(open.db, sql`select count(*) from users`).catch(
      (failure) => failure,
    );
    expect(error.cause).toMatchObject({ code: '57014' });
    await holder.end();
  });
});
