import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rowsOf } from '#server/db/client.ts';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { lockThreadOwners } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { countSlots, type JobName, type LeasedJob } from './jobs.ts';
import { LeaseLost } from './queue.ts';
import { deleteWakeups, selectLeased } from './wakeup-parts.ts';
import { startWorker } from './worker.ts';
import type { JobHandler } from './worker-loop.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const oneSlot = {
  'meet-crisis': 1,
  'answer-message': 1,
  'deliver-reply': 1,
  'replay-failures': 1,
  'tell-owner': 1,
};

it('starts jobs that this process stores at once, while it has room', async () => {
  const expert = await anExpert(test);
  const { queue, db, log } = test.runtime;
  const { text } = createTexter(test, expert);
  const [first, second] = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
  const begun = Promise.withResolvers<LeasedJob>();
  const ended = Promise.withResolvers<void>();
  const answer: JobHandler = async (job) => {
    begun.resolve(job);
    await ended.promise;
    await queue.complete(db, 'answer-message', job);
    return null;
  };
  const handlers = {
    'meet-crisis': answer,
    'answer-message': answer,
    'deliver-reply': answer,
    'replay-failures': answer,
    'tell-owner': answer,
  };
  const lease = vi.spyOn(queue, 'lease').mockResolvedValue([]);
  const worker = startWorker(queue, { slots: oneSlot, handlers, log });
  await worker.runUntilIdle();
  await text(first.phone, 'Hello');
  expect(await begun.promise).toMatchObject({ threadId: first.thread.id, attempts: 1 });
  await text(second.phone, 'Hello');
  lease.mockRestore();
  const waiting = await queue.lease('answer-message', 2);
  expect(waiting).toMatchObject([{ threadId: second.thread.id }]);
  await queue.complete(db, 'answer-message', waiting[0] as LeasedJob);
  ended.resolve();
  await worker.stop(0);
});

it("delays a wakeup by the runtime's clock", async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { queue, db } = test.runtime;
  await test.advance(hourMs);
  await queue.enqueue(db, 'answer-message', [{ threadId: thread.id, delayMs: minuteMs }]);
  await test.advance(minuteMs / 2);
  expect(await queue.lease('answer-message', 1)).toEqual([]);
  await test.advance(minuteMs / 2);
  expect(await queue.lease('answer-message', 1)).toMatchObject([{ threadId: thread.id }]);
});

it('finds the text that a message quotes by an index', async () => {
  const plan = await transact(test.runtime.db, async (tx) => {
    // An empty table would be scanned.
    await tx.execute(sql`set local enable_seqscan = off`);
    return rowsOf<{ 'QUERY PLAN': string }>(
      tx,
      sql`explain select id from messages where gateway_message_id = 'SM1'`,
    );
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_gateway_id');
});

it('finds and ends the wakeups of threads without reading others', async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { db } = test.runtime;
  const name = 'answer-message';
  const ended = deleteWakeups(name, sql`select ${thread.id}::uuid as thread_id offset 0`);
  const job = { threadId: sql`job.thread_id`, lease: sql`job.lease` };
  const leased = sql`select * from (select ${thread.id}::uuid as thread_id, gen_random_uuid() as lease offset 0) as job
    cross join lateral (${selectLeased(name, job)}) as leased`;
  for (const statement of [ended, leased]) {
    const plan = await transact(db, async (tx) => {
      await lockThreadOwners(tx, [thread.id]);
      return rowsOf<{ 'QUERY PLAN': string }>(tx, sql`explain ${statement}`);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/wakeups_thread_id_job_pk.*\n\s+(Index|Recheck) Cond: \(thread_id = /);
    expect(lines).not.toContain('wakeups_due');
  }
});

it('finds the kinds of work that are due and not leased', async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { queue, db } = test.runtime;
  await queue.enqueue(db, 'answer-message', [{ threadId: thread.id }]);
  await queue.enqueue(db, 'deliver-reply', [{ threadId: thread.id, delayMs: minuteMs }]);
  expect(await queue.listDue()).toEqual(['answer-message']);
  const [job] = await queue.lease('answer-message', 1);
  expect(await queue.listDue()).toEqual([]);
  await expireLeases(db);
  expect(await queue.listDue()).toEqual(['answer-message']);
  await queue.complete(db, 'answer-message', job as LeasedJob);
  await test.advance(minuteMs);
  expect(await queue.listDue()).toContain('deliver-reply');
  const [last] = await queue.lease('deliver-reply', 1);
  await queue.complete(db, 'deliver-reply', last as LeasedJob);
});

it.runIf(hasDatabaseServer)(
  'gives up polls, heartbeats and checks while the table is locked, and frees their connections',
  async () => {
    const { queue, db } = test.runtime;
    await transact(db, async (tx) => {
      await tx.execute(sql`lock table wakeups in access exclusive mode`);
      await Promise.all([
        expect(queue.measureBacklog('answer-message')).resolves.toBeNull(),
        expect(queue.listDue()).rejects.toSatisfy(isDatabaseFailure),
        expect(queue.touch('answer-message', [])).rejects.toSatisfy(isDatabaseFailure),
      ]);
      await vi.waitFor(async () => {
        const waiting = sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        expect(await rowsOf(tx, waiting)).toEqual([]);
      });
    });
  },
);

it('keeps no message text with a failed job', async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { queue, db, config, log } = test.runtime;
  await queue.enqueue(db, 'answer-message', [{ threadId: thread.id }]);
  const fail = async () => {
    await db.execute(sql`select ${'my secret'}::text, 1 / 0`);
    return null;
  };
  const handlers = {
    'meet-crisis': fail,
    'answer-message': fail,
    'deliver-reply': fail,
    'replay-failures': fail,
    'tell-owner': fail,
  };
  const worker = startWorker(queue, { slots: countSlots(config), handlers, log, polls: false });
  await worker.runUntilIdle();
  await worker.stop(0);
  const kept = await rowsOf(
    db,
    sql`select reason from wakeups where thread_id = ${thread.id} and reason is not null`,
  );
  expect(kept).toEqual([{ reason: 'division by zero' }]);
});

it('hands a job back however often it has failed', async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { queue, db } = test.runtime;
  await queue.enqueue(db, 'deliver-reply', [{ threadId: thread.id }]);
  const [job] = await queue.lease('deliver-reply', 1);
  await db.execute(sql`update wakeups set failures = 1024 where thread_id = ${thread.id}`);
  await queue.fail('deliver-reply', job as LeasedJob, 'always');
  expect(await queue.lease('deliver-reply', 1)).toEqual([]);
  await test.advance(minuteMs);
  const [again] = await queue.lease('deliver-reply', 1);
  await queue.complete(db, 'deliver-reply', again as LeasedJob);
});

it('runs waiting jobs beside the work that other jobs have begun', async () => {
  const expert = await anExpert(test);
  const { queue, db, log } = test.runtime;
  const answered = (await aConnectedUser(test, expert)).thread.id;
  const waiting = (await aConnectedUser(test, expert)).thread.id;
  await queue.enqueue(db, 'answer-message', [{ threadId: answered }]);
  await queue.enqueue(db, 'deliver-reply', [{ threadId: waiting }]);
  const { promise: delivered, resolve } = Promise.withResolvers<void>();
  const handlers: Record<JobName, JobHandler> = {
    'meet-crisis': async () => null,
    'replay-failures': async () => null,
    'tell-owner': async () => null,
    'answer-message': async (job) => {
      await queue.complete(db, 'answer-message', job);
      return { job: 'deliver-reply', work: () => delivered };
    },
    'deliver-reply': async (job) => {
      await queue.complete(db, 'deliver-reply', job);
      resolve();
      return null;
    },
  };
  const worker = startWorker(queue, { slots: oneSlot, handlers, log, polls: false });
  await worker.runUntilIdle();
  await worker.stop(0);
});

it.runIf(hasDatabaseServer)('keeps leases beside a batch that completes one of them', async () => {
  const expert = await anExpert(test);
  const { queue, db } = test.runtime;
  for (let thread = 0; thread < 2; thread++) {
    const { id: threadId } = (await aConnectedUser(test, expert)).thread;
    await queue.enqueue(db, 'deliver-reply', [{ threadId }]);
  }
  const [first, second] = (await queue.lease('deliver-reply', 2)) as [LeasedJob, LeasedJob];
  await expireLeases(db);
  await transact(db, async (tx) => {
    await queue.complete(tx, 'deliver-reply', first);
    await queue.touch('deliver-reply', [first, second]);
  });
  expect(await queue.lease('deliver-reply', 2)).toEqual([]);
});

const each = <Value>(value: Value) => ({
  ...{ 'meet-crisis': value, 'answer-message': value },
  ...{ 'deliver-reply': value, 'replay-failures': value, 'tell-owner': value },
});

it('gives up the lease of a job that hangs, which can store nothing then', async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { queue, db, log } = test.runtime;
  const goesOn = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<unknown>();
  let times = 0;
  const hang: JobHandler = async (job, signal) => {
    if (++times > 1) {
      await queue.complete(db, 'answer-message', job);
      return null;
    }
    await goesOn.promise;
    expect(signal.aborted).toBe(true);
    const late = queue.complete(db, 'answer-message', job);
    isOver.resolve(await late.catch((error) => error));
    return null;
  };
  const options = { slots: each(1), limitsMs: each(50), handlers: each(hang), log, polls: false };
  const worker = startWorker(queue, options);
  await queue.enqueue(db, 'answer-message', [{ threadId: thread.id }]);
  await worker.runUntilIdle();
  expect(times).toBe(1);
  await test.advance(1_000);
  await worker.runUntilIdle();
  expect(times).toBe(2);
  goesOn.resolve();
  expect(await isOver.promise).toBeInstanceOf(LeaseLost);
  await worker.stop(0);
});
