import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Runtime } from '#server/runtime.ts';
import { startSweep } from './sweep.ts';

const everyMs = 15_000;
const kinds = 3;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createSlowRuntime() {
  const answers: (() => void)[] = [];
  const listWithoutWakeup = vi.fn(
    () => new Promise<string[]>((resolve) => answers.push(() => resolve([]))),
  );
  const runtime = {
    queue: { listWithoutWakeup },
    config: { stripe: null },
    log: pino({ level: 'silent' }),
  } as unknown as Runtime;
  const answerAll = async () => {
    for (let kind = 0; kind < kinds; kind++) {
      answers.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
  };
  return { runtime, listWithoutWakeup, answerAll };
}

it('never runs twice at once', async () => {
  const { runtime, listWithoutWakeup, answerAll } = createSlowRuntime();
  const sweep = startSweep(runtime);
  await vi.advanceTimersByTimeAsync(4 * everyMs);
  expect(listWithoutWakeup).toHaveBeenCalledTimes(1);
  await answerAll();
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(listWithoutWakeup).toHaveBeenCalledTimes(kinds + 1);
  await answerAll();
  await sweep.stop();
});

it('has ended when stop resolves', async () => {
  const { runtime, answerAll } = createSlowRuntime();
  const sweep = startSweep(runtime);
  await vi.advanceTimersByTimeAsync(everyMs);
  const stopped = vi.fn();
  const stop = sweep.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(stopped).not.toHaveBeenCalled();
  await answerAll();
  await stop;
});

it('wakes threads while a deletion at Stripe waits', async () => {
  const { runtime, listWithoutWakeup, answerAll } = createSlowRuntime();
  const limit = () => new Promise(() => {});
  const query = { from: () => query, where: () => query, orderBy: () => query, limit };
  const stripe = {};
  const db = { select: () => query };
  startSweep({ ...runtime, config: { stripe }, db } as unknown as Runtime);
  for (const sweeps of [1, 2]) {
    await vi.advanceTimersByTimeAsync(everyMs);
    await answerAll();
    expect(listWithoutWakeup).toHaveBeenCalledTimes(sweeps * kinds);
  }
});

it('deletes what is due while the bucket is down', async () => {
  const { runtime } = createSlowRuntime();
  const deletions = vi.fn(() => Promise.reject(new Error('enough')));
  const names = Promise.resolve([{ name: 'pictures/1a.webp' }]);
  const query = { from: () => query, where: () => query, orderBy: () => query, limit: () => names };
  const files = { remove: () => Promise.reject(new Error('away')) };
  const db = { select: () => query, delete: deletions, transaction: deletions };
  const retention = { auditDays: 0, stripeEventDays: 0, pictureDays: 1, messageDays: 0 };
  const parts = { db, files, clock: { now: () => new Date() } };
  const config = { stripe: null, retention };
  startSweep({ ...runtime, ...parts, config } as unknown as Runtime);
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(deletions).toHaveBeenCalled();
});
