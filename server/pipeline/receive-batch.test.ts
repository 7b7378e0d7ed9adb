import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, rowsOf } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { insertLease } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, messagesOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, messagesOf } = createTexter(test, expert));
});
afterAll(() => test.close());

it.runIf(hasDatabaseServer)(
  'stores texts of a busy thread in their order, and all others meanwhile',
  async () => {
    const busy = await aConnectedUser(test, expert);
    const other = await aConnectedUser(test, expert);
    const stranger = aPhone();
    const floods: Promise<void>[] = [];
    await transact(test.runtime.db, async (tx) => {
      await lockThread(tx, busy.thread.id);
      for (const body of ['One', 'Two', 'Three']) {
        floods.push(text(busy.phone, body));
        await text(other.phone, `Beside ${body}`);
      }
      expect(await messagesOf(busy.phone)).toEqual([]);
    });
    await Promise.all(floods);
    const bodies = (await messagesOf(busy.phone)).map(({ body }) => body);
    expect(bodies).toEqual(['One', 'Two', 'Three']);
    expect(test.runtime.batches.storing.size).toBe(0);
    await text(stranger, 'Hello?');
    expect(await messagesOf(stranger)).toHaveLength(1);
  },
);

/** Holds the locks that `work` takes until it is released. */
async function hold(work: (tx: Database) => Promise<unknown>): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const until = Promise.withResolvers<void>();
  const done = transact(test.runtime.db, async (tx) => {
    await work(tx);
    held.resolve();
    await until.promise;
  });
  await held.promise;
  return () => {
    until.resolve();
    return done;
  };
}

it.runIf(hasDatabaseServer)(
  'keeps the order although the lock ends while the first text still tries',
  async () => {
    const busy = await aConnectedUser(test, expert);
    const slow = await aConnectedUser(test, expert);
    const unlock = await hold((tx) => lockThread(tx, busy.thread.id));
    const unblock = await hold((tx) => insertLease(tx, slow.thread.id));
    const first = [text(busy.phone, 'STOP'), text(slow.phone, 'In the same batch')];
    await untilWaitingForLock();
    await unlock();
    const second = text(busy.phone, 'START');
    await unblock();
    await Promise.all([...first, second]);
    const bodies = (await messagesOf(busy.phone)).map(({ body }) => body);
    expect(bodies).toEqual(['STOP', 'START']);
  },
);

it.runIf(hasDatabaseServer)('stores a first contact while a thread stays locked', async () => {
  const busy = await aConnectedUser(test, expert);
  const unlock = await hold((tx) => lockThread(tx, busy.thread.id));
  const late = text(busy.phone, 'Late');
  await untilWaitingForLock();
  const stranger = aPhone();
  await text(stranger, 'Hello?');
  expect(await messagesOf(stranger)).toHaveLength(1);
  await unlock();
  await late;
});

async function untilWaitingForLock(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await rowsOf(
        test.runtime.db,
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).not.toEqual([]);
    },
    { timeout: 20_000 },
  );
}

it('stores a text that is repeated while its thread is new once', async () => {
  const { webhookFor } = createTexter(test, expert);
  const phone = aPhone();
  const webhook = webhookFor(phone, 'Hello?');
  await Promise.all([webhook.send(), webhook.send(), webhook.send()]);
  expect(await messagesOf(phone)).toHaveLength(1);
});
