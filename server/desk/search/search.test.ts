import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { rowsOf } from '#server/db/client.ts';
import {
  type ExpertRow,
  labels,
  messageSearch,
  messages,
  threadLabels,
  threads,
} from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { parseSearch, writeQuery } from '#server/messages/search/text-search.ts';
import { asAdmin, callAs, type Reply, signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { fillSearch } from './fill.ts';
import {
  avoidWholeTable,
  type SearchScope,
  selectAmongNewest,
  selectByWords,
} from './messages-store.ts';

type Hit = { messageId: string; threadId: string; snippet: string; createdAt: string };
type Call = Awaited<ReturnType<typeof signIn>>['call'];

let test: TestApp;
let expert: ExpertRow;
let admin: Call;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = (await signIn(test, asAdmin)).call;
});
afterAll(() => test.close());

async function aReader(names: { firstName?: string; lastName?: string } = {}) {
  const person = await aConnectedUser(test, expert, names);
  const { call } = await signInAs(person.user.id);
  return { ...person, call };
}

async function signInAs(userId: string) {
  const token = await createToken(test.runtime.db, userId, test.runtime.clock.now());
  return { call: callAs(test, token) };
}

async function addMessages(threadId: string, bodies: string[], at = '2026-03-01T12:00:00Z') {
  const rows = bodies.map((body, index) => ({
    threadId,
    body,
    direction: 'inbound' as const,
    origin: 'gateway' as const,
    answerState: 'recorded' as const,
    createdAt: new Date(Date.parse(at) + index * 1_000),
  }));
  return test.runtime.db.insert(messages).values(rows).returning({ id: messages.id });
}

async function find(call: Call, query: Record<string, string>): Promise<Reply> {
  return call('GET', `/api/search?${new URLSearchParams(query)}`);
}
const snippetsOf = ({ body }: Reply) => body.hits.map(({ snippet }: Hit) => snippet);

async function allPages(call: Call, query: Record<string, string>, between = async () => {}) {
  const hits: Hit[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await find(call, { ...query, ...(cursor && { cursor }) });
    hits.push(...body.hits);
    cursor = body.nextCursor;
    if (cursor) await between();
  }
  return hits;
}

describe('GET /api/search', () => {
  it('finds messages by their words, newest first, with the words around them', async () => {
    const { thread, phone } = await aReader({ firstName: 'Zoë', lastName: 'Lind' });
    const [, second] = await addMessages(thread.id, [
      'A walrus weighs <b>a ton</b>',
      'Which WÁLRUS is heavier?',
      'A seal, then',
    ]);
    await fillSearch(test.runtime.db);
    const { status, body } = await find(admin, { q: 'walr' });
    expect(status).toBe(200);
    expect(body.hits).toHaveLength(2);
    expect(body.hits[0]).toEqual({
      threadId: thread.id,
      messageId: second?.id,
      title: 'Zoë Lind',
      personName: 'Zoë Lind',
      userHandle: phone,
      expert: {
        id: expert.id,
        displayName: 'Ada',
        imageUrl: null,
        channel: 'SMS',
      },
      direction: 'inbound',
      createdAt: '2026-03-01T12:00:01.000Z',
      snippet: 'Which WÁLRUS is heavier?',
      matches: [{ start: 6, end: 12 }],
    });
    // The page shows it as text.
    expect(body.hits[1].snippet).toBe('A walrus weighs <b>a ton</b>');
    expect(body.nextCursor).toBeNull();
  });

  it('shows users their own threads only, without names', async () => {
    const [mine, theirs] = [await aReader({ firstName: 'Mia' }), await aReader()];
    await addMessages(mine.thread.id, ['My pangolin']);
    await addMessages(theirs.thread.id, ['Their pangolin']);
    await fillSearch(test.runtime.db);
    const found = await find(mine.call, { q: 'pangolin' });
    expect(snippetsOf(found)).toEqual(['My pangolin']);
    expect(found.body.hits[0]).toMatchObject({ title: 'Ada', personName: null });
    expect((await find(mine.call, { q: 'Mia' })).body.people).toEqual([]);
    expect(await find(admin, { q: 'pangolin' }).then(snippetsOf)).toHaveLength(2);
  });

  it('hides replies that were held back from their person, and leaves no gap in the pages', async () => {
    const { thread, call } = await aReader();
    const added = await addMessages(thread.id, Array(6).fill('A tapir'));
    const heldBack = added.filter((_, nth) => nth % 2 === 1).map(({ id }) => id);
    await test.runtime.db
      .update(messages)
      .set({ direction: 'outbound', origin: 'ai', answerState: null, deliveryState: 'withheld' })
      .where(inArray(messages.id, heldBack));
    await fillSearch(test.runtime.db);
    const shown = added.map(({ id }) => id).filter((id) => !heldBack.includes(id));
    const hits = await allPages(call, { q: 'tapir', limit: '1' });
    expect(hits.map(({ messageId }) => messageId)).toEqual(shown.toReversed());
    expect(await find(admin, { q: 'tapir' }).then(snippetsOf)).toHaveLength(6);
  });

  it('narrows by expert and by the days of a time zone', async () => {
    const other = await anExpert(test);
    const [{ thread }, there] = [await aReader(), await aConnectedUser(test, other)];
    await addMessages(thread.id, ['An okapi in the evening'], '2026-03-03T04:30:00Z');
    await addMessages(thread.id, ['An okapi at noon'], '2026-03-03T12:00:00Z');
    await addMessages(there.thread.id, ['An okapi elsewhere'], '2026-03-04T12:00:00Z');
    await fillSearch(test.runtime.db);
    const findIds = (query: Record<string, string>) =>
      find(admin, { q: 'okapi', ...query }).then(snippetsOf);
    expect(await findIds({ expertId: other.id })).toEqual(['An okapi elsewhere']);
    expect(await findIds({ to: '2026-03-03' })).toHaveLength(2);
    const timeZone = 'America/New_York';
    expect(await findIds({ to: '2026-03-02', timeZone })).toEqual(['An okapi in the evening']);
    expect(await findIds({ from: '2026-03-03', to: '2026-03-03', timeZone })).toEqual([
      'An okapi at noon',
    ]);
  });

  it('narrows everything that it finds by a label and an expert, for staff', async () => {
    const { db } = test.runtime;
    const [marked, other] = [
      await aReader({ firstName: 'Quokka' }),
      await aReader({ firstName: 'Quokka' }),
    ];
    for (const { thread } of [marked, other]) {
      await addMessages(thread.id, ['A quokka smiles']);
      await admin('PUT', `/api/threads/${thread.id}/title`, { title: 'Quokka' });
      await admin('POST', `/api/threads/${thread.id}/notes`, { body: 'The quokka again' });
    }
    await fillSearch(db);
    const [label] = await db.insert(labels).values({ name: 'Zoo', hue: 'teal' }).returning();
    await db.insert(threadLabels).values({ labelId: label?.id ?? '', threadId: marked.thread.id });
    const findThreads = async (narrow: Record<string, string>) => {
      const { hits, people, threads, notes } = (await find(admin, { q: 'quokka', ...narrow })).body;
      return [hits, people, threads, notes].map((found) =>
        found.map(({ threadId }: { threadId: string }) => threadId),
      );
    };
    const only = [marked.thread.id];
    expect((await findThreads({})).map(({ length }) => length)).toEqual([2, 2, 2, 2]);
    const narrow = { labelled: label?.id ?? '' };
    expect(await findThreads(narrow)).toEqual([only, only, only, only]);
    const elsewhere = await anExpert(test);
    expect(await findThreads({ expertId: elsewhere.id })).toEqual([[], [], [], []]);
    expect((await find(marked.call, { q: 'quokka', ...narrow })).status).toBe(403);
    expect((await find(marked.call, { q: 'quokka', expertId: expert.id })).status).toBe(200);
  });

  it('pages through without gap or repetition while messages come in', async () => {
    const { thread } = await aReader();
    const added = await addMessages(
      thread.id,
      Array.from({ length: 23 }, (_, n) => `Axolotl number ${n}`),
    );
    // JavaScript can't tell microseconds apart.
    await test.runtime.db.execute(
      sql`update messages set created_at = timestamptz '2026-03-01 12:00:00Z'
            + (seq % 7) * interval '1 microsecond' where thread_id = ${thread.id}`,
    );
    await fillSearch(test.runtime.db);
    const hits = await allPages(admin, { q: 'axolotl', limit: '5' }, async () => {
      await addMessages(thread.id, ['Another axolotl'], '2026-03-02T12:00:00Z');
      await fillSearch(test.runtime.db);
    });
    const ids = hits.map(({ messageId }) => messageId);
    expect(ids.toSorted()).toEqual(added.map(({ id }) => id).toSorted());
    const ordered = await test.runtime.db
      .select({ id: messages.id })
      .from(messages)
      .where(sql`thread_id = ${thread.id} and created_at < '2026-03-02'`)
      .orderBy(sql`created_at desc, id desc`);
    expect(ids).toEqual(ordered.map(({ id }) => id));
  });

  it('finds people by name, email and number, with or without an account', async () => {
    const { db } = test.runtime;
    const zoe = await aReader({ firstName: 'Zoë', lastName: 'Brontë' });
    const handle = aPhone();
    const [unknown] = await db.insert(threads).values({ expertId: expert.id, handle }).returning();
    const person = {
      userId: zoe.user.id,
      name: 'Zoë Brontë',
      email: zoe.user.email,
      address: zoe.phone,
      threadId: zoe.thread.id,
    };
    const people = async (q: string) => (await find(admin, { q })).body.people;
    for (const q of ['bronte zoe', 'Zoë B', zoe.user.email.slice(0, 12), zoe.phone.slice(2)]) {
      expect(await people(q), q).toContainEqual(person);
    }
    const formatted = `(${handle.slice(2, 5)}) ${handle.slice(5, 8)}-${handle.slice(8)}`;
    expect(await people(formatted)).toEqual([
      { userId: null, name: null, email: null, address: handle, threadId: unknown?.id },
    ]);
    expect(await people('%')).toEqual([]);
  });

  it('finds threads by their titles', async () => {
    const mine = await aReader();
    await mine.call('PUT', `/api/threads/${mine.thread.id}/title`, { title: 'Über Brüche' });
    for (const call of [admin, mine.call]) {
      const { body } = await find(call, { q: 'bruche' });
      expect(body.threads).toEqual([
        expect.objectContaining({ threadId: mine.thread.id, title: 'Über Brüche' }),
      ]);
    }
    const other = await aReader();
    expect((await find(other.call, { q: 'bruche' })).body.threads).toEqual([]);
  });

  it('takes words that are longer than PostgreSQL takes', async () => {
    expect((await find(admin, { q: '㌖'.repeat(200) })).status).toBe(200);
  });

  it.each([['🦭'], ['"'], ["'\\"], [':* | !('], ['%_']])('finds nothing by %s', async (q) => {
    const { status, body } = await find(admin, { q });
    expect(status).toBe(200);
    expect(body).toEqual({
      exact: [],
      hits: [],
      people: [],
      threads: [],
      notes: [],
      nextCursor: null,
    });
  });

  /** Returns the answers, and the most at once. */
  async function findAtOnce(readers: Awaited<ReturnType<typeof aReader>>[]) {
    const { db } = test.runtime;
    const begin = db.transaction;
    let [open, most] = [0, 0];
    db.transaction = (async (...args: Parameters<typeof begin>) => {
      most = Math.max(most, ++open);
      return (begin.apply(db, args) as Promise<unknown>).finally(() => open--);
    }) as never;
    const replies = await Promise.all(readers.map(({ call }) => find(call, { q: 'sums' })));
    db.transaction = begin;
    return { statuses: replies.map(({ status }) => status), most };
  }

  /** Until they are released. */
  function holdFirst(count: number) {
    const { db } = test.runtime;
    const begin = db.transaction;
    const free = Promise.withResolvers<void>();
    let begun = 0;
    db.transaction = async (...args: Parameters<typeof begin>) => {
      begun += 1;
      if (begun <= count) await free.promise;
      return begin.apply(db, args) as never;
    };
    const release = () => {
      db.transaction = begin;
      free.resolve();
    };
    return { begun: () => begun, release };
  }

  it('runs one search of a person at a time, because many would take the database from everyone', async () => {
    const [mine, other] = [await aReader(), await aReader()];
    const { statuses, most } = await findAtOnce([mine, mine, mine, mine, other]);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('runs five searches of all people at a time, because one person may have many accounts', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => aReader()));
    const { statuses, most } = await findAtOnce(readers);
    expect(statuses).toEqual(Array(8).fill(200));
    expect(most).toBeLessThanOrEqual(5);
  });

  it('queues ten of one person, and refuses the next', async () => {
    const { call } = await aReader();
    const held = holdFirst(1);
    const statuses: number[] = [];
    const searches = Array.from({ length: 12 }, async () => {
      statuses.push((await find(call, { q: 'sums' })).status);
      if (statuses.length === 2) held.release();
    });
    await Promise.all(searches);
    expect(statuses).toEqual([429, 429, ...Array(10).fill(200)]);
  });

  it('never delays the staff', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, () => aReader()));
    const held = holdFirst(5);
    const searches = readers.map(({ call }) => find(call, { q: 'sums' }));
    await vi.waitFor(() => expect(held.begun()).toBe(5), { timeout: 60_000 });
    expect((await find(admin, { q: 'sums' })).status).toBe(200);
    held.release();
    const replies = await Promise.all(searches);
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('is limited per account', async () => {
    const { call } = await aReader();
    const replies = [];
    for (let tries = 0; tries <= 120; tries++) replies.push(await find(call, { q: ' - ' }));
    expect(replies.slice(0, 120).every(({ status }) => status === 200)).toBe(true);
    expect(replies.at(-1)?.status).toBe(429);
    expect(replies.at(-1)?.headers['retry-after']).toMatch(/^\d+$/);
  });

  it.each([
    ['', 'q: q is required'],
    ['q=%20', 'q: q is required'],
    [`q=${'a'.repeat(201)}`, 'q: A search has at most 200 characters'],
    ['q=a&limit=101', /^limit: /],
    ['q=a&expertId=ada', 'expertId: expertId must be a valid id'],
    ['q=a&from=2026-03-03&to=2026-03-02', 'to: The last day must not be before the first'],
    ['q=a&cursor=nonsense', 'cursor: This page does not exist. Start from the first one.'],
  ])('refuses ?%s', async (query, message) => {
    const { status, body } = await admin('GET', `/api/search?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('needs a token', async () => {
    expect((await find(callAs(test, null), { q: 'a' })).status).toBe(401);
  });
});

describe('a search at size', () => {
  it.runIf(hasDatabaseServer)('gives up before it holds up others', async () => {
    const { db } = test.runtime;
    await transact(db, async (tx) => {
      await tx.execute(sql`lock table message_search in access exclusive mode`);
      const { status, body } = await find(admin, { q: 'walrus' });
      expect({ status, body }).toEqual({ status: 422, body: { message: 'Narrow your search.' } });
    });
  });

  it('never reads the whole index', async () => {
    const { db } = test.runtime;
    const { thread, user: owner } = await aReader();
    await db.execute(
      sql`insert into message_search (message_id, thread_id, expert_id, created_at, words)
          select gen_random_uuid(), case when n % 500 = 0 then ${thread.id}::uuid else gen_random_uuid() end,
            ${expert.id}::uuid, timestamptz '2025-01-01' + n * interval '1 minute',
            ('often ' || case when n % 1000 = 0 then 'rare' else 'w' || n end)::tsvector
          from generate_series(1, 20000) n`,
    );
    await db.execute(sql`analyze message_search`);
    const { user } = await signIn(test, asAdmin);
    const reader = { id: user.id, isStaff: true };
    const narrow: SearchScope = {
      expertId: undefined,
      from: undefined,
      before: undefined,
      threads: undefined,
    };
    const failed = { state: 'failed' as const, now: new Date(), readerId: user.id };
    const days = { from: new Date('2025-01-02'), before: new Date('2025-01-03') };
    const plans = await transact(db, async (tx) => {
      await avoidWholeTable(tx);
      const found: string[] = [];
      for (const q of ['rare', 'often', 'often rare', 'oft', 'missing']) {
        for (const scope of [
          narrow,
          { ...narrow, expertId: expert.id },
          { ...narrow, ...days },
          { ...narrow, threads: failed },
        ]) {
          const wanted = { query: writeQuery(parseSearch(q)), scope, after: null, limit: 21 };
          for (const read of [
            selectAmongNewest(wanted),
            selectByWords(reader, wanted),
            selectByWords({ id: owner.id, isStaff: false }, wanted),
          ]) {
            const rows = await rowsOf<Record<string, string>>(tx, sql`explain ${read}`);
            found.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          }
        }
      }
      return found;
    });
    expect(plans).toHaveLength(5 * 4 * 3);
    expect(plans.filter((plan) => !/ on message_search/.test(plan))).toEqual([]);
    expect(plans.filter((plan) => plan.includes('Seq Scan on message_search'))).toEqual([]);
    for (const [q, count] of [
      ['often', 20],
      ['rare', 20],
      ['w11 often', 1],
      ['missing', 0],
    ] as const) {
      const found = await transact(db, async (tx) => {
        const wanted = { query: writeQuery(parseSearch(q)), scope: narrow, after: null, limit: 20 };
        return {
          newest: await rowsOf(tx, selectAmongNewest(wanted)),
          all: await rowsOf(tx, selectByWords(reader, wanted)),
        };
      });
      expect(found.all, q).toHaveLength(count);
      if (found.newest.length === 20) expect(found.newest).toEqual(found.all);
    }
    await db.delete(messageSearch).where(eq(messageSearch.expertId, expert.id));
  });
});
