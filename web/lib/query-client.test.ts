import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const dayMs = 24 * 3_600_000;
const queryKey = ['something'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a page that stays open does; `reads` counts how often the server was asked. */
function open(reads: () => Promise<unknown>) {
  const client = createQueryClient();
  client.mount();
  const look = () => new QueryObserver(client, { queryKey, queryFn: reads }).subscribe(() => {});
  look();
  return { client, look };
}

describe('what was read', () => {
  it('never becomes stale', async () => {
    const reads = vi.fn(async () => 'data');
    const { client, look } = open(reads);
    await vi.advanceTimersByTimeAsync(365 * dayMs);
    expect(client.getQueryCache().find({ queryKey })?.isStale()).toBe(false);
    look();
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('is read again when it is known to have changed', async () => {
    const reads = vi.fn(async () => 'data');
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(1);
    await client.invalidateQueries({ queryKey });
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('is not read again when the window has the focus again', async () => {
    const reads = vi.fn(async () => 'data');
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(1);
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    window.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('is not polled', async () => {
    const reads = vi.fn(async () => 'data');
    const { client } = open(reads);
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(reads).toHaveBeenCalledTimes(1);
  });
});

describe('what failed', () => {
  const fail = () => Promise.reject(new Error('down'));

  it('is not read a second time', async () => {
    const reads = vi.fn(fail);
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(client.getQueryState(queryKey)?.status).toBe('error');
  });

  it('is not changed a second time', async () => {
    const changes = vi.fn(fail);
    const mutation = new MutationObserver(createQueryClient(), { mutationFn: changes });
    mutation.mutate().catch(() => {});
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(changes).toHaveBeenCalledTimes(1);
    expect(mutation.getCurrentResult().status).toBe('error');
  });
});
