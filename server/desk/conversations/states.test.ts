import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ExpertRow,
  messages,
  optOuts,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { threadStates } from '#shared/api/thread-filters.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { fillSearch } from '../search/fill.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
let me: UserRow;
beforeEach(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ call: admin, user: me } = await signIn(test, asAdmin));
});
afterEach(() => test.close());

const listIds = async (query: string): Promise<string[]> => {
  const { body } = await admin('GET', `/api/threads?${query}`);
  return body.threads.map(({ id }: { id: string }) => id);
};
const readCounts = async (query = '') =>
  (await admin('GET', `/api/threads/counts?${query}`)).body.counts;

/** One by each state's name, and one in none. */
async function aThreadInEach() {
  const { db, clock } = test.runtime;
  const make = async () => (await aConnectedUser(test, expert)).thread;
  const wantsHuman = await make();
  const unread = await make();
  const failed = await make();
  const optedOut = await make();
  const noCredit = await make();
  const mine = await make();
  const unassigned = await make();
  const resolved = await make();
  const crisis = await make();
  const concern = await make();
  const unanswered = await make();
  const update = (thread: { id: string }, change: Partial<typeof threads.$inferInsert>) =>
    db.update(threads).set(change).where(eq(threads.id, thread.id));
  await make();
  const colleague = (await signIn(test, asAdmin)).user;
  await update(wantsHuman, { humanWantedAt: clock.now(), assigneeId: colleague.id });
  const personWroteAt = new Date(clock.now().getTime() + 1000);
  await update(unread, { lastInboundSeq: 1, personWroteAt });
  await update(crisis, { riskAt: clock.now(), concernAt: clock.now() });
  await update(concern, { concernAt: clock.now() });
  await update(mine, { assigneeId: me.id });
  await update(unassigned, { handler: 'human' });
  await update(resolved, { resolvedAt: clock.now(), handler: 'human' });
  await db
    .insert(messages)
    .values([
      aFailure(failed.id, '2026-03-01T12:00:00Z'),
      { ...aFailure(failed.id, '2026-03-05T12:00:00Z'), deliveryState: 'delivered' },
      aLeftText(unanswered.id),
      aLeftText(resolved.id),
    ]);
  const { handle } = optedOut;
  await db.insert(optOuts).values({ channel: 'SMS', address: expert.phoneNumber ?? '', handle });
  await db
    .update(users)
    .set({ paidMessages: 0 })
    .where(eq(users.id, noCredit.userId ?? ''));
  const [notConnected] = await db
    .insert(threads)
    .values({ expertId: expert.id, handle: aPhone() })
    .returning();
  const id = (thread: { id: string } | undefined) => thread?.id ?? '';
  return {
    crisis: id(crisis),
    concern: id(concern),
    wantsHuman: id(wantsHuman),
    unread: id(unread),
    assignedToMe: id(mine),
    unassigned: id(unassigned),
    resolved: id(resolved),
    failed: id(failed),
    unanswered: id(unanswered),
    optedOut: id(optedOut),
    noCredit: id(noCredit),
    notConnected: id(notConnected),
  };
}

const aLeftText = (threadId: string) => ({
  threadId,
  direction: 'inbound' as const,
  origin: 'gateway' as const,
  body: 'And then?',
  answerState: 'recorded' as const,
  guard: 'left',
  createdAt: new Date('2026-03-01T12:00:00Z'),
});

const aFailure = (threadId: string, at: string) => ({
  threadId,
  direction: 'outbound' as const,
  origin: 'ai' as const,
  body: 'A reply',
  deliveryState: 'failed' as 'failed' | 'delivered',
  createdAt: new Date(at),
});

describe('the states of threads', () => {
  it('are asked of the server, and each count is the length of its list', async () => {
    const expected = await aThreadInEach();
    const counts = await readCounts();
    for (const state of threadStates) {
      expect(await listIds(`state=${state}`), state).toEqual([expected[state]]);
      expect(counts[state], state).toBe(1);
    }
  });

  it('narrow what a search finds, too', async () => {
    const { db } = test.runtime;
    const expected = await aThreadInEach();
    const body = 'Capybaras';
    await db.insert(messages).values(
      Object.values(expected).map((threadId) => ({
        ...{ threadId, body, direction: 'outbound' as const, origin: 'ai' as const },
        deliveryState: 'delivered' as const,
      })),
    );
    await fillSearch(db);
    const find = async (query: string): Promise<string[]> => {
      const { hits } = (await admin('GET', `/api/search?q=capybara&${query}`)).body;
      return hits.map(({ threadId }: { threadId: string }) => threadId);
    };
    expect((await find('limit=50')).toSorted()).toEqual(Object.values(expected).toSorted());
    for (const state of threadStates) {
      expect(await find(`state=${state}`), state).toEqual([expected[state]]);
    }
    expect(await find(`assigneeId=${me.id}`)).toEqual([expected.assignedToMe]);
    expect(await find('channel=WHATSAPP')).toEqual([]);
  });

  it('keep to a member of the team, whose conversations are counted, too', async () => {
    const { wantsHuman, assignedToMe } = await aThreadInEach();
    const { body } = await admin('GET', `/api/threads/${wantsHuman}/messages`);
    const theirs = `assigneeId=${body.thread.assignee.id}`;
    expect(await listIds(theirs)).toEqual([wantsHuman]);
    expect(await listIds(`assigneeId=${me.id}`)).toEqual([assignedToMe]);
    expect(await listIds(`state=failed&${theirs}`)).toEqual([]);
    expect(await readCounts(theirs)).toMatchObject({ wantsHuman: 1, failed: 0, assignedToMe: 0 });
  });

  it('keep to an expert, a channel, and the days of a failure', async () => {
    const { failed } = await aThreadInEach();
    const other = await anExpert(test, { channel: 'WHATSAPP' });
    const { thread } = await aConnectedUser(test, other);
    await test.runtime.db.insert(messages).values(aFailure(thread.id, '2026-03-02T12:00:00Z'));
    expect(await listIds('state=failed')).toHaveLength(2);
    expect(await listIds('state=failed&channel=WHATSAPP')).toEqual([thread.id]);
    expect(await listIds('channel=WHATSAPP')).toEqual([thread.id]);
    expect(await listIds(`state=failed&expertId=${expert.id}`)).toEqual([failed]);
    expect(await listIds('state=failed&from=2026-03-02&to=2026-03-09')).toEqual([thread.id]);
    expect(await listIds('state=failed&from=2026-03-02')).toEqual([thread.id]);
    expect(await listIds('state=failed&to=2026-03-01')).toEqual([failed]);
    expect(await readCounts('from=2026-03-02')).toMatchObject({ failed: 1, optedOut: 0 });
    expect(await readCounts('with=in')).toMatchObject({ failed: 0 });
    const both = 'with=delivered&from=2026-03-05&to=2026-03-05';
    expect(await listIds(both)).toEqual([failed]);
    expect(await listIds(`state=failed&${both}`)).toEqual([]);
    expect(await readCounts(both)).toMatchObject({ failed: 0 });
    expect(await readCounts('with=delivered')).toMatchObject({ failed: 1, crisis: 0 });
    expect(await readCounts('channel=WHATSAPP')).toMatchObject({ failed: 1, optedOut: 0 });
    expect(await readCounts(`expertId=${other.id}`)).toMatchObject({ failed: 1, notConnected: 0 });
  });

  it('name the experts that a list can be narrowed to', async () => {
    const other = await anExpert(test, { displayName: 'Aaron', channel: 'WHATSAPP' });
    const { body } = await admin('GET', '/api/threads/experts');
    expect(body.experts).toEqual([
      { id: other.id, displayName: 'Aaron', channel: 'WHATSAPP' },
      { id: expert.id, displayName: expert.displayName, channel: 'SMS' },
    ]);
  });

  it('say of a thread that it has failed, however many texts arrived later', async () => {
    const { failed } = await aThreadInEach();
    const { body } = await admin('GET', '/api/threads?state=failed');
    expect(body.threads).toMatchObject([{ id: failed, hasFailed: true }]);
    const change = { deliveryState: 'delivered' } as const;
    await test.runtime.db.update(messages).set(change).where(eq(messages.threadId, failed));
    expect(await listIds('state=failed')).toEqual([]);
  });

  it('know a subscriber, whose messages are never used up', async () => {
    const { noCredit } = await aThreadInEach();
    const [row] = await test.runtime.db.select().from(threads).where(eq(threads.id, noCredit));
    const subExpiration = new Date(test.runtime.clock.now().getTime() + 60_000);
    await test.runtime.db
      .update(users)
      .set({ subExpiration })
      .where(eq(users.id, row?.userId ?? ''));
    expect(await listIds('state=noCredit')).toEqual([]);
    await test.advance(120_000);
    expect(await listIds('state=noCredit')).toEqual([noCredit]);
  });

  it.each([
    ['/api/threads?state=late', /^state: state must be one of crisis/],
    ['/api/threads?channel=FAX', /^channel: channel must be one of/],
    ['/api/threads/counts?expertId=ada', 'expertId: expertId must be a valid id'],
    ['/api/threads/counts?from=2026-03-02&to=2026-03-01', /^to: The last day must not be/],
  ])('refuse %s', async (url, message) => {
    const { status, body } = await admin('GET', url);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });
});
