import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '#server/auth/passwords.ts';
import { rowsOf } from '#server/db/client.ts';
import { connections, type ExpertRow, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { anExpert, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { connectUser } from './service.ts';

/** The embedded database has one connection. */
describe.skipIf(!hasDatabaseServer)('transactions that race', () => {
  let test: TestApp;
  let experts: ExpertRow[];
  beforeAll(async () => {
    test = await startTestApp();
    experts = [await anExpert(test), await anExpert(test)];
  });
  afterAll(() => test.close());

  async function awaitLocks(count: number): Promise<void> {
    const waits = sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await rowsOf(test.runtime.db, waits)).length < count);
  }

  async function holdLocks(statement: ReturnType<typeof sql>, meet: () => Promise<void>) {
    await transact(test.runtime.db, async (tx) => {
      await tx.execute(statement);
      await meet();
    });
  }

  async function expectNoDeadlock(race: () => Promise<void>): Promise<void> {
    const transaction = vi.spyOn(test.runtime.db, 'transaction');
    await race();
    const { settledResults } = transaction.mock;
    transaction.mockRestore();
    expect(settledResults.filter(({ type }) => type === 'rejected')).toEqual([]);
  }

  it('a YES and the deletion of its account lock in the same order', async () => {
    const password = 'Secret-123';
    const { user, call } = await signIn(test, { passwordHash: await hashPassword(password) });
    const phone = user.phoneNumber as string;
    for (const { id } of experts) await call('POST', `/api/experts/${id}/connect`);
    // The newer thread: erasing by id locks the older one first.
    await createTexter(test, experts[1] as ExpertRow).text(phone, 'YES');
    const { db } = test.runtime;
    let answered: Promise<void> | undefined;
    let deleted: ReturnType<typeof call> | undefined;
    await expectNoDeadlock(async () => {
      await holdLocks(sql`select 1 from users where id = ${user.id} for update`, async () => {
        answered = test.runUntilIdle();
        await awaitLocks(1);
        deleted = call('DELETE', '/api/account', { password });
        await awaitLocks(2);
      });
      await answered;
      expect((await deleted)?.status).toBe(200);
    });
    expect((await getUser(db, user.id)).deletedAt).not.toBeNull();
  });

  it('two people request a code after both old codes have expired', async () => {
    const { db, clock } = test.runtime;
    const sol = await anExpert(test, { channel: 'WHATSAPP' });
    const people = [await aUser(test), await aUser(test)];
    const ask = (user: { id: string; email: string }) =>
      connectUser(test.runtime, { user, expertId: sol.id, address: '192.0.2.1' });
    for (const user of people) await ask(user);
    const expired = { codeExpiresAt: new Date(clock.now().getTime() - 1) };
    await db.update(connections).set(expired).where(isNotNull(connections.code));
    let asking: Promise<unknown>[] = [];
    await expectNoDeadlock(async () => {
      await holdLocks(sql`select pg_advisory_xact_lock(5120418)`, async () => {
        asking = people.map(ask);
        await awaitLocks(2);
      });
      await Promise.all(asking);
    });
    const codes = await db
      .select({ code: connections.code })
      .from(connections)
      .innerJoin(users, eq(users.id, connections.userId))
      .where(eq(connections.expertId, sol.id));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(2);
  });
});
