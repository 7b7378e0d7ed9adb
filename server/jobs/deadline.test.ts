import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeadline, JobHung } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const isHung = ({ hung }: ReturnType<typeof createDeadline>) =>
  Promise.race([hung.catch((error) => error instanceof JobHung), Promise.resolve(false)]);

it('is over when a step takes too long', async () => {
  const deadline = createDeadline(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(await isHung(deadline)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await expect(deadline.hung).rejects.toThrow(JobHung);
});

it('moves with each step', async () => {
  const deadline = createDeadline(1_000);
  for (let step = 0; step < 5; step++) {
    await vi.advanceTimersByTimeAsync(900);
    deadline.moveOn();
  }
  expect(await isHung(deadline)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(deadline.hung).rejects.toThrow(JobHung);
});

it('ends with its job', async () => {
  const deadline = createDeadline(1_000);
  deadline.end();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await isHung(deadline)).toBe(false);
});
