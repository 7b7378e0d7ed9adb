import { MutationObserver, notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from '#shared/time.ts';
import { ApiError } from './api-client.ts';
import { createQueryClient } from './query-client.ts';

const queryKey = ['something'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Mounts a query as a page does. */
function open(reads: () => Promise<unknown>) {
  const client = createQueryClient();
  client.mount();
  const look = () => new QueryObserver(client, { queryKey, queryFn: reads }).subscribe(() => {});
  look();
  return { client, look };
}

describe('a query', () => {
  // spec: 4.29
  it('never becomes stale', async () => {
    const reads = vi.fn(async () => 'data');
    const { client, look } = open(reads);
    await vi.advanceTimersByTimeAsync(365 * dayMs);
    expect(client.getQueryCache().find({ queryKey })?.isStale()).toBe(false);
    look();
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('is refetched when it is invalidated', async () => {
    const reads = vi.fn(async () => 'data');
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(1);
    await client.invalidateQueries({ queryKey });
    expect(reads).toHaveBeenCalledTimes(2);
  });

  // spec: 4.29
  it('is not refetched when the window gets the focus', async () => {
    const reads = vi.fn(async () => 'data');
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(1);
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    window.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  // spec: 4.29
  it('is not polled', async () => {
    const reads = vi.fn(async () => 'data');
    const { client } = open(reads);
    await client.invalidateQueries({ queryKey, refetchType: 'none' });
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(reads).toHaveBeenCalledTimes(1);
  });
});

describe('a failure', () => {
  const fail = () => Promise.reject(new Error('down'));

  // spec: 4.29 8.2
  it('of a query is not retried', async () => {
    const reads = vi.fn(fail);
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(client.getQueryState(queryKey)?.status).toBe('error');
  });

  it('of a server without its database is retried, until it is there again', async () => {
    const reads = vi.fn(async () => 'data');
    reads.mockRejectedValueOnce(new ApiError(503, '{"message": "The database is slow."}'));
    reads.mockRejectedValueOnce(new ApiError(503, '{"message": "The database is slow."}'));
    const { client } = open(reads);
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryState(queryKey)?.status).toBe('error');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveBeenCalledTimes(3);
    expect(client.getQueryState(queryKey)).toMatchObject({ status: 'success', data: 'data' });
  });

  it('of a server without its database is shown while it is asked again, and no longer', async () => {
    const outage = new ApiError(503, '{"message": "The database is slow."}');
    const { promise, resolve } = Promise.withResolvers<string>();
    const reads = vi.fn(() => promise);
    reads.mockRejectedValueOnce(outage);
    const { client } = open(reads);
    const shown: unknown[] = [];
    const observer = new QueryObserver(client, { queryKey, queryFn: reads });
    // As React reads it.
    const look = () => void shown.push(observer.getCurrentResult().status);
    observer.subscribe(notifyManager.batchCalls(look));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toHaveBeenCalledTimes(2);
    const repeating = { status: 'error', error: outage, fetchStatus: 'fetching' };
    expect(observer.getCurrentResult()).toMatchObject(repeating);
    expect(shown.slice(shown.indexOf('error'))).not.toContain('pending');
    resolve('data');
    await vi.advanceTimersByTimeAsync(1);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', error: null });
  });

  // spec: 4.29
  it('of a mutation is not retried', async () => {
    const changes = vi.fn(fail);
    const mutation = new MutationObserver(createQueryClient(), { mutationFn: changes });
    mutation.mutate().catch(() => {});
    await vi.advanceTimersByTimeAsync(dayMs);
    expect(changes).toHaveBeenCalledTimes(1);
    expect(mutation.getCurrentResult().status).toBe('error');
  });
});
