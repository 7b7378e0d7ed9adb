import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { hourMs } from '#shared/time.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { createOverloadGuard } from './overload.ts';

let test: TestApp;
const warnings: string[] = [];
const logTo = new Writable({
  write(line, _encoding, next) {
    const { level, msg } = JSON.parse(String(line));
    if (level >= 40) warnings.push(msg);
    next();
  },
});
beforeAll(async () => {
  test = await startTestApp({ MAX_BACKLOG_SECONDS: '30' }, undefined, logTo);
});
afterAll(() => test.close());

it('refuses messages while the backlog is too old, and loses none that it accepted', async () => {
  const expert = await anExpert(test);
  const { text, webhookFor, received, messagesOf } = createTexter(test, expert);
  const [early, late] = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
  await text(early.phone, 'Hello');
  await test.advance(31_000);

  const webhook = webhookFor(late.phone, 'Anyone there?');
  warnings.length = 0;
  expect(await webhook.send()).toMatchObject({ status: 503, retryAfter: '10' });
  expect(await webhook.send()).toMatchObject({ status: 503, retryAfter: '10' });
  expect(warnings).toEqual(['messages are refused']);
  expect(await messagesOf(late.phone)).toEqual([]);
  const ready = await test.app.inject('/health/ready');
  expect(ready.statusCode).toBe(200);

  await test.runUntilIdle();
  expect(received(early.phone)).toHaveLength(1);
  expect((await messagesOf(early.phone))[1]).toMatchObject({ deliveryState: 'delivered' });
  await test.advance(1_000);
  expect(await webhook.send()).toMatchObject({ status: 200 });
  await test.runUntilIdle();
  expect(received(late.phone)).toHaveLength(1);
});

it('shows in the metrics whether messages are refused, although none comes', async () => {
  const { text } = createTexter(test, await anExpert(test));
  const readGauge = async () => {
    await test.advance(1_000);
    const { body } = await test.app.inject('/metrics');
    return /^sagewire_overloaded (\d)$/m.exec(body)?.[1];
  };
  expect(await readGauge()).toBe('0');
  await text(aPhone(), 'Hello');
  await test.advance(31_000);
  expect(await readGauge()).toBe('1');
  await test.runUntilIdle();
  expect(await readGauge()).toBe('0');
});

it('still accepts a STOP and a crisis, because some gateways give up in seconds', async () => {
  const expert = await anExpert(test);
  const { text, webhookFor, messagesOf } = createTexter(test, expert);
  const [early, late] = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
  await text(early.phone, 'Hello');
  await test.advance(31_000);
  await text(late.phone, 'I want to kill myself');
  await text(late.phone, 'Stop.');
  expect(await messagesOf(late.phone)).toMatchObject([
    { body: 'I want to kill myself' },
    { body: 'Stop.', keyword: 'STOP' },
  ]);
  expect(await webhookFor(aPhone(), 'Hello').send()).toMatchObject({ status: 503 });
  await test.runUntilIdle();
  await test.advance(1_000);
});

it("accepts messages again, although the machine's clock was set back", async () => {
  const expert = await anExpert(test);
  const { text, webhookFor } = createTexter(test, expert);
  const [early, late] = [await aConnectedUser(test, expert), await aConnectedUser(test, expert)];
  await text(early.phone, 'Hello');
  await test.advance(31_000);
  const webhook = webhookFor(late.phone, 'Anyone there?');
  expect(await webhook.send()).toMatchObject({ status: 503 });
  await test.runUntilIdle();
  await test.advance(-20_000);
  expect(await webhook.send()).toMatchObject({ status: 200 });
  await test.advance(20_000);
  await test.runUntilIdle();
});

it('checks again for each of the first messages after a pause', async () => {
  const expert = await anExpert(test);
  const { phone } = await aConnectedUser(test, expert);
  const requireRoom = createOverloadGuard(test.runtime);
  await createTexter(test, expert).text(phone, 'Hello');
  await test.advance(31_000);
  await expect(requireRoom()).rejects.toMatchObject({ status: 503 });
  await test.runUntilIdle();
  await test.advance(1_000);
  await Promise.all([requireRoom(), requireRoom()]);
});

it('refuses messages while a database does not answer, and asks it one question at a time', async () => {
  const { queue } = test.runtime;
  const slow = Promise.withResolvers<null>();
  const measure = vi.spyOn(queue, 'measureBacklog').mockReturnValue(slow.promise);
  const requireRoom = createOverloadGuard(test.runtime);
  const refused = [expect(requireRoom()).rejects.toMatchObject({ status: 503 })];
  await test.advance(1_000);
  refused.push(expect(requireRoom()).rejects.toMatchObject({ status: 503 }));
  expect(measure).toHaveBeenCalledTimes(1);
  slow.resolve(null);
  await Promise.all(refused);
  measure.mockRestore();
  await requireRoom();
});

it.runIf(hasDatabaseServer).each(['wakeups', 'experts'])(
  'refuses messages while the table of %s is locked, and only them',
  async (table) => {
    const { app, runtime } = test;
    const webhook = createTexter(test, await anExpert(test)).webhookFor(aPhone(), 'Hello');
    await test.advance(1_000);
    await transact(runtime.db, async (tx) => {
      await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`));
      expect(await webhook.send()).toMatchObject({ status: 503, retryAfter: '10' });
      expect((await app.inject('/health/ready')).statusCode).toBe(200);
    });
    await test.advance(1_000);
    expect(await webhook.send()).toMatchObject({ status: 200 });
    await test.runUntilIdle();
  },
);

it('does not count what is not due yet', async () => {
  const expert = await anExpert(test);
  const { text } = createTexter(test, expert);
  const { phone, thread } = await aConnectedUser(test, expert);
  const { queue, db } = test.runtime;
  await queue.enqueue(db, 'answer-message', [{ threadId: thread.id, delayMs: hourMs }]);
  await test.advance(60_000);
  expect(await queue.measureBacklog('answer-message')).toBe(0);
  await text(phone, 'Hello');
});

it('does not count what a dead process had begun', async () => {
  const { thread } = await aConnectedUser(test, await anExpert(test));
  const { queue, db } = test.runtime;
  await queue.enqueue(db, 'answer-message', [{ threadId: thread.id }]);
  await queue.lease('answer-message', 100);
  await test.advance(60_000);
  await expireLeases(db);
  expect(await queue.measureBacklog('answer-message')).toBe(0);
  const [job] = await queue.lease('answer-message', 100);
  await queue.fail('answer-message', job as LeasedJob, 'handed back');
  await test.advance(2_000);
  expect(await queue.measureBacklog('answer-message')).toBeGreaterThan(500);
});
