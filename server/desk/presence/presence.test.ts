import { afterEach, expect, it, vi } from 'vitest';
import { createPeers } from '#server/db/peers.ts';
import type { Present } from '#shared/api/presence.ts';
import { createPresence } from './presence.ts';

afterEach(() => vi.useRealTimers());

it('forgets who writes after 6 s, and who looks after 30 s of silence', async () => {
  vi.useFakeTimers();
  const presence = createPresence(createPeers({ notices: null, log: {} as never }));
  const told: Present[][] = [];
  presence.subscribe((_threadId, present) => told.push(present));
  presence.note({ threadId: 'a', viewId: 'view', userId: 'ana', doing: 'writing' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual([[{ id: 'ana', isWriting: true }]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.at(-1)).toEqual([{ id: 'ana', isWriting: false }]);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(told.slice(2)).toEqual([[]]);
  expect(vi.getTimerCount(), 'timers').toBe(0);
});
