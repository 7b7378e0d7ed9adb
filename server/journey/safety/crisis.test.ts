import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import {
  auditLog,
  connections,
  type ExpertRow,
  experts,
  providers,
  riskEvents,
  threads,
} from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aProvider, getUser } from '#test/factories.ts';
import { answerOnly, expireLeases } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let { text, received, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  const settings = { TWILIO_ANSWERS_KEYWORDS: 'false', MODERATION_TIMEOUT_MS: '10000' };
  test = await startTestApp(settings);
  expert = await anExpert(test);
  admin = await signIn(test, asAdmin);
  ({ text, received, messagesOf, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const toAmericans =
  "You matter, and you deserve a person's help now. In danger now? Call 911. To talk to someone at any hour, call or text 988 (Suicide & Crisis Lifeline). The people behind Ada have been told. The AI has paused for now.";
const eventsOf = (threadId: string) =>
  test.runtime.db.select().from(riskEvents).where(eq(riskEvents.threadId, threadId));

it('a stated age under 13 ends the AI kindly, until an admin returns it; under 18 is noted', async () => {
  const { phone, thread } = await aConnectedUser(test, expert);
  await text(phone, "I'm 11 years old");
  await text(phone, 'What is 2 + 2?');
  await test.runUntilIdle();
  expect(received(phone)).toEqual([expect.stringContaining('only for people of 13 and older')]);
  expect(await threadOf(phone)).toMatchObject({
    handler: 'human',
    handedBecause: 'age',
    aiReturnsAt: expect.any(Date),
    minorSince: expect.any(Date),
    humanWantedAt: expect.any(Date),
  });
  await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'last' });
  await test.runUntilIdle();
  expect(received(phone).at(-1)).toContain('4');
  for (let time = 0; time < 3; time++) await text(phone, 'I am eleven years old!');
  await test.runUntilIdle();
  expect(received(phone)).toHaveLength(2);
  expect(await eventsOf(thread.id)).toHaveLength(1);

  const teen = await aConnectedUser(test, expert);
  await text(teen.phone, 'I am 15 years old. What is 2 + 2?');
  await test.runUntilIdle();
  expect(received(teen.phone)).toEqual([expect.stringContaining('4')]);
  expect(await threadOf(teen.phone)).toMatchObject({ handler: 'ai', minorSince: expect.any(Date) });
});

it.each([
  ['in one text with a crisis', ['I am 11 years old and want to kill myself']],
  ['after a crisis', ['I want to kill myself', 'I am 11 years old']],
])('a child who says so %s is not answered by the AI tomorrow either', async (_, texts) => {
  const { phone, thread } = await aConnectedUser(test, expert);
  for (const body of texts) await text(phone, body);
  await test.runUntilIdle();
  expect(received(phone)[0]).toContain('Call 911');
  expect(await threadOf(phone)).toMatchObject({
    handler: 'human',
    handedBecause: 'age',
    minorSince: expect.any(Date),
    riskAt: expect.any(Date),
  });
  await test.advance(49 * hourMs);
  await sweep(test.runtime);
  for (const body of ['What is 2 + 2?', 'HUMAN', 'And 3 + 1?']) await text(phone, body);
  await test.runUntilIdle();
  await test.advance(49 * hourMs);
  await sweep(test.runtime);
  await text(phone, 'What is 2 + 2?');
  await test.runUntilIdle();
  expect(received(phone).join()).not.toMatch(/\b4\b/);
  await text(phone, 'HUMAN');
  await test.runUntilIdle();
  await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'none' });
});

describe('a stated age is known', () => {
  const bo = { displayName: 'Bo', channel: 'WHATSAPP' as const };

  async function aPersonOfTwo() {
    const person = await aConnectedUser(test, expert, { paidMessages: 50 });
    const { db, clock } = test.runtime;
    const other = await anExpert(test, bo);
    const place = { userId: person.user.id, expertId: other.id, handle: person.phone };
    const active = { state: 'active' as const, activatedAt: clock.now() };
    await db.insert(connections).values({ ...place, ...active });
    const [thread] = await db.insert(threads).values(place).returning({ id: threads.id });
    const askOther = async () => {
      const before = received(person.phone).length;
      await text(person.phone, 'What is 2 + 2?', other);
      await test.runUntilIdle();
      return received(person.phone).slice(before);
    };
    return { ...person, askOther, path: `/api/threads/${thread?.id}` };
  }

  it('to all experts of the account: a minor is reminded hourly, until the team finds it a mistake', async () => {
    const { phone, thread, askOther, path } = await aPersonOfTwo();
    const isAi = expect.stringContaining('an AI from');
    await text(phone, 'I am 15 years old. What is 2 + 2?');
    await test.runUntilIdle();
    expect(await askOther()).toEqual([isAi]);
    await test.advance(hourMs);
    expect(await askOther()).toEqual([isAi]);
    const { status, body } = await admin.call('DELETE', `${path}/minor`);
    expect([status, body.thread.minorSince]).toEqual([200, null]);
    expect(await minorSinceOf(thread.id)).toBeNull();
    await test.advance(hourMs);
    expect(await askOther()).not.toEqual([isAi]);
    const { db } = test.runtime;
    const [audit] = await db.select().from(auditLog).where(eq(auditLog.action, 'thread.not_minor'));
    expect(audit).toMatchObject({ actorId: admin.user.id, after: { minorSince: null } });
  });

  it('to all experts of the account: none answers a child, until an admin returns it', async () => {
    const { phone, thread, askOther } = await aPersonOfTwo();
    await text(phone, "I'm 11 years old");
    await test.runUntilIdle();
    expect(await askOther()).toEqual([expect.stringContaining('Bo is only for people of 13')]);
    expect(await askOther()).toEqual([]);
    await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'none' });
    expect(await askOther()).toEqual([expect.stringContaining('4')]);
  });

  const minorSinceOf = async (id: string) =>
    (await admin.call('GET', `/api/threads/${id}/messages`)).body.thread.minorSince;
});

describe('a crisis', () => {
  it('is answered with the numbers of the country, free, and by a person from then on', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await text(phone, 'I want to kill myself');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([toAmericans]);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    expect(await threadOf(phone)).toMatchObject({
      handler: 'human',
      handlerEpoch: 1,
      handedBecause: 'crisis',
      humanWantedAt: expect.any(Date),
      riskAt: expect.any(Date),
    });
    const [question] = await messagesOf(phone);
    expect(question).toMatchObject({ answerState: 'recorded', guard: 'crisis' });
    const [event] = await eventsOf(thread.id);
    expect(event).toMatchObject({
      kind: 'suicide',
      rule: 'en/kill-myself',
      country: 'US',
      sent: 'US',
    });
    expect(JSON.stringify(event)).not.toContain('want to');

    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    expect(received(phone).slice(1)).toEqual([expect.stringContaining('A person from the team')]);
    const { body } = await admin.call('GET', '/api/threads?state=crisis');
    expect(body.threads).toMatchObject([{ id: thread.id, riskAt: expect.any(String) }]);
    await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'last' });
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('4');
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', riskAt: null });
  });

  it('gets the text every ten minutes, and renews the mark each time', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'I want to die');
    await text(phone, 'I really want to die');
    await test.runUntilIdle();
    const { riskAt } = await threadOf(phone);
    await test.advance(hourMs / 6);
    await text(phone, 'I took all my pills');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([toAmericans, toAmericans]);
    expect((await eventsOf(thread.id)).map(({ sent }) => sent)).toEqual(['US', null, 'US']);
    expect((await threadOf(phone)).riskAt?.getTime()).toBeGreaterThan(riskAt?.getTime() ?? 0);
  });

  it('gets the text at once when the AI answers again', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'I want to die');
    await test.runUntilIdle();
    await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'none' });
    await text(phone, 'I want to die');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([toAmericans, toAmericans]);
    expect((await eventsOf(thread.id)).map(({ sent }) => sent)).toEqual(['US', 'US']);
  });

  it('is seen in two texts that say it together, and not again in the next one', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'I want');
    await text(phone, 'to die');
    await test.runUntilIdle();
    expect(received(phone)[0]).toBe(toAmericans);
    await admin.call('POST', `/api/threads/${thread.id}/return`, { answer: 'none' });
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toContain('4');
    expect(await eventsOf(thread.id)).toHaveLength(1);
  });

  it('is seen in a text that goes on with one that was answered', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'I want to end');
    await test.runUntilIdle();
    await text(phone, 'my life');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
    expect(received(phone).at(-1)).toBe(toAmericans);
  });

  it('keeps the AI quiet for a day, and the mark until a person has dealt with it', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'i wanna kms tonight');
    await test.runUntilIdle();
    await test.advance(24 * hourMs - 60_000);
    await sweep(test.runtime);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human' });
    await test.advance(2 * 60_000);
    await sweep(test.runtime);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', riskAt: expect.any(Date) });
  });

  it("is not shortened by a text of the team's", async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'I want to kill myself');
    await test.runUntilIdle();
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'I am here.' });
    await test.advance(3 * hourMs);
    await sweep(test.runtime);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human' });
  });

  it('is seen with the provider down, and in a text without credit', async () => {
    const provider = await anExpert(test, { displayName: 'Rue' });
    await test.runtime.db
      .update(providers)
      .set({ config: { model: 'gpt-5', baseUrl: 'http://127.0.0.1:1/v1' } })
      .where(eq(providers.id, provider.providerId));
    const { phone } = await aConnectedUser(test, provider, { paidMessages: 0 });
    await text(phone, 'I am going to end my life', provider);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('call or text 988')]);
  });

  it('of a stranger is answered, too, and no invitation follows', async () => {
    const phone = '+447400123456';
    await text(phone, 'my husband beats me and I am afraid to go home');
    await text(phone, 'hello?');
    await test.runUntilIdle();
    expect(received(phone)[0]).toContain('call Samaritans free on 116 123');
    expect(received(phone)[0]).toContain('Call 999');
    expect(received(phone).join()).not.toContain('sign up');
    expect(await threadOf(phone)).toMatchObject({ userId: null, handler: 'human' });
  });

  it('is not answered after a STOP', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'STOP');
    await text(phone, 'I want to die');
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect(await eventsOf(thread.id)).toEqual([]);
  });

  it('is answered before the texts that wait in front of it, and in a burst', async () => {
    for (const answersBursts of [false, true]) {
      const rue = await anExpert(test, { displayName: 'Rue', answersBursts });
      const { phone } = await aConnectedUser(test, rue);
      await text(phone, 'What is 2 + 2?', rue);
      await text(phone, 'HELP', rue);
      await text(phone, 'whatever, im going to kill myself', rue);
      await test.runUntilIdle();
      expect(received(phone)[0]).toContain('988');
      expect((await messagesOf(phone)).filter(({ origin }) => origin === 'ai')).toEqual([]);
    }
  });

  it('does not wait for a provider that asks for time', async () => {
    const wire = await startVendorServer();
    const error = { type: 'rate_limit_error', message: 'Busy.' };
    const refuse = replyWith(429, { type: 'error', error }, { 'retry-after': '120' });
    const config = { model: 'claude-sonnet-4-6', baseUrl: wire.url };
    const { id: providerId } = await aProvider(test, { key: 'anthropic', config });
    const rue = await anExpert(test, { displayName: 'Rue', providerId });
    const [early, late] = [await aConnectedUser(test, rue), await aConnectedUser(test, rue)];
    wire.react(refuse);
    await text(early.phone, 'hi', rue);
    await test.runUntilIdle();
    await text(early.phone, 'I want to kill myself', rue);
    await test.runUntilIdle();
    wire.react(async (call, response) => {
      await text(late.phone, 'I want to kill myself', rue);
      refuse(call, response);
    });
    await text(late.phone, 'hi', rue);
    await test.runUntilIdle();
    wire.close();
    expect(received(early.phone)[0]).toContain('988');
    expect(received(late.phone)[0]).toContain('988');
  });

  it('alerts the team, also for a person who waits for a human already', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Agent');
    await test.runUntilIdle();
    const told: unknown[] = [];
    const onChange = (change: unknown) => void told.push(change);
    const leave = test.runtime.changes.subscribe({ onChange, onGap: () => {} });
    await text(phone, 'I want to die');
    await test.runUntilIdle();
    leave();
    expect(told).toContainEqual(expect.objectContaining({ threadId: thread.id, wantsHuman: true }));
  });

  it('alerts the team a little later, once, where the process died before it could', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const { changes } = test.runtime;
    await text(phone, 'I want to die');
    const publish = vi.spyOn(changes, 'publish').mockImplementation((change) => {
      if ('wantsHuman' in change) throw new Error('killed');
    });
    await test.runUntilIdle();
    publish.mockRestore();
    const told: unknown[] = [];
    const onChange = (change: object) => {
      if ('wantsHuman' in change) told.push(change);
    };
    const leave = changes.subscribe({ onChange, onGap: () => {} });
    await sweep(test.runtime);
    expect(told).toEqual([]);
    await test.advance(11_000);
    for (let time = 0; time < 2; time++) await sweep(test.runtime);
    leave();
    expect(told).toMatchObject([{ threadId: thread.id, wantsHuman: true }]);
    await test.runUntilIdle();
  });

  it('gets the text on the phone after one in the dashboard, and ahead of what is sent again', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '500', times: 1 });
    await text(phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    test.sandbox.planFailure(phone, null);
    const person = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    await person('POST', `/api/threads/${thread.id}/messages`, { body: 'I want to die' });
    await test.runUntilIdle();
    await text(phone, 'I want to die');
    await test.runUntilIdle();
    expect(received(phone)[0]).toBe(toAmericans);
  });

  it('gets the text ahead of all that wait to be sent', async () => {
    const { runtime } = test;
    const waiting = await aConnectedUser(test, expert);
    await text(waiting.phone, 'What is 2 + 2?');
    await answerOnly(test);
    await test.advance(1_000);
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'I want to die');
    await answerOnly(test);
    const [first] = await runtime.queue.lease('deliver-reply', 1);
    expect(first?.threadId).toBe(thread.id);
    await expireLeases(runtime.db);
    await test.runUntilIdle();
    expect(received(phone)).toEqual([toAmericans]);
  });

  it('is answered by the account where the address is no number, and as in the US in Puerto Rico', async () => {
    const { user, thread } = await aConnectedUser(test, expert);
    const handle = 'urn:mbid:AQAAY';
    await test.runtime.db.update(threads).set({ handle }).where(eq(threads.id, thread.id));
    const person = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    await person('POST', `/api/threads/${thread.id}/messages`, { body: 'I want to die' });
    await test.runUntilIdle();
    const { body } = await person('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages[0]).toMatchObject({ origin: 'system', body: toAmericans });

    await text('+17872345678', 'I want to die');
    await test.runUntilIdle();
    expect(received('+17872345678')).toEqual([toAmericans]);
  });

  it.each(['START', 'YES'])('behind a %s that ends a STOP is answered after it', async (start) => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'STOP');
    await test.runUntilIdle();
    for (const body of ['hi', start, 'I want to die']) await text(phone, body);
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toBe(toAmericans);
  });

  it('is seen in the dashboard, where its answer is shown', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    const person = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    await person('POST', `/api/threads/${thread.id}/messages`, { body: 'I want to die' });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    const { body } = await person('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages[0]).toMatchObject({ origin: 'system', body: toAmericans });
    expect(body.thread).toMatchObject({ handler: 'human', riskAt: null });
  });

  describe('that only a moderation sees', () => {
    const hint = 'gave the guitar to the boy next door, found a spot where it is quiet';
    const callsFor = (body: string) =>
      test.sandbox.wire.filter(
        ({ kind, request }) => kind === 'moderation' && request.body.includes(body),
      );

    it('is answered the same way: no model, no credit', async () => {
      const { phone, user, thread } = await aConnectedUser(test, expert);
      await text(phone, hint);
      await test.runUntilIdle();
      expect(received(phone)).toEqual([toAmericans]);
      expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
      expect(await threadOf(phone)).toMatchObject({
        handler: 'human',
        handlerEpoch: 1,
        handedBecause: 'crisis',
        riskAt: expect.any(Date),
      });
      const [event] = await eventsOf(thread.id);
      expect(event).toMatchObject({ kind: 'self-harm', rule: 'moderation/self-harm/intent' });
      expect(JSON.stringify(event)).not.toContain('quiet');
      expect(callsFor(hint)).toHaveLength(1);
    });

    it('is the only text of a burst that is answered; one call reads all, and the others wait for the team', async () => {
      const rue = await anExpert(test, { displayName: 'Rue', answersBursts: true });
      const { phone } = await aConnectedUser(test, rue);
      for (const body of ['What is 2 + 2?', hint, 'And 3 + 3?']) await text(phone, body, rue);
      await test.runUntilIdle();
      expect(received(phone)[0]).toContain('988');
      expect((await messagesOf(phone)).filter(({ origin }) => origin === 'ai')).toEqual([]);
      const asked = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
      expect(asked.map(({ answerState }) => answerState)).toEqual(['held', 'recorded', 'held']);
      expect(callsFor('And 3 + 3?').at(-1)?.request.body).toContain(hint);
    });

    it('takes the place of what a slow model or its failure would say', async () => {
      for (const trouble of ['[slow 60s]', '[fail 400]', '[reject]']) {
        const { phone } = await aConnectedUser(test, expert);
        await text(phone, `${hint} ${trouble}`);
        await test.runUntilIdle();
        expect(received(phone)).toEqual([toAmericans]);
      }
    });

    it.each(['[moderation fail 503]', '[moderation slow 30s]'])(
      'is not seen while that is away (%s): the lists decide, and the answer goes out',
      async (trouble) => {
        const rue = await anExpert(test, { displayName: 'Rue' });
        const { phone } = await aConnectedUser(test, rue);
        const { config } = test.runtime;
        Object.assign(config, { moderationTimeoutMs: 300 });
        await text(phone, `What is 2 + 2? ${hint} ${trouble}`, rue);
        await test.runUntilIdle();
        Object.assign(config, { moderationTimeoutMs: 10_000 });
        expect(received(phone)).toEqual([expect.stringContaining('4')]);
        const other = await aConnectedUser(test, rue);
        await text(other.phone, `I want to kill myself ${trouble}`, rue);
        await test.runUntilIdle();
        expect(received(other.phone)[0]).toContain('988');
      },
    );

    async function aRueToText() {
      const rue = await anExpert(test, { displayName: 'Rue' });
      const { phone } = await aConnectedUser(test, rue, { paidMessages: 20 });
      return async (body: string) => {
        await text(phone, body, rue);
        await test.runUntilIdle();
      };
    }

    it('is asked again after texts that it refused', async () => {
      const textRue = await aRueToText();
      for (const n of [1, 2, 3]) await textRue(`Odd ${n} [moderation fail 400]`);
      await textRue('After the odd ones');
      expect(callsFor('After the odd ones')).toHaveLength(1);
    });

    it('is asked no more after three failures, but for one text after each pause', async () => {
      const textRue = await aRueToText();
      for (const n of [1, 2, 3]) await textRue(`Away ${n} [moderation fail 500]`);
      await textRue('In the first pause');
      expect(callsFor('In the first pause')).toEqual([]);
      await test.advance(31_000);
      await textRue('A try [moderation fail 500]');
      await textRue('In the second pause');
      expect(callsFor('A try')).toHaveLength(1);
      expect(callsFor('In the second pause')).toEqual([]);
      await test.advance(61_000);
      await textRue('It is back');
      await textRue('It stays');
      expect(callsFor('It is back')).toHaveLength(1);
      expect(callsFor('It stays')).toHaveLength(1);
    });

    it('is asked of any provider of OpenAI that is active, and without a key of none', async () => {
      const { db } = test.runtime;
      const { id: providerId } = await aProvider(test, {
        key: 'anthropic',
        config: { model: 'claude-sonnet-5-5' },
      });
      const rue = await anExpert(test, { displayName: 'Rue', providerId });
      const first = await aConnectedUser(test, rue);
      await text(first.phone, hint, rue);
      await test.runUntilIdle();
      expect(received(first.phone)[0]).toContain('988');

      const ofOpenAi = eq(providers.key, 'openai');
      await db.update(providers).set({ isActive: false }).where(ofOpenAi);
      const second = await aConnectedUser(test, rue);
      await text(second.phone, `What is 2 + 2? ${hint}, without a key`, rue);
      await test.runUntilIdle();
      await db.update(providers).set({ isActive: true }).where(ofOpenAi);
      expect(received(second.phone)).toEqual([expect.stringContaining('4')]);
      expect(callsFor('without a key')).toEqual([]);
    });
  });

  it('is counted for the year, without words or persons, and each report is audited', async () => {
    const year = test.runtime.clock.now().getUTCFullYear();
    const {
      status,
      text: csv,
      headers,
    } = await admin.call('GET', `/api/safety/report?year=${year}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = csv.trim().split('\r\n');
    expect(header).toBe(
      'month,level,kind,rule,country,events,texts sent,false by person,false by team',
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^\d{4}-\d\d,certain,suicide,en\/kill-myself,US(,\d+){4}$/),
    );
    const audited = await test.runtime.db.select().from(auditLog);
    expect(audited).toContainEqual(
      expect.objectContaining({ action: 'safety.report', actorId: admin.user.id, after: { year } }),
    );
  });

  it("ends with the expert's own line", async () => {
    const rue = await anExpert(test, { displayName: 'Rue' });
    await test.runtime.db
      .update(experts)
      .set({ crisisLine: 'Our own line: +1 212 555 0100.' })
      .where(eq(experts.id, rue.id));
    const phone = aPhone();
    await text(phone, 'I want to hurt myself', rue);
    await test.runUntilIdle();
    expect(received(phone)[0]).toMatch(/Our own line: \+1 212 555 0100\.$/);
  });
});
