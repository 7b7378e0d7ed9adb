import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockThread } from '#server/db/locks.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, messagesOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, messagesOf } = createTexter(test, expert));
});
afterAll(() => test.close());

it.runIf(hasDatabaseServer)(
  'stores texts of a busy thread in their order, and all others meanwhile',
  async () => {
    const busy = await aConnectedUser(test, expert);
    const other = await aConnectedUser(test, expert);
    const stranger = aPhone();
    const floods: Promise<void>[] = [];
    await transact(test.runtime.db, async (tx) => {
      await lockThread(tx, busy.thread.id);
      for (const body of ['One', 'Two', 'Three']) {
        floods.push(text(busy.phone, body));
        await text(other.phone, `Beside ${body}`);
      }
      expect(await messagesOf(busy.phone)).toEqual([]);
    });
    await Promise.all(floods);
    const bodies = (await messagesOf(busy.phone)).map(({ body }) => body);
    expect(bodies).toEqual(['One', 'Two', 'Three']);
    expect(test.runtime.batches.late.size).toBe(0);
    await text(stranger, 'Hello?');
    expect(await messagesOf(stranger)).toHaveLength(1);
  },
);

it('stores a text that is repeated while its thread is new once', async () => {
  const { webhookFor } = createTexter(test, expert);
  const phone = aPhone();
  const webhook = webhookFor(phone, 'Hello?');
  await Promise.all([webhook.send(), webhook.send(), webhook.send()]);
  expect(await messagesOf(phone)).toHaveLength(1);
});
