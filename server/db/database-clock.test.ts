import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '#shared/time.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { rowsOf } from './client.ts';
import { startDatabaseClock } from './database-clock.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function startClock(aheadMs: number) {
  const lines: string[] = [];
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  const machine = { aheadMs, now: () => new Date(Date.now() + machine.aheadMs) };
  const open = await test.openDatabase();
  const clock = await startDatabaseClock(open, { log: pino(into), system: machine });
  const stop = async () => {
    clock.stop();
    await open.close();
  };
  return { clock, machine, lines, stop };
}

describe.runIf(hasDatabaseServer)('beside a database server', () => {
  const isDatabaseTime = async (time: Date) => {
    const [row] = await rowsOf<{ ms: number }>(
      test.runtime.db,
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    );
    return Math.abs((row?.ms ?? 0) - time.getTime()) < 60_000;
  };

  it.each([
    { machine: 'ahead of', aheadMs: hourMs },
    { machine: 'behind', aheadMs: -hourMs },
  ])(
    'a machine that is $machine it uses its time, and says so once',
    async ({ machine, aheadMs }) => {
      const { clock, lines, stop } = await startClock(aheadMs);
      await clock.measure();
      expect(await isDatabaseTime(clock.now())).toBe(true);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(
        new RegExp(
          `^this machine's clock is 3[56]\\d\\d\\.\\d s ${machine} the database's, which is used$`,
        ),
      );
      await stop();
    },
  );

  it('a text that a machine with a wrong clock stores has the time of the database', async () => {
    const { clock, stop } = await startClock(hourMs);
    const own = test.runtime.clock;
    test.runtime.clock = clock;
    const expert = await anExpert(test);
    const { phone } = await aConnectedUser(test, expert);
    const { text, messagesOf } = createTexter(test, expert);
    await text(phone, 'What is 12*7?');
    await test.runUntilIdle();
    test.runtime.clock = own;
    const times = (await messagesOf(phone)).map(({ createdAt }) => createdAt);
    expect(times).toHaveLength(2);
    for (const time of times) expect(await isDatabaseTime(time)).toBe(true);
    await stop();
  });

  it('a clock that is set right is seen, and one that is set wrong later', async () => {
    const { clock, machine, lines, stop } = await startClock(0);
    expect(lines).toEqual([]);
    machine.aheadMs = hourMs;
    await clock.measure();
    expect(await isDatabaseTime(clock.now())).toBe(true);
    machine.aheadMs = 0;
    await clock.measure();
    expect(await isDatabaseTime(clock.now())).toBe(true);
    expect(lines.map((line) => line.replace(/\d+\.\d/, 'N'))).toEqual([
      "this machine's clock is N s ahead of the database's, which is used",
      "this machine's clock agrees with the database's again",
    ]);
    await stop();
  });
});

it.runIf(!hasDatabaseServer)("the embedded database's time is the machine's", async () => {
  const { clock, machine, lines, stop } = await startClock(hourMs);
  expect(Math.abs(clock.now().getTime() - machine.now().getTime())).toBeLessThan(60_000);
  expect(lines).toEqual([]);
  await stop();
});
