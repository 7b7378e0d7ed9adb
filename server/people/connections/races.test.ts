import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connections, type ExpertRow, users } from '#server/db/schema.ts';
import { signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear, numberIn } from '#test/texter.ts';
import { expectNoDeadlock, holdLocks } from '#test/transactions.ts';
import { hashPassword } from '../passwords/passwords.ts';
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
    await expectNoDeadlock(test, async () => {
      const locked = sql`select 1 from users where id = ${user.id} for update`;
      await holdLocks(test, locked, async (awaitLocks) => {
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
      connectUser(test.runtime, { user, expertId: sol.id, address: '192.0.2.1', isFresh: true });
    for (const user of people) await ask(user);
    const expired = { codeExpiresAt: new Date(clock.now().getTime() - 1) };
    await db.update(connections).set(expired).where(isNotNull(connections.code));
    let asking: Promise<unknown>[] = [];
    await expectNoDeadlock(test, async () => {
      const locked = sql`select pg_advisory_xact_lock(5120418)`;
      await holdLocks(test, locked, async (awaitLocks) => {
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

  it('two accounts that take a number at once: one gets it, and the other one is asked for our number', async () => {
    const { texters, accounts, phone } = await twoClaims();
    await Promise.all(texters.map(({ text, connect }) => text(phone, connect)));
    await settle();
    expect((await statesOf(accounts, phone)).toSorted()).toEqual(['active', 'none']);
    const texts = texters[0]?.received(phone) ?? [];
    expect(texts.filter((body) => body.includes("You're connected"))).toHaveLength(1);
    expect(texts.filter((body) => body.includes('with another account'))).toHaveLength(1);
  });

  it('two confirmed moves at once leave the number with one account and its connections', async () => {
    const { texters, accounts, phone } = await twoClaims();
    await aConnectedUser(test, await anExpert(test), { phoneNumber: phone }, phone);
    const numbers: string[] = [];
    for (const { text, received, connect } of texters) {
      await text(phone, connect);
      await settle();
      numbers.push(numberIn(received(phone)));
    }
    await Promise.all(texters.map(({ text }, nth) => text(phone, numbers[nth] as string)));
    await settle();
    const held = await test.runtime.db
      .select()
      .from(connections)
      .where(eq(connections.handle, phone));
    expect(held).toMatchObject([{ state: 'active' }]);
    expect(accounts.map(({ id }) => id)).toContain(held[0]?.userId);
    const holders = await test.runtime.db.select().from(users).where(eq(users.phoneNumber, phone));
    expect(holders).toEqual([]);
  });

  it('a reply about a number that nothing has proved waits for no work of its phone', async () => {
    const phone = aPhone();
    await createTexter(test, experts[0] as ExpertRow).text(phone, 'Hello');
    await test.runUntilIdle();
    const user = await aUser(test, { phoneNumber: phone });
    const expertId = (experts[0] as ExpertRow).id;
    const place = { user, expertId, address: '192.0.2.1', isFresh: true };
    const begun: (() => Promise<void>)[] = [];
    await holdLocks(
      test,
      sql`select 1 from threads where handle = ${phone} for update`,
      async () => {
        const later = (work: () => Promise<void>) => void begun.push(work);
        expect(await connectUser(test.runtime, { ...place, later })).toMatchObject({
          state: 'pending',
        });
      },
    );
    expect(begun).toHaveLength(1);
  });

  async function twoClaims() {
    const change = { subExpiration: inOneYear() };
    const accounts = [await aUser(test, change), await aUser(test, change)];
    const texters = await Promise.all(
      accounts.map(async (user, nth) => {
        const expert = experts[nth] as ExpertRow;
        const place = { user, expertId: expert.id, address: '192.0.2.1', isFresh: true };
        const { code } = await connectUser(test.runtime, place);
        return { ...createTexter(test, expert), connect: `CONNECT ${code}` };
      }),
    );
    return { phone: aPhone(), accounts, texters };
  }

  /** The slower one is retried. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await test.runUntilIdle();
      await test.advance(2_000);
    }
  }

  async function statesOf(accounts: { id: string }[], handle: string): Promise<string[]> {
    const rows = await test.runtime.db
      .select()
      .from(connections)
      .where(eq(connections.handle, handle));
    return accounts.map(({ id }) => rows.find(({ userId }) => userId === id)?.state ?? 'none');
  }
});
