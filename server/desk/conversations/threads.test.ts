import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { messages, optOuts, threads } from '#server/db/schema.ts';
import type { Message } from '#shared/api/messages.ts';
import { formatPhone } from '#shared/phone.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let expert: Awaited<ReturnType<typeof anExpert>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  expert = await anExpert(test);
});
afterAll(() => test.close());

async function aReader(change = {}) {
  const { db, clock } = test.runtime;
  const person = await aConnectedUser(test, expert, change);
  const token = await createToken(db, person.user.id, clock.now());
  return { ...person, call: callAs(test, token), url: `/api/threads/${person.thread.id}` };
}

/** Two per microsecond. */
async function addThreads(userId: string, count: number): Promise<void> {
  await test.runtime.db.execute(sql`
    insert into threads (id, expert_id, handle, user_id, is_current, last_message_at)
    select gen_random_uuid(), ${expert.id}, 'h' || n, ${userId}, false,
      timestamptz '2026-01-01 10:00:00.123456+00' + (n / 2) * interval '1 microsecond'
    from generate_series(1, ${count}) n`);
}

async function addMessages(threadId: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    await test.runtime.db.insert(messages).values({
      threadId,
      direction: 'outbound',
      origin: 'admin',
      body: `message ${n}`,
    });
  }
}

async function allPages<Row>(
  call: ReturnType<typeof callAs>,
  url: string,
  list: 'threads' | 'messages',
): Promise<Row[][]> {
  const pages: Row[][] = [];
  let cursor: string | null = null;
  do {
    const { body } = await call('GET', cursor ? `${url}&cursor=${cursor}` : url);
    pages.push(body[list]);
    cursor = body.nextCursor;
  } while (cursor);
  return pages;
}

describe('GET /api/threads', () => {
  it('shows a user their own threads only, and nothing that is for admins', async () => {
    const mine = await aReader({ firstName: 'Mia' });
    await aReader();
    const { status, body } = await mine.call('GET', '/api/threads');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      threads: [
        {
          id: mine.thread.id,
          title: 'Ada',
          userHandle: mine.phone,
          userPhoneNumber: mine.phone,
          expert: {
            displayName: 'Ada',
            channel: 'SMS',
            provider: { key: 'openai', displayName: 'Sandbox AI' },
          },
          person: null,
          isOptedOut: false,
          hasClosed: false,
          hasFailed: false,
        },
      ],
      nextCursor: null,
    });
    expect(body.threads).toHaveLength(1);
  });

  it('shows an admin all of them, with whose they are', async () => {
    const known = await aReader({ firstName: 'Mia', lastName: 'Chen' });
    const nameless = await aReader();
    const handle = aPhone();
    const [unknown] = await test.runtime.db
      .insert(threads)
      .values({ expertId: expert.id, handle })
      .returning();
    const { body } = await admin.call('GET', '/api/threads?limit=200');
    const findId = (id: string | undefined) =>
      body.threads.find((thread: { id: string }) => thread.id === id);
    expect(findId(known.thread.id)).toMatchObject({
      title: 'Mia Chen',
      person: { name: 'Mia Chen', email: known.user.email, messageCount: 0, paidMessages: 5 },
      expert: { provider: { key: 'openai', displayName: 'Sandbox AI' } },
    });
    expect(findId(nameless.thread.id)).toMatchObject({
      title: formatPhone(nameless.phone),
      person: { name: null },
    });
    expect(findId(unknown?.id)).toMatchObject({ title: formatPhone(handle), person: null });
  });

  it('titles no stranger by an address that says nothing', async () => {
    const noor = await anExpert(test, { channel: 'AMB' });
    const handle = 'urn:mbid:AQAAYNmYxYzJhMzAt';
    const [stranger] = await test.runtime.db
      .insert(threads)
      .values({ expertId: noor.id, handle })
      .returning();
    const thread = { id: stranger?.id, title: 'Apple Messages contact' };
    const { body } = await admin.call('GET', '/api/threads?limit=200');
    expect(body.threads).toContainEqual(expect.objectContaining(thread));
  });

  it('pages through without gap or repetition, even within a millisecond', async () => {
    const { user, call } = await signIn(test);
    await addThreads(user.id, 14);
    const pages = await allPages<{ id: string }>(call, '/api/threads?limit=5', 'threads');
    expect(pages.map((page) => page.length)).toEqual([5, 5, 4]);
    const ids = pages.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(14);
    const ordered = await test.runtime.db
      .select({ id: threads.id })
      .from(threads)
      .where(eq(threads.userId, user.id))
      .orderBy(sql`last_message_at desc, id desc`);
    expect(ids).toEqual(ordered.map(({ id }) => id));
  });

  it('knows who has opted out', async () => {
    const mine = await aReader();
    const address = expert.phoneNumber as string;
    await test.runtime.db.insert(optOuts).values({ channel: 'SMS', address, handle: mine.phone });
    const { body } = await mine.call('GET', '/api/threads');
    expect(body.threads[0].isOptedOut).toBe(true);
  });

  it.each([
    ['cursor=nonsense', 'cursor: This page does not exist. Start from the first one.'],
    ['limit=201', /^limit: /],
    ['limit=0', /^limit: /],
  ])('refuses ?%s', async (query, message) => {
    const { status, body } = await admin.call('GET', `/api/threads?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('needs a token', async () => {
    expect((await callAs(test, null)('GET', '/api/threads')).status).toBe(401);
  });
});

describe('GET /api/threads, narrowed', () => {
  const rejected = {
    direction: 'inbound',
    origin: 'gateway',
    body: 'Hello',
    answerState: 'refused',
    guard: 'validator',
    verdict: {
      isAllowed: false,
      reason: 'because',
      processingTimeMs: 5,
      tokenUsage: { input: 1, output: 1 },
    },
  } as const;

  it('keeps to one expert, a kind of message and the days of a time zone, page by page', async () => {
    const { db } = test.runtime;
    const other = await anExpert(test);
    const people: Awaited<ReturnType<typeof aConnectedUser>>[] = [];
    for (const person of [expert, expert, expert, expert, expert, other]) {
      people.push(await aConnectedUser(test, person));
    }
    const times = [
      '2026-01-02T05:00:00Z',
      '2026-01-03T12:00:00Z',
      '2026-01-04T04:59:59Z',
      '2026-01-02T04:59:59Z', // the day before in New York
      '2026-01-04T05:00:00Z', // the day after
      '2026-01-03T12:00:00Z',
    ].map((time) => new Date(time));
    for (const [index, { thread }] of people.entries()) {
      const createdAt = times[index] as Date;
      await db.insert(messages).values({ ...rejected, threadId: thread.id, createdAt });
    }
    const plain = await aConnectedUser(test, expert);
    await addMessages(plain.thread.id, 1);

    const days = 'from=2026-01-02&to=2026-01-03&timeZone=America/New_York';
    const listOf = async (query: string) => {
      const url = `/api/threads?limit=2&${query}`;
      const pages = await allPages<{ id: string }>(admin.call, url, 'threads');
      return new Set(pages.flat().map(({ id }) => id));
    };
    const threadsOf = (...indices: number[]) =>
      new Set(indices.map((index) => people[index]?.thread.id));
    expect(await listOf(`with=rejected&${days}&expertId=${expert.id}`)).toEqual(threadsOf(0, 1, 2));
    expect(await listOf(`with=rejected&${days}`)).toEqual(threadsOf(0, 1, 2, 5));
    expect(await listOf(days)).toEqual(threadsOf(0, 1, 2, 5));
    expect(await listOf('with=rejected')).toEqual(threadsOf(0, 1, 2, 3, 4, 5));
    expect(await listOf(`expertId=${other.id}`)).toEqual(threadsOf(5));
    expect(await listOf(`with=failed&${days}`)).toEqual(new Set());
  });

  it.each([
    ['with=everything', /^with: with must be one of in, out, /],
    ['expertId=ada', 'expertId: expertId must be a valid id'],
    ['from=2026-01-02&to=2026-01-01', 'to: The last day must not be before the first'],
    ['from=2026-02-30&to=2026-03-01', 'from: A day must look like 2026-11-21'],
    ['from=9999-12-31&to=9999-12-31', 'from: A day must look like 2026-11-21'],
    ['timeZone=Mars/Olympus', 'timeZone: Time zone must be a name like Europe/Berlin'],
  ])('refuses ?%s', async (query, message) => {
    const { status, body } = await admin.call('GET', `/api/threads?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('is for admins: a user is told so', async () => {
    const mine = await aReader();
    const { status, body } = await mine.call('GET', '/api/threads?with=rejected');
    expect([status, body.message]).toEqual([403, 'You need admin access to filter conversations.']);
  });
});

describe('GET /api/threads/:id/messages', () => {
  it('pages from the newest to the first', async () => {
    const mine = await aReader();
    await addMessages(mine.thread.id, 7);
    const url = `${mine.url}/messages?limit=3`;
    const pages = await allPages<{ body: string }>(mine.call, url, 'messages');
    const bodies = pages.map((page) => page.map(({ body }) => body.replace('message ', '')));
    expect(bodies).toEqual([['7', '6', '5'], ['4', '3', '2'], ['1']]);
  });

  it('pages through long texts by fewer at once, and leaves none out', async () => {
    const mine = await aReader();
    await addMessages(mine.thread.id, 20);
    const long = 'x'.repeat(64 * 1024);
    await test.runtime.db
      .update(messages)
      .set({ body: sql`${long} || ${messages.body}` })
      .where(eq(messages.threadId, mine.thread.id));
    const url = `${mine.url}/messages?limit=200`;
    const pages = await allPages<{ body: string }>(mine.call, url, 'messages');
    const read = pages.map((page) => page.map(({ body }) => body.slice(long.length)));
    expect(read.map(({ length }) => length)).toEqual([8, 8, 4]);
    const all = Array.from({ length: 20 }, (_, index) => `message ${20 - index}`);
    expect(read.flat()).toEqual(all);
  });

  it('opens around a message, and pages on to both sides', async () => {
    const mine = await aReader();
    await addMessages(mine.thread.id, 9);
    const read = async (query: string) => {
      const { body } = await mine.call('GET', `${mine.url}/messages?${query}`);
      const bodies = body.messages.map((one: { body: string }) => one.body.replace('message ', ''));
      return { ...body, bodies };
    };
    const all = (await read('limit=20')).messages;
    const around = await read(`limit=4&around=${all[4].id}`);
    expect(around.bodies).toEqual(['7', '6', '5', '4']);
    const newer = await read(`limit=4&newer=${around.newerCursor}`);
    expect(newer.bodies).toEqual(['9', '8']);
    expect(newer).not.toHaveProperty('newerCursor');
    const older = await read(`limit=4&cursor=${around.nextCursor}`);
    expect(older.bodies).toEqual(['3', '2', '1']);
    expect((await read(`limit=4&newer=${around.nextCursor}`)).bodies).toEqual(['8', '7', '6', '5']);
    expect((await read(`limit=4&around=${all[0].id}`)).bodies).toEqual(['9', '8']);
    expect(await read(`limit=4&around=${all[0].id}`)).not.toHaveProperty('newerCursor');
  });

  it('opens around no message of another thread', async () => {
    const [mine, theirs] = [await aReader(), await aReader()];
    await addMessages(theirs.thread.id, 1);
    const { body } = await theirs.call('GET', `${theirs.url}/messages`);
    const refusals = [
      [`around=${body.messages[0].id}`, 404, 'Message not found'],
      ['around=1', 400, 'around: around must be a valid id'],
      [
        `around=${body.messages[0].id}&cursor=a`,
        400,
        /^around: Send only one of cursor, around and newer/,
      ],
      ['newer=nonsense', 400, 'cursor: This page does not exist. Start from the first one.'],
    ] as const;
    for (const [query, status, message] of refusals) {
      const refused = await mine.call('GET', `${mine.url}/messages?${query}`);
      expect(refused.status, query).toBe(status);
      expect(refused.body.message, query).toMatch(message);
    }
  });

  it('keeps how a message was answered for admins', async () => {
    const mine = await aReader();
    await test.runtime.db.insert(messages).values({
      threadId: mine.thread.id,
      direction: 'inbound',
      origin: 'gateway',
      body: 'Hello?',
      answerState: 'failed',
      guard: 'validator',
      failures: [{ at: new Date().toISOString(), kind: 'timeout', detail: 'secret detail' }],
    });
    const own = await mine.call('GET', `${mine.url}/messages`);
    expect(own.body.messages).toMatchObject([{ body: 'Hello?', answer: null, delivery: null }]);
    expect(own.text).not.toContain('secret detail');
    const seen = await admin.call('GET', `${mine.url}/messages`);
    expect(seen.body.messages[0].answer).toMatchObject({
      state: 'failed',
      guard: 'validator',
      failures: [{ kind: 'timeout', detail: 'secret detail' }],
    });
  });

  it.each(['waiting', 'recorded'] as const)(
    'tells its writer whether a message waits: %s',
    async (answerState) => {
      const { call, url, thread } = await aReader();
      const row = { threadId: thread.id, direction: 'inbound', origin: 'gateway' } as const;
      await test.runtime.db.insert(messages).values({ ...row, body: 'STOP', answerState });
      const { body } = await call('GET', `${url}/messages`);
      expect(body.messages).toMatchObject([{ isWaiting: answerState === 'waiting', answer: null }]);
    },
  );

  it("hides what is not one's own", async () => {
    const theirs = await aReader();
    const mine = await aReader();
    const { status, body } = await mine.call('GET', `${theirs.url}/messages`);
    expect([status, body.message]).toEqual([404, 'Conversation not found']);
    expect((await mine.call('GET', `${mine.url}/messages?cursor=!`)).status).toBe(400);
    expect((await mine.call('GET', '/api/threads/1/messages')).status).toBe(400);
    expect((await callAs(test, null)('GET', `${mine.url}/messages`)).status).toBe(401);
  });

  it('hides what a phone wrote before it was verified', async () => {
    const phoneNumber = aPhone();
    const [own] = await test.runtime.db
      .insert(threads)
      .values({ expertId: expert.id, handle: phoneNumber })
      .returning();
    const { call } = await signIn(test, { phoneNumber });
    expect((await call('GET', '/api/threads')).body.threads).toEqual([]);
    expect((await call('GET', `/api/threads/${own?.id}/messages`)).status).toBe(404);
  });
});

describe('PUT /api/threads/:id/title', () => {
  it('names a thread for its owner and for admins, whose changes are remembered', async () => {
    const mine = await aReader();
    const named = await mine.call('PUT', `${mine.url}/title`, { title: ' Fractions ' });
    expect([named.status, named.body.thread.title]).toEqual([200, 'Fractions']);
    await admin.call('PUT', `${mine.url}/title`, { title: 'Maths' });
    const { body } = await mine.call('GET', '/api/threads');
    expect(body.threads[0].title).toBe('Maths');
    const audit = await listAudit(test, mine.thread.id);
    expect(audit).toMatchObject([
      { action: 'thread.rename', before: { title: 'Fractions' }, after: { title: 'Maths' } },
    ]);
  });

  it('refuses a title that replaces one the writer has not seen', async () => {
    const mine = await aReader();
    const [{ titleRevision }] = (await mine.call('GET', '/api/threads')).body.threads;
    const read = { 'if-match': `"${titleRevision}"` };
    const first = await admin.call('PUT', `${mine.url}/title`, { title: 'Maths' }, read);
    expect([first.status, first.headers.etag]).toEqual([200, '"2"']);
    const late = await mine.call('PUT', `${mine.url}/title`, { title: 'Sums' }, read);
    expect([late.status, late.body.message, late.body.current.title]).toEqual([
      409,
      'It was renamed to "Maths" in the meantime.',
      'Maths',
    ]);
    expect((await mine.call('PUT', `${mine.url}/title`, { title: 'Sums' })).status).toBe(200);
  });

  it("refuses empty titles and other people's threads", async () => {
    const theirs = await aReader();
    const mine = await aReader();
    const empty = await mine.call('PUT', `${mine.url}/title`, { title: ' ' });
    expect([empty.status, empty.body.message]).toEqual([400, 'title: Title is required']);
    const long = await mine.call('PUT', `${mine.url}/title`, { title: 'x'.repeat(201) });
    expect([long.status, long.body.message]).toEqual([
      400,
      'title: Title must not exceed 200 characters',
    ]);
    expect((await mine.call('PUT', `${theirs.url}/title`, { title: 'X' })).status).toBe(404);
  });
});

describe('POST /api/threads/:id/messages', () => {
  it('lets a user ask, and the answer comes into the thread', async () => {
    const mine = await aReader();
    const asked = await mine.call('POST', `${mine.url}/messages`, { body: 'What is 2 + 2?' });
    expect(asked.status).toBe(200);
    expect(asked.body.message).toMatchObject({
      body: 'What is 2 + 2?',
      direction: 'inbound',
      origin: 'web',
      delivery: null,
      answer: null,
    });
    await test.runUntilIdle();
    const { body } = await mine.call('GET', `${mine.url}/messages`);
    expect(body.messages).toMatchObject([{ origin: 'ai' }, { id: asked.body.message.id }]);
    expect(body.messages[0].aiMeta.provider).toBe('openai');
  });

  // spec: 3.6
  it('texts what an admin writes', async () => {
    const mine = await aReader();
    const sent = await admin.call('POST', `${mine.url}/messages`, { body: 'A human here.' });
    expect(sent.body.message).toMatchObject({
      direction: 'outbound',
      origin: 'admin',
      delivery: { state: 'queued', reason: null },
    });
    await test.runUntilIdle();
    const { body } = await mine.call('GET', `${mine.url}/messages`);
    expect(body.messages[0].delivery.state).toBe('delivered');
  });

  it.each(['a user', 'an admin'])(
    'stores a text of %s once, however often the page asks with its id',
    async (who) => {
      const mine = await aReader();
      const call = who === 'a user' ? mine.call : admin.call;
      const request = { body: 'Hello', sendId: randomUUID() };
      const send = () => call('POST', `${mine.url}/messages`, request);
      const answers = [...(await Promise.all([send(), send(), send()])), await send()];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
      await test.runUntilIdle();
      const { body } = await call('GET', `${mine.url}/messages`);
      const stored = body.messages.filter((one: Message) => one.sendId === request.sendId);
      expect(stored).toMatchObject([{ body: 'Hello' }]);
      const texts = test.sandbox.outbox.filter(({ to }) => to === mine.phone);
      expect(texts.filter((text) => text.body === 'Hello')).toHaveLength(
        who === 'an admin' ? 1 : 0,
      );
    },
  );

  it('answers a repeated request though the conversation has ended since', async () => {
    const mine = await aReader();
    const request = { body: 'Hello', sendId: randomUUID() };
    const first = await admin.call('POST', `${mine.url}/messages`, request);
    await mine.call('PUT', '/api/auth/profile', { phoneNumber: '' });
    const again = await admin.call('POST', `${mine.url}/messages`, request);
    expect(again.status).toBe(200);
    expect(again.body.message.id).toBe(first.body.message.id);
  });

  it('keeps the ids of one conversation apart from those of another', async () => {
    const [one, other] = [await aReader(), await aReader()];
    const request = { body: 'Hello', sendId: randomUUID() };
    const sent = await admin.call('POST', `${one.url}/messages`, request);
    const others = await admin.call('POST', `${other.url}/messages`, request);
    expect(others.status).toBe(200);
    expect(others.body.message.id).not.toBe(sent.body.message.id);
  });

  it("refuses blank texts, other people's threads and ended ones", async () => {
    const theirs = await aReader();
    const mine = await aReader();
    const blank = await mine.call('POST', `${mine.url}/messages`, { body: ' \n' });
    expect([blank.status, blank.body.message]).toEqual([400, 'body: Message is required']);
    const long = await mine.call('POST', `${mine.url}/messages`, { body: 'x'.repeat(1_601) });
    expect(long.body.message).toBe('body: A message has at most 1600 characters');
    const foreign = await mine.call('POST', `${theirs.url}/messages`, { body: 'Hi' });
    expect(foreign.status).toBe(404);
    await mine.call('PUT', '/api/auth/profile', { phoneNumber: '' });
    for (const call of [mine.call, admin.call]) {
      const ended = await call('POST', `${mine.url}/messages`, { body: 'Hi' });
      expect(ended.status).toBe(422);
      expect(ended.body.message).toBe(
        'This conversation has ended, because its phone number has changed.',
      );
    }
  });

  it('tells an admin that the person has opted out', async () => {
    const mine = await aReader();
    const address = expert.phoneNumber as string;
    await test.runtime.db.insert(optOuts).values({ channel: 'SMS', address, handle: mine.phone });
    const { status } = await admin.call('POST', `${mine.url}/messages`, { body: 'Hi' });
    expect(status).toBe(422);
  });
});
