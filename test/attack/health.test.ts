import { expect, it, onTestFinished, vi } from 'vitest';
import { shareCheck } from '#server/http/readiness.ts';
import { startTestApp } from '#test/runtime.ts';

it('strangers who ask whether we are ready cause one commit, not one each', async () => {
  const test = await startTestApp();
  onTestFinished(() => test.close());
  const { app, runtime } = test;
  const transaction = vi.spyOn(runtime.db, 'transaction');
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.inject('/health/ready')));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
  expect(transaction).toHaveBeenCalledOnce();
});

it('a shared check runs once at a time, and again soon after its end', async () => {
  let time = 0;
  const running: PromiseWithResolvers<boolean>[] = [];
  const check = shareCheck(
    () => {
      running.push(Promise.withResolvers());
      return running.at(-1)?.promise as Promise<boolean>;
    },
    () => time,
  );
  const slow = check();
  time += 60_000;
  expect(check()).toBe(slow);
  running[0]?.resolve(true);
  expect(await slow).toBe(true);
  time += 100;
  expect(await check()).toBe(true);
  expect(running).toHaveLength(1);
  time += 1_000;
  const next = check();
  running[1]?.resolve(false);
  expect(await next).toBe(false);
  expect(running).toHaveLength(2);
});

it('a shared check that fails fails for who shares it, and is tried again', async () => {
  let time = 0;
  const answers = [Promise.reject(new Error('gone')), Promise.resolve(true)];
  const check = shareCheck(
    () => answers.shift() as Promise<boolean>,
    () => time,
  );
  await expect(Promise.all([check(), check()])).rejects.toThrow('gone');
  time += 1_000;
  expect(await check()).toBe(true);
});
