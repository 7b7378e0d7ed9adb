import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { rowsOf } from './client.ts';
import { isDatabaseFailure } from './database-failure.ts';
import { queryWithTimeout } from './query-with-timeout.ts';

let open: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

it('returns rows, and leaves other statements their time', async () => {
  const readLimit = () => rowsOf(open.db, sql`show statement_timeout`);
  const before = await readLimit();
  expect(await queryWithTimeout(open.db, sql`select ${1}::int as one`)).toEqual([{ one: 1 }]);
  expect(await readLimit()).toEqual(before);
});

it('gives up where no answer comes, as on a dead connection', async () => {
  const { session } = open.db._;
  const dead = vi.spyOn(session, 'transaction').mockReturnValue(new Promise(() => {}));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = expect(queryWithTimeout(open.db, sql`select 1`)).rejects.toSatisfy(
    isDatabaseFailure,
  );
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  dead.mockRestore();
  await failed;
});
