import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, rowsOf } from '#server/db/client.ts';
import { lockThread, lockThreadsById } from '#server/db/locks.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { insertLease } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { receiveMessage } from '../journey.ts';

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
    expect(test.runtime.batches.storing.size()).toBe(0);
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

it.runIf(hasDatabaseServer)('stores first contacts while many threads stay locked', async () => {
  const busy: Awaited<ReturnType<typeof aConnectedUser>>[] = [];
  for (let count = 0; count < 6; count++) busy.push(await aConnectedUser(test, expert));
  const unlock = await hold((tx) =>
    lockThreadsById(
      tx,
      busy.map(({ thread }) => thread.id),
    ),
  );
  const late = busy.map(({ phone }) => text(phone, 'Late'));
  const strangers = Array.from({ length: 70 }, aPhone);
  await Promise.all(strangers.map((phone) => text(phone, 'Hello?')));
  for (const phone of strangers) expect(await messagesOf(phone)).toHaveLength(1);
  expect(await messagesOf(busy[0]?.phone ?? '')).toEqual([]);
  await unlock();
  await Promise.all(late);
});

it.runIf(hasDatabaseServer)(
  'keeps the order of what many people send at once, while the threads of some are locked',
  async () => {
    const people: Awaited<ReturnType<typeof aConnectedUser>>[] = [];
    for (let count = 0; count < 40; count++) people.push(await aConnectedUser(test, expert));
    const bodies = ['One', 'Two', 'Three', 'Four', 'Five'];
    const ids = people.slice(0, 10).map(({ thread }) => thread.id);
    const unlock = await hold((tx) => lockThreadsById(tx, ids));
    const all = bodies.flatMap((body) => people.map(({ phone }) => receive(phone, body)));
    await Promise.all(all.filter((_, index) => index % people.length >= ids.length));
    await unlock();
    await Promise.all(all);
    for (const { phone } of people) {
      expect((await messagesOf(phone)).map(({ body }) => body)).toEqual(bodies);
    }
  },
);

const receive = (from: string, body: string) =>
  receiveMessage(test.runtime, {
    expertId: expert.id,
    channel: 'SMS',
    gatewayAccount: 'AC1',
    gatewayMessageId: `SM${from}${body}`,
    from,
    body,
    content: 'words',
    media: [],
    quotedGatewayId: null,
    segments: 1,
    keywordAnswered: null,
  });

it.runIf(hasDatabaseServer)(
  'leases nothing for a text whose commit was not answered, so that its turn can begin',
  async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const worker = { wake: () => {}, hasRoom: () => true, reserve: () => () => {} };
    test.runtime.queue.attachWorker('answer-message', worker);
    loseNextAnswer(test.runtime.db);
    await expect(receive(phone, 'Hello')).rejects.toThrow('The connection was lost');
    expect(await receive(phone, 'Hello')).toBe('repeated');
    const leased = await test.runtime.queue.lease('answer-message', 1_000);
    expect(leased).toContainEqual(expect.objectContaining({ threadId: thread.id, attempts: 1 }));
  },
);

function loseNextAnswer(db: Database): void {
  const { session } = db._;
  const prepare = session.prepareQuery;
  session.prepareQuery = (...args) => {
    session.prepareQuery = prepare;
    const query = prepare.apply(session, args);
    const execute = query.execute.bind(query);
    query.execute = async (...values) => {
      await execute(...values);
      throw new Error('The connection was lost');
    };
    return query as never;
  };
}

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
