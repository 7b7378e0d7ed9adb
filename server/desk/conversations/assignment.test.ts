import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { auditLog, type ExpertRow } from '#server/db/schema.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let ana: Awaited<ReturnType<typeof signIn>>;
let ben: Awaited<ReturnType<typeof signIn>>;
let { text, received, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ana = await signIn(test, { ...asAdmin, firstName: 'Ana' });
  ben = await signIn(test, { role: 'AGENT', phoneNumber: null, firstName: 'Ben' });
  ({ text, received, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

type Staff = typeof ana;
const assign = (by: Staff, threadId: string, to: Staff | null, seen: Staff | null = null) =>
  by.call('PUT', `/api/threads/${threadId}/assignee`, {
    assigneeId: to?.user.id ?? null,
    seenId: seen?.user.id ?? null,
  });
const resolve = (threadId: string, isResolved = true) =>
  ana.call('PUT', `/api/threads/${threadId}/resolved`, { isResolved });

describe('assigning a conversation', () => {
  it('says whose it is, while the AI goes on answering', async () => {
    const { thread } = await aConnectedUser(test, expert);
    const { status, body } = await assign(ana, thread.id, ben);
    expect(status).toBe(200);
    expect(body.thread).toMatchObject({
      assignee: { id: ben.user.id, name: 'Ben' },
      handler: 'ai',
      handover: null,
    });
    expect((await assign(ben, thread.id, ana, ben)).body.thread.assignee.name).toBe('Ana');
    expect((await assign(ana, thread.id, null, ana)).body.thread.assignee).toBeNull();
  });

  it('refuses the second one, and says who was first', async () => {
    const { thread } = await aConnectedUser(test, expert);
    await assign(ben, thread.id, ben);
    const late = await assign(ana, thread.id, ana);
    expect([late.status, late.body.message]).toEqual([409, 'Ben already has this conversation.']);
    expect((await assign(ana, thread.id, ben)).status).toBe(200);
    await assign(ben, thread.id, null, ben);
    const stale = await assign(ana, thread.id, ana, ben);
    expect(stale.body.message).toBe('This conversation has since been unassigned.');
  });

  it('is to staff only', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    const { status, body } = await ana.call('PUT', `/api/threads/${thread.id}/assignee`, {
      assigneeId: user.id,
      seenId: null,
    });
    expect([status, body.message]).toEqual([400, 'assigneeId must be a member of the team']);
    const { assignees } = (await ben.call('GET', '/api/threads/assignees')).body;
    expect(assignees).toEqual([
      { id: ana.user.id, name: 'Ana' },
      { id: ben.user.id, name: 'Ben' },
    ]);
  });

  it('gives way to the one who takes it over from the AI, and ends with the role', async () => {
    const { thread } = await aConnectedUser(test, expert);
    const leaver = await signIn(test, { role: 'AGENT', phoneNumber: null });
    await assign(ana, thread.id, ana);
    const taken = await leaver.call('POST', `/api/threads/${thread.id}/take`);
    expect(taken.body.thread.assignee.id).toBe(leaver.user.id);
    await ana.call('PUT', `/api/team/${leaver.user.id}`, { role: 'USER' });
    const { body } = await ana.call('GET', '/api/threads?state=unassigned');
    expect(body.threads.map(({ id }: { id: string }) => id)).toContain(thread.id);
  });
});

describe('who else works on a conversation', () => {
  const tell = (by: Staff, threadId: string, doing: string, viewId = 'view0001') =>
    by.call('POST', `/api/threads/${threadId}/presence`, { viewId, doing });

  it('is told to the team, but not to its person or to oneself', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    const { db, clock } = test.runtime;
    const pages = await Promise.all(
      [ana.token, await createToken(db, user.id, clock.now())].map((token) =>
        followEvents(test, token),
      ),
    );
    const [anas, persons] = pages as [(typeof pages)[0], (typeof pages)[0]];
    expect((await tell(ben, thread.id, 'looking')).body).toEqual({ present: [] });
    const bens = (isWriting: boolean) => [{ id: ben.user.id, isWriting }];
    const event = { type: 'presence', threadId: thread.id };
    expect(await anas.next()).toEqual({ ...event, present: bens(false) });
    expect((await tell(ana, thread.id, 'looking')).body).toEqual({ present: bens(false) });
    expect(await anas.next(), 'her own page').toEqual({ ...event, present: bens(false) });

    await tell(ben, thread.id, 'writing');
    expect(await anas.next()).toEqual({ ...event, present: bens(true) });
    await tell(ben, thread.id, 'left');
    expect(await anas.next()).toEqual({ ...event, present: [] });
    test.runtime.changes.publish({ type: 'account', userId: user.id });
    expect(await persons.next(), 'the first that the person hears').toEqual({ type: 'account' });
    for (const page of pages) page.stop();
  });

  it('stays known while one of several pages is open', async () => {
    const { thread } = await aConnectedUser(test, expert);
    await tell(ben, thread.id, 'looking');
    await tell(ben, thread.id, 'writing', 'view0002');
    await tell(ben, thread.id, 'left', 'view0002');
    const { body } = await tell(ana, thread.id, 'looking');
    expect(body.present).toEqual([{ id: ben.user.id, isWriting: false }]);
  });

  it('refuses what a notice to other processes could not carry', async () => {
    const { thread } = await aConnectedUser(test, expert);
    const { status, body } = await tell(ana, thread.id, 'looking', 'a view:1');
    expect([status, body.message]).toEqual([400, 'viewId: This must be 8 to 20 letters or digits']);
  });
});

it('a person who wants a human is announced to the team, once, and to no one else', async () => {
  const { thread, phone, user } = await aConnectedUser(test, expert);
  const { db, clock } = test.runtime;
  const tokens = [ana.token, await createToken(db, user.id, clock.now())];
  const pages = await Promise.all(tokens.map((token) => followEvents(test, token)));
  for (const body of ['Agent', 'Agent']) await text(phone, body);
  await test.runUntilIdle();
  const told = await Promise.all(
    pages.map(async (page) => {
      test.runtime.changes.publish({ type: 'account', userId: user.id });
      const events = [];
      for (;;) {
        const event = (await page.next()) as { type: string; wantsHuman?: true };
        if (event.type !== 'thread') return events.filter(({ wantsHuman }) => wantsHuman);
        events.push(event);
      }
    }),
  );
  expect(told).toEqual([[{ type: 'thread', threadId: thread.id, wantsHuman: true }], []]);
  for (const page of pages) page.stop();
});

describe('a resolved conversation', () => {
  it("waits for no one, and is the AI's again, which answers what was held", async () => {
    const { thread, phone } = await aConnectedUser(test, expert);
    await text(phone, 'Agent');
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    expect((await resolve(thread.id)).body.thread).toMatchObject({
      isResolved: true,
      humanWantedAt: null,
      waitsSince: null,
      handler: 'ai',
      assignee: null,
    });
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('4');
    expect((await threadOf(phone)).resolvedAt).not.toBeNull();
    expect((await resolve(thread.id, false)).body.thread.isResolved).toBe(false);
  });

  it('is opened again by the next text, from the phone or the dashboard', async () => {
    const { thread, phone, user } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await test.runUntilIdle();
    await resolve(thread.id);
    await text(phone, 'One more thing');
    expect((await threadOf(phone)).resolvedAt).toBeNull();
    await resolve(thread.id);
    const { call } = await signInAgain(user.id);
    await call('POST', `/api/threads/${thread.id}/messages`, { body: 'And another' });
    expect((await threadOf(phone)).resolvedAt).toBeNull();
  });

  it('looks to its person like any other', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    await resolve(thread.id);
    await assign(ana, thread.id, ana);
    const { call } = await signInAgain(user.id);
    const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread).toMatchObject({ isResolved: false, assignee: null });
  });
});

describe('an unread conversation', () => {
  const see = (by: Staff, threadId: string, messageId: string) =>
    by.call('PUT', `/api/threads/${threadId}/seen`, { messageId });
  const isUnreadFor = async (by: Staff, threadId: string) => {
    const { body } = await by.call('GET', '/api/threads?state=unread');
    const { messages, thread } = (await by.call('GET', `/api/threads/${threadId}/messages`)).body;
    const isListed = body.threads.some(({ id }: { id: string }) => id === threadId);
    expect(thread.isUnread).toBe(isListed);
    return { isUnread: isListed, newest: messages[0].id, oldest: messages.at(-1).id };
  };

  it('has a newer text than its reader has seen, and what is seen only rises', async () => {
    const { thread, phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await test.runUntilIdle();
    const { isUnread, newest, oldest } = await isUnreadFor(ana, thread.id);
    expect(isUnread).toBe(true);
    expect((await see(ana, thread.id, newest)).status).toBe(200);
    await see(ana, thread.id, oldest);
    expect((await isUnreadFor(ana, thread.id)).isUnread).toBe(false);
    expect((await isUnreadFor(ben, thread.id)).isUnread).toBe(true);
    await ana.call('POST', `/api/threads/${thread.id}/messages`, { body: 'From us' });
    expect((await isUnreadFor(ana, thread.id)).isUnread).toBe(false);
    await text(phone, 'Thanks');
    expect((await isUnreadFor(ana, thread.id)).isUnread).toBe(true);
  });

  it('is unread by a text from the dashboard, too, and was read before one joined', async () => {
    const { thread, user } = await aConnectedUser(test, expert);
    const { call } = await signInAgain(user.id);
    await call('POST', `/api/threads/${thread.id}/messages`, { body: 'By web' });
    await test.runUntilIdle();
    expect((await isUnreadFor(ana, thread.id)).isUnread).toBe(true);
    const inAnHour = new Date(test.runtime.clock.now().getTime() + hourMs);
    const joined = { role: 'AGENT', phoneNumber: null, createdAt: inAnHour } as const;
    const newcomer = await signIn(test, joined);
    expect((await isUnreadFor(newcomer, thread.id)).isUnread).toBe(false);
    await test.advance(2 * hourMs);
    await newcomer.call('POST', `/api/threads/${thread.id}/messages`, { body: 'From us' });
    expect((await isUnreadFor(newcomer, thread.id)).isUnread).toBe(false);
    const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread.isUnread).toBe(false);
  });

  it('is seen up to one of its own messages', async () => {
    const { thread } = await aConnectedUser(test, expert);
    const other = await aConnectedUser(test, expert);
    await text(other.phone, 'Hello');
    const { newest } = await isUnreadFor(ana, other.thread.id);
    expect((await see(ana, thread.id, newest)).status).toBe(404);
  });
});

it('both are audited', async () => {
  const { thread } = await aConnectedUser(test, expert);
  await assign(ana, thread.id, ben);
  await resolve(thread.id);
  await resolve(thread.id);
  const rows = await test.runtime.db
    .select({ action: auditLog.action, actorId: auditLog.actorId, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.entityId, thread.id))
    .orderBy(auditLog.id);
  const actorId = ana.user.id;
  expect(rows).toEqual([
    { action: 'thread.assign', actorId, after: { assigneeId: ben.user.id } },
    {
      action: 'thread.resolve',
      actorId,
      after: { keeps: false, resolvedAt: expect.any(String) },
    },
  ]);
});

async function signInAgain(userId: string) {
  const { db, clock } = test.runtime;
  return { call: callAs(test, await createToken(db, userId, clock.now())) };
}
