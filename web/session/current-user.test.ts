import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minuteMs } from '#shared/time.ts';
import { failWith, fakeApi } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { currentUserQuery } from './current-user.ts';

const query = currentUserQuery('token-1');
const call = 'GET /api/auth/user';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function look() {
  const client = createQueryClient();
  const leave = new QueryObserver(client, query).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { find: () => client.getQueryCache().find({ queryKey: query.queryKey }), leave };
}

// spec: 7.9
it('is fresh for five minutes', async () => {
  fakeApi().on(call, { user: aUser() });
  const { find } = await look();
  await vi.advanceTimersByTimeAsync(5 * minuteMs - 1);
  expect(find()?.isStale()).toBe(false);
  await vi.advanceTimersByTimeAsync(2); // the library is a millisecond late
  expect(find()?.isStale()).toBe(true);
});

// spec: 7.9
it('is kept for ten minutes after its last use', async () => {
  fakeApi().on(call, { user: aUser() });
  const { find, leave } = await look();
  leave();
  await vi.advanceTimersByTimeAsync(10 * minuteMs - 1);
  expect(find()).toBeDefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(find()).toBeUndefined();
});

// spec: 7.9
it('is fetched once, even when that fails', async () => {
  const api = fakeApi().on(call, failWith(500, 'Oops'));
  const { find } = await look();
  await vi.advanceTimersByTimeAsync(60 * minuteMs);
  expect(find()?.state.status).toBe('error');
  expect(api.bodiesOf(call)).toHaveLength(1);
});
