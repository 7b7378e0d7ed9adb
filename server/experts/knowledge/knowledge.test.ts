import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handbook } from '#sandbox/demo/handbook.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, evidence, type experts } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

const aToken = (userId: string) => createToken(test.runtime.db, userId, test.runtime.clock.now());

const sourcesOf = ({ id }: ExpertRow) => `/api/experts/${id}/sources`;

/** A baker who knows the handbook. */
async function aBaker(change: Partial<typeof experts.$inferInsert> = {}) {
  const expert = await anExpert(test, { displayName: 'Sol', ...change });
  const source = await publish(expert, { title: handbook.title, text: handbook.text });
  return { expert, source, ...createTexter(test, expert) };
}

async function publish(expert: ExpertRow, body: object) {
  const added = await admin.call('POST', sourcesOf(expert), body);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  await test.runUntilIdle();
  const { id } = added.body.source;
  const published = await admin.call('POST', `${sourcesOf(expert)}/${id}/publish`);
  expect(published.body.source).toMatchObject({ state: 'live' });
  return published.body.source as { id: string };
}

async function ask(baker: Awaited<ReturnType<typeof aBaker>>, question: string) {
  const { phone, user } = await aConnectedUser(test, baker.expert);
  await baker.text(phone, question);
  await test.runUntilIdle();
  const last = baker.received(phone).at(-1) ?? '';
  return { last, phone, user, spends: await baker.spends(user.id) };
}

describe('a source', () => {
  it('is read, reviewed and published before a model is given it', async () => {
    const expert = await anExpert(test);
    const body = { title: 'Hours', text: 'The shop opens at 9:15 on weekdays.' };
    const added = await admin.call('POST', sourcesOf(expert), body);
    expect(added.body.source).toMatchObject({ title: 'Hours', state: 'reading', isReading: true });
    await test.runUntilIdle();
    const { id } = added.body.source;
    const read = await admin.call('GET', `${sourcesOf(expert)}/${id}`);
    expect(read.body.source).toMatchObject({ state: 'review', pieces: 1, isReading: false });
    expect(read.body.pieces).toMatchObject([{ text: expect.stringContaining('9:15') }]);
    const { size } = (await admin.call('GET', sourcesOf(expert))).body;
    expect(size).toEqual({ tokens: 0, budget: 8_000, isGivenWhole: true });
    await admin.call('POST', `${sourcesOf(expert)}/${id}/publish`);
    const live = (await admin.call('GET', sourcesOf(expert))).body;
    expect(live.size.tokens).toBeGreaterThan(5);
  });

  it('is there once: the same words again are refused', async () => {
    const { expert } = await aBaker();
    const again = await admin.call('POST', sourcesOf(expert), {
      title: 'Another name',
      text: handbook.text,
    });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe(`This is there already, as "${handbook.title}".`);
  });

  it('is never valid until a day before its first', async () => {
    const { expert, source } = await aBaker();
    const path = `${sourcesOf(expert)}/${source.id}`;
    await admin.call('PATCH', path, { validFrom: '2027-02-01' });
    const { status, body } = await admin.call('PATCH', path, { validUntil: '2027-01-31' });
    expect([status, body.message]).toEqual([400, 'The last day must not be before the first']);
  });

  it('of another expert looks missing', async () => {
    const { source } = await aBaker();
    const other = await anExpert(test);
    const found = await admin.call('GET', `${sourcesOf(other)}/${source.id}`);
    expect(found.status).toBe(404);
  });

  it('comes as a file', async () => {
    const expert = await anExpert(test);
    const form = new FormData();
    form.append('isQuotable', 'false');
    form.append('file', new Blob([handbook.text], { type: 'text/plain' }), 'bakery-hours.txt');
    const added = await admin.call('POST', sourcesOf(expert), form);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    await test.runUntilIdle();
    const { sources } = (await admin.call('GET', sourcesOf(expert))).body;
    expect(sources).toMatchObject([
      {
        title: 'bakery hours',
        origin: 'bakery-hours.txt',
        kind: 'text',
        state: 'review',
        isQuotable: false,
      },
    ]);
  });
});

describe('an answer', () => {
  it('carries words of the source, which the server has found there', async () => {
    const baker = await aBaker();
    const { last, spends, phone, user } = await ask(baker, 'when do u close on sundays');
    expect(last).toContain('13:00');
    expect(last).not.toContain('[[');
    expect(spends).toBe(1);
    const exported = await callAs(test, await aToken(user.id))('GET', '/api/account/export');
    expect(exported.text).toContain(handbook.title);
    const [, reply] = await baker.messagesOf(phone);
    const { id } = await baker.threadOf(phone);
    const { messages } = (await admin.call('GET', `/api/threads/${id}/messages`)).body;
    expect(messages.find((one: { id: string }) => one.id === reply?.id).evidence).toMatchObject({
      outcome: 'supported',
      quotes: [{ title: handbook.title, words: expect.stringContaining('13:00') }],
    });
  });

  it("that the sources don't hold is not guessed: the text is free, and the question stays open", async () => {
    const baker = await aBaker({ knowledgeMode: 'strict' });
    const { last, spends } = await ask(baker, 'do you sell coffee machines');
    expect(last).toContain("I don't find that in what I've been given to know.");
    expect(spends).toBe(0);
    const path = `/api/experts/${baker.expert.id}/unanswered`;
    const { questions } = (await admin.call('GET', path)).body;
    expect(questions).toMatchObject([
      { question: 'do you sell coffee machines', reason: 'no_answer', count: 1 },
    ]);
  });

  it('once the team has answered, comes from that answer, and is texted to who asked', async () => {
    const baker = await aBaker({ knowledgeMode: 'strict' });
    const { phone } = await ask(baker, 'do you sell coffee machines');
    await ask(baker, 'Do you sell coffee machines?');
    const path = `/api/experts/${baker.expert.id}/unanswered`;
    const { questions } = (await admin.call('GET', path)).body;
    expect(questions).toMatchObject([{ count: 2 }]);
    const [{ messageId }] = questions;
    const answered = await admin.call('POST', `/api/unanswered/${messageId}/answer`, {
      answer: 'We sell no coffee machines, but beans for $9.',
      tell: true,
    });
    expect(answered.status, JSON.stringify(answered.body)).toBe(201);
    expect(answered.body).toMatchObject({ told: 2, source: { kind: 'pair', state: 'live' } });
    // By day where the phone is.
    await test.advance(24 * 3_600_000);
    const { sweep } = await import('#server/operations/upkeep/sweep.ts');
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(baker.received(phone).at(-1)).toContain('beans for $9');
    expect((await admin.call('GET', path)).body.questions).toEqual([]);
    const { last } = await ask(baker, 'do you sell coffee machines');
    expect(last).toContain('beans for $9');
  });

  it('of a guided expert says what is not from its sources', async () => {
    const baker = await aBaker();
    const { last, spends } = await ask(baker, 'do you sell coffee machines');
    expect(last).toContain('(Not from my sources.)');
    expect(spends).toBe(1);
  });

  it('is given nothing of a source that was retired, deleted or is not valid yet', async () => {
    const baker = await aBaker({ knowledgeMode: 'strict' });
    const path = `${sourcesOf(baker.expert)}/${baker.source.id}`;
    await admin.call('PATCH', path, { validFrom: '2090-01-01' });
    expect((await ask(baker, 'when do you close on sundays')).spends).toBe(0);
    await admin.call('PATCH', path, { validFrom: null });
    expect((await ask(baker, 'when do you close on sundays')).spends).toBe(1);
    await admin.call('POST', `${path}/retire`);
    expect((await ask(baker, 'when do you close on sundays')).spends).toBe(0);
    await admin.call('POST', `${path}/publish`);
    expect((await ask(baker, 'when do you close on sundays')).spends).toBe(1);
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect((await ask(baker, 'when do you close on sundays')).spends).toBe(0);
    const left = await test.runtime.db
      .select({ quotes: evidence.quotes })
      .from(evidence)
      .where(eq(evidence.expertId, baker.expert.id));
    expect(JSON.stringify(left)).not.toContain('13:00');
  });

  it('names its sources by SMS when asked', async () => {
    const baker = await aBaker();
    const { phone } = await ask(baker, 'when do you close on sundays');
    await baker.text(phone, 'Sources');
    await test.runUntilIdle();
    expect(baker.received(phone).at(-1)).toBe(`My last answer is from: ${handbook.title}.`);
  });

  it('repeats and names nothing of an internal source', async () => {
    const baker = await aBaker();
    await admin.call('PATCH', `${sourcesOf(baker.expert)}/${baker.source.id}`, {
      isQuotable: false,
    });
    const { phone, last } = await ask(baker, 'when do you close on sundays');
    expect(last).not.toContain('On Sundays it opens at 8:00');
    await baker.text(phone, 'Sources');
    await test.runUntilIdle();
    expect(baker.received(phone).join()).not.toContain(handbook.title);
  });

  it('to hello and thanks is given by a strict expert, too', async () => {
    const baker = await aBaker({ knowledgeMode: 'strict' });
    expect((await ask(baker, 'hello')).spends).toBe(1);
    expect((await ask(baker, 'thank you!')).spends).toBe(1);
  });

  it('that is not there is free ten times an hour; then the phone is told to wait', async () => {
    const baker = await aBaker({ knowledgeMode: 'strict' });
    const { phone } = await ask(baker, 'do you sell coffee machines');
    for (let nth = 0; nth < 11; nth++) {
      await baker.text(phone, `what is the capital of country ${nth}`);
      await test.runUntilIdle();
    }
    const told = baker.received(phone);
    expect(told.filter((text) => text.includes("don't find that"))).toHaveLength(10);
    expect(told.filter((text) => text.includes('Please ask again in an hour'))).toHaveLength(1);
  });
});

describe('a token for scripts', () => {
  it('puts documents in, and opens nothing else', async () => {
    const expert = await anExpert(test);
    const fresh = await signIn(test, asAdmin);
    const made = await fresh.call('POST', '/api/api-tokens', { name: 'Nightly import' });
    const { secret, token } = made.body;
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      test.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${secret}` },
        ...(payload && { payload }),
      });
    const added = await call('POST', sourcesOf(expert), { title: 'Prices', text: 'Bread is $4.' });
    expect(added.statusCode).toBe(201);
    for (const path of ['/api/experts', '/api/threads', '/api/api-tokens', '/api/auth/user']) {
      expect((await call('GET', path)).statusCode, path).toBe(401);
    }
    await fresh.call('DELETE', `/api/api-tokens/${token.id}`);
    expect((await call('GET', sourcesOf(expert))).statusCode).toBe(401);
  });
});
