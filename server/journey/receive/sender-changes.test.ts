import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { fillSearch } from '#server/desk/search/fill.ts';
import { registry } from '#server/outside/metrics.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { aMetaText, createMeta } from '#test/meta.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let meta: ReturnType<typeof createMeta>;
let { received, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test, { channel: 'WHATSAPP' });
  meta = createMeta(test);
  ({ received, messagesOf, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const creditsUsed = async (id: string) => (await getUser(test.runtime.db, id)).messageCount;
const toEdit = (id: string, body: string) => ({
  type: 'edit',
  edit: { original_message_id: id, message: aMetaText(body) },
});
const toRevoke = (id: string) => ({ type: 'revoke', revoke: { original_message_id: id } });

async function countOutcome(outcome: string): Promise<number> {
  const metric = registry.getSingleMetric('sagewire_webhooks_received_total');
  const { values = [] } = (await metric?.get()) ?? {};
  const isWanted = ({ labels }: { labels: object }) =>
    Reflect.get(labels, 'channel') === 'WHATSAPP' && Reflect.get(labels, 'outcome') === outcome;
  return values.find(isWanted)?.value ?? 0;
}

async function readAs(userId: string | null, threadId: string) {
  const call = userId
    ? callAs(test, await createToken(test.runtime.db, userId, new Date()))
    : (await signIn(test, asAdmin)).call;
  const { body } = await call('GET', `/api/threads/${threadId}/messages`);
  return body.messages.toReversed();
}

describe('a message that its sender edits', () => {
  it('is answered by its new words if the old ones were not', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('What is 2*2?') });
    expect(await meta.send(phone, toEdit(id, 'What is 12*7?'))).toBe(200);
    await test.runUntilIdle();
    const rows = await messagesOf(phone);
    expect(rows).toMatchObject([
      { body: 'What is 12*7?', answerState: 'answered', editedAt: expect.any(Date) },
      { origin: 'ai' },
    ]);
    expect(received(phone)).toEqual([expect.stringContaining('84')]);
    expect(await creditsUsed(user.id)).toBe(1);
    const [question] = await readAs(user.id, thread.id);
    expect(question).toMatchObject({ body: 'What is 12*7?', editedAt: expect.any(String) });
  });

  it('during the model call is answered by its new words, once', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const id = meta.anId();
    const { fetch: call } = test.runtime;
    let isEdited = false;
    test.runtime.fetch = async (...request) => {
      const answer = await call(...request);
      if (!isEdited && String(request[1]?.body).includes('2*2')) {
        isEdited = true;
        await meta.send(phone, toEdit(id, 'What is 12*7?'));
      }
      return answer;
    };
    await meta.send(phone, { id, ...aMetaText('What is 2*2?') });
    await test.runUntilIdle();
    test.runtime.fetch = call;
    expect(isEdited).toBe(true);
    expect(received(phone)).toEqual([expect.stringContaining('84')]);
    expect(await creditsUsed(user.id)).toBe(1);
  });

  it('after its answer shows the new words, and is not answered again', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('What is 2*2?') });
    await test.runUntilIdle();
    for (let time = 0; time < 2; time++) await meta.send(phone, toEdit(id, 'What is 2 times 2?'));
    await test.runUntilIdle();
    const [question, ...others] = await messagesOf(phone);
    expect(question).toMatchObject({ body: 'What is 2 times 2?', answerState: 'answered' });
    expect(others).toHaveLength(1);
    expect(await creditsUsed(user.id)).toBe(1);
    await fillSearch(test.runtime.db);
    const { call } = await signIn(test, asAdmin);
    const found = await call('GET', '/api/search?q=times');
    expect(found.body.hits.map(({ messageId }: { messageId: string }) => messageId)).toContain(
      question?.id,
    );
  });

  it('into a STOP after its answer is a STOP', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('Hello') });
    await test.runUntilIdle();
    await meta.send(phone, toEdit(id, 'STOP'));
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('You get no more texts');
  });

  it('into a cry for help while it waits gets the helplines', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('What is 2*2?') });
    await meta.send(phone, toEdit(id, 'I want to kill myself'));
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('988')]);
  });

  it('again and again gets five turns at most', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('What is 1*1?') });
    for (let n = 2; n <= 8; n++) await meta.send(phone, toEdit(id, `What is ${n}*${n}?`));
    const [message] = await messagesOf(phone);
    expect(message?.body).toBe('What is 8*8?');
    expect(message?.failures).toHaveLength(5);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('64')]);
  });

  it('and arrives before it is stored once, with the new words', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, toEdit(id, 'What is 5*5?'));
    await meta.send(phone, { id, ...aMetaText('What is 5*4?') });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('25')]);
  });

  it('is not changed by another person', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const other = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('Mine') });
    await meta.send(other.phone, toEdit(id, 'Yours'));
    await meta.send(other.phone, toRevoke(id));
    await test.runUntilIdle();
    expect((await messagesOf(phone))[0]).toMatchObject({ body: 'Mine', revokedAt: null });
  });
});

describe('a message that its sender deletes', () => {
  it('is not answered if it was not, and is marked', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('Forget this one') });
    expect(await meta.send(phone, toRevoke(id))).toBe(200);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    expect(await creditsUsed(user.id)).toBe(0);
    expect(await threadOf(phone)).toMatchObject({ lastMessage: '[Deleted message]' });
    const mark = { revokedAt: expect.any(String) };
    expect(await readAs(null, thread.id)).toMatchObject([
      { ...mark, body: 'Forget this one', answer: { state: 'recorded', guard: 'revoked' } },
    ]);
    expect(await readAs(user.id, thread.id)).toMatchObject([{ ...mark, body: '' }]);
  });

  it('is no longer read by the model, nor found', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, { id, ...aMetaText('My secret word is xylophone') });
    await test.runUntilIdle();
    await meta.send(phone, toRevoke(id));
    await meta.send(phone, aMetaText('What is 2*3?'));
    await test.runUntilIdle();
    const call = test.sandbox.wire.findLast(({ kind }) => kind === 'model');
    expect(call?.request.body).toContain('2*3');
    expect(call?.request.body).not.toContain('xylophone');
    await fillSearch(test.runtime.db);
    const found = await (await signIn(test, asAdmin)).call('GET', '/api/search?q=xylophone');
    expect(found.body.hits).toEqual([]);
  });

  it('is still a STOP, or a cry for help', async () => {
    const { phone } = await aConnectedUser(test, expert);
    for (const words of ['I want to kill myself', 'STOP']) {
      const id = meta.anId();
      await meta.send(phone, { id, ...aMetaText(words) });
      await meta.send(phone, toRevoke(id));
    }
    await test.runUntilIdle();
    expect((await messagesOf(phone)).map(({ guard }) => guard)).toEqual(
      expect.arrayContaining(['crisis', 'keyword']),
    );
  });

  it('before it arrives is never answered', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const id = meta.anId();
    await meta.send(phone, toRevoke(id));
    await meta.send(phone, { id, ...aMetaText('Too late') });
    await test.runUntilIdle();
    expect(await messagesOf(phone)).toMatchObject([{ body: '', revokedAt: expect.any(Date) }]);
    expect(received(phone)).toEqual([]);
  });
});

describe('what WhatsApp sends besides messages', () => {
  it('an opened chat is greeted, once', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    for (let time = 0; time < 2; time++) await meta.send(phone, { type: 'request_welcome' });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('Just send your question here')]);
    expect(await creditsUsed(user.id)).toBe(0);
    const stranger = aPhone();
    await meta.send(stranger, { type: 'request_welcome' });
    await test.runUntilIdle();
    expect(received(stranger)).toEqual([expect.stringContaining('sign up at')]);
  });

  it.each(['wa_id', 'new_wa_id'])(
    'a new number (%s) is recorded in the thread of the person, and not answered',
    async (name) => {
      const { phone } = await aConnectedUser(test, expert);
      const system = { type: 'user_changed_number', [name]: '12025550188' };
      expect(await meta.send(phone, { type: 'system', system })).toBe(200);
      expect(await meta.send(aPhone(), { type: 'system', system })).toBe(200);
      await test.runUntilIdle();
      expect(await messagesOf(phone)).toMatchObject([
        { body: '[New WhatsApp number: +12025550188]', content: 'notice', answerState: 'recorded' },
      ]);
      expect(received(phone)).toEqual([]);
    },
  );

  it('a question under a video is answered, and a STOP there stops', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const under = (caption: string) => ({ type: 'video', video: { id: '1', caption } });
    await meta.send(phone, under('What is 12*7?'));
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('84')]);
    await meta.send(phone, under('STOP'));
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('You get no more texts');
  });

  it("a group's message is counted, never stored or answered in private", async () => {
    const before = await countOutcome('group');
    const { phone } = await aConnectedUser(test, expert);
    const stranger = aPhone();
    for (const from of [phone, stranger]) {
      expect(await meta.send(from, { ...aMetaText('Hello all'), group_id: 'G1' })).toBe(200);
    }
    await test.runUntilIdle();
    expect(await messagesOf(phone)).toEqual([]);
    expect(await threadOf(stranger)).toBeUndefined();
    expect([...received(phone), ...received(stranger)]).toEqual([]);
    expect(await countOutcome('group')).toBe(before + 2);
  });

  it("another number of the account, and Meta's own sample, are acknowledged and counted", async () => {
    const before = await countOutcome('unknown');
    const file = new URL('../../channels/whatsapp/fixtures/test-sample.json', import.meta.url);
    expect(await meta.post(JSON.parse(readFileSync(file, 'utf8')))).toBe(200);
    const from = aPhone();
    const written = { id: meta.anId(), from: from.slice(1), ...aMetaText('Hi') };
    expect(await meta.notify({ messages: [written] }, '999999999999999')).toBe(200);
    expect(await countOutcome('unknown')).toBe(before + 2);
    expect(await threadOf(from)).toBeUndefined();
    expect(await threadOf('+16315551181')).toBeUndefined();
  });

  it('other subscriptions are acknowledged and counted', async () => {
    const before = await countOutcome('ignored');
    for (const field of ['history', 'account_update', 'smb_message_echoes', 'of_tomorrow']) {
      const entry = [{ id: '1', changes: [{ field, value: {} }] }];
      expect(await meta.post({ object: 'whatsapp_business_account', entry })).toBe(200);
    }
    expect(await countOutcome('ignored')).toBe(before + 4);
  });

  it('a message of which only the sender can be read is kept, and answered once a day', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const broken = { id: null, type: { of: 'tomorrow' } };
    for (const nr of [1, 2]) expect(await meta.send(phone, { ...broken, nr })).toBe(200);
    await test.runUntilIdle();
    const kept = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(kept).toMatchObject([{ content: 'unreadable' }, { content: 'unreadable' }]);
    expect(received(phone)).toHaveLength(1);
  });
});

describe("the vendor's own time", () => {
  it('orders a batch', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await meta.send(
      phone,
      { ...aMetaText('Second'), timestamp: meta.timestamp(10_000) },
      { ...aMetaText('First'), timestamp: meta.timestamp(20_000) },
    );
    await test.runUntilIdle();
    const said = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(said.map(({ body }) => body)).toEqual(['First', 'Second']);
  });

  it('of a text from three days ago is kept; its window is over, so nothing is sent or charged', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const before = test.sandbox.wire.length;
    const timestamp = meta.timestamp(3 * dayMs);
    await meta.send(phone, { ...aMetaText('What is 2*2?'), timestamp });
    await test.runUntilIdle();
    expect(test.sandbox.wire.slice(before).filter(({ kind }) => kind !== 'webhook')).toEqual([]);
    expect(await creditsUsed(user.id)).toBe(0);
    const [message] = await readAs(null, thread.id);
    expect(message).toMatchObject({
      createdAt: new Date(Number(timestamp) * 1000).toISOString(),
      answer: { state: 'refused', guard: 'window' },
    });
    const { call } = await signIn(test, asAdmin);
    const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
    expect(Date.parse(body.thread.windowClosesAt)).toBe(Number(timestamp) * 1000 + dayMs);
    const own = await call('POST', `/api/threads/${thread.id}/messages`, { body: 'Still there?' });
    expect(own.status).toBe(422);
  });

  it('of an old text does not shorten the window of a new one', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await meta.send(phone, aMetaText('What is 3*3?'));
    await meta.send(phone, { ...aMetaText('What is 4*4?'), timestamp: meta.timestamp(3 * dayMs) });
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
  });

  it.each([
    ['from tomorrow', -dayMs],
    ['from last year', 365 * dayMs],
  ])('%s is a mistake, and the time of arrival counts', async (_, msAgo) => {
    const { phone } = await aConnectedUser(test, expert);
    await meta.send(phone, { ...aMetaText('What is 3*3?'), timestamp: meta.timestamp(msAgo) });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('9')]);
  });
});
