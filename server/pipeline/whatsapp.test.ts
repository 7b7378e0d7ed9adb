import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboundText } from '#sandbox/gateway.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { channelFor } from '#server/channels/index.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import { deliveries, experts } from '#server/db/schema.ts';
import { createHandlers } from '#server/jobs/handlers.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { texting } from '#test/texting.ts';
import { trackDelivery } from './journey.ts';

let test: TestApp;
let expert: typeof experts.$inferSelect;
let { text, received, messagesOf } = {} as ReturnType<typeof texting>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test, { channel: 'WHATSAPP' });
  ({ text, received, messagesOf } = texting(test, expert));
});
afterAll(() => test.close());

const dayMs = 24 * 3_600_000;
const writes = (from: string, body: string, more?: Partial<InboundText>) =>
  text(from, body, expert, more);
const creditsUsed = async (id: string) => (await getUser(test.runtime.db, id)).messageCount;
const sentTo = (person: string) => test.sandbox.outbox.filter(({ to }) => to === person);

/** The model has answered, and nothing is sent yet. */
async function answerOnly(): Promise<void> {
  for (const job of await test.runtime.queue.fetch('answer-message', 10)) {
    await createHandlers(test.runtime)['answer-message'](job, new AbortController().signal);
  }
}

const settings = () => channelFor(test.runtime.config, 'WHATSAPP')?.settings as WhatsAppApp;

const titlesSince = (entry: number) =>
  test.sandbox.wire.slice(entry).map(({ title, response }) => `${title} ${response?.status}`);

describe('the address that the app at Meta is given', () => {
  const ask = async (token: string) => {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': token,
    });
    const { publicUrl } = test.runtime.config;
    const answer = await fetch(`${publicUrl}/api/webhooks/whatsapp?${query}`);
    return [answer.status, await answer.text()];
  };

  it('answers with the challenge, to Meta alone', async () => {
    expect(await ask(settings().verifyToken)).toEqual([200, '1158201444']);
    expect((await ask('a guess'))[0]).toBe(403);
  });
});

describe('the day in which WhatsApp takes an answer', () => {
  it('is shown with the thread, and begins anew with every message', async () => {
    const admin = await signIn(test, asAdmin);
    const { phone, thread } = await aConnectedUser(test, expert);
    const closesAt = async () => {
      const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
      return Date.parse(body.thread.windowClosesAt);
    };
    expect(await closesAt()).toBeLessThanOrEqual(test.runtime.clock.now().getTime());
    await writes(phone, 'Hello');
    const first = await closesAt();
    const left = first - test.runtime.clock.now().getTime();
    expect(left).toBeGreaterThan(dayMs - 60_000);
    expect(left).toBeLessThanOrEqual(dayMs);
    await test.advance(3_600_000);
    await writes(phone, 'Hello again');
    expect(await closesAt()).toBeGreaterThan(first);
    await test.runUntilIdle();
  });

  it('has no end where the channel knows none', async () => {
    const admin = await signIn(test, asAdmin);
    const { thread } = await aConnectedUser(test, await anExpert(test));
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread.windowClosesAt).toBeNull();
  });

  it('when it ends before the reply is sent, nothing is called and the credit comes back', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await writes(phone, 'Hello');
    await answerOnly();
    expect(await creditsUsed(user.id)).toBe(1);
    await test.advance(dayMs + 1);
    const before = test.sandbox.wire.length;
    await test.runUntilIdle();
    expect(titlesSince(before)).toEqual([]);
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringMatching(/^The time to answer is over.*\(since .* UTC\)$/),
    });
    expect(await creditsUsed(user.id)).toBe(0);
  });

  it('is refused to an admin in words once it is over', async () => {
    const admin = await signIn(test, asAdmin);
    const { phone, thread } = await aConnectedUser(test, expert);
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    await test.advance(dayMs + 1);
    const { status, body } = await admin.call('POST', `/api/threads/${thread.id}/messages`, {
      body: 'Still there?',
    });
    expect([status, body.message]).toEqual([
      422,
      'WhatsApp takes no texts to this person until they write again.',
    ]);
    expect(await messagesOf(phone)).toHaveLength(2);
  });
});

/** The delivery of the first reply. */
async function deliveryOf(phone: string): Promise<string> {
  const [delivery] = await test.runtime.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.messageId, (await messagesOf(phone))[1]?.id as string));
  return delivery?.id as string;
}

describe('a text that WhatsApp never spoke of', () => {
  it('is not sent twice; when it has arrived after all the admin sees it', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '500', times: 1 }, 'WHATSAPP');
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    await test.advance(30_000);
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'uncertain' });
    await test.advance(31_000);
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringContaining('not sent again'),
    });
    expect(await creditsUsed(user.id)).toBe(0);
    expect(received(phone)).toEqual([]);

    const status = {
      kind: 'status' as const,
      gatewayMessageId: 'wamid.late',
      deliveryId: await deliveryOf(phone),
      failure: null,
    };
    await trackDelivery(test.runtime, { ...status, state: 'delivered' });
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'delivered',
      deliveryReason: null,
    });
    expect(await creditsUsed(user.id)).toBe(0);
    // It stays given back, and the books know why.
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });

  it.each(['read', 'failed'] as const)(
    'holds nothing up any longer once it is reported as %s',
    async (state) => {
      const { phone } = await aConnectedUser(test, expert);
      test.sandbox.planFailure(phone, { kind: '500', times: 1 }, 'WHATSAPP');
      await writes(phone, 'Hello');
      await test.runUntilIdle();
      await writes(phone, 'Are you there?');
      await test.runUntilIdle();
      expect(received(phone)).toEqual([]);
      await trackDelivery(test.runtime, {
        kind: 'status',
        state,
        gatewayMessageId: `wamid.${state}`,
        deliveryId: await deliveryOf(phone),
        failure: state === 'failed' ? { kind: 'unreachable', detail: '' } : null,
      });
      await test.runUntilIdle();
      expect(received(phone)).toHaveLength(1);
    },
  );

  it('is sent once more where Meta itself says that it failed', async () => {
    const { phone } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131016', times: 2 }, 'WHATSAPP');
    await writes(phone, 'Hello');
    for (let step = 0; step < 4; step++) {
      await test.runUntilIdle();
      await test.advance(20_000);
    }
    expect(received(phone)).toHaveLength(1);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
  });

  it('is sent once more where a passing fault stopped it on its way', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131000', times: 1 }, 'WHATSAPP');
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'queued' });
    // Meta repeats itself; that try is over.
    const [first] = sentTo(phone);
    await trackDelivery(test.runtime, {
      kind: 'status',
      state: 'failed',
      gatewayMessageId: first?.sid as string,
      deliveryId: await deliveryOf(phone),
      failure: { kind: 'unreachable', detail: '' },
    });
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(sentTo(phone).map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
    expect(await creditsUsed(user.id)).toBe(1);
  });

  it('is not taken for failed again where Meta repeats the first failure during the second try', async () => {
    const { phone } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131000', times: 1 }, 'WHATSAPP');
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    const deliveryId = await deliveryOf(phone);
    const gatewayMessageId = sentTo(phone)[0]?.sid as string;
    const report = { kind: 'status', gatewayMessageId, deliveryId } as const;
    const stateOf = async () => {
      const { state } = deliveries;
      const where = eq(deliveries.id, deliveryId);
      return (await test.runtime.db.select({ state }).from(deliveries).where(where))[0]?.state;
    };
    const states: unknown[] = [];
    const { fetch: call } = test.runtime;
    test.runtime.fetch = async (...request) => {
      const failure = { kind: 'gateway_error', detail: '' } as const;
      await trackDelivery(test.runtime, { ...report, state: 'sent', failure: null });
      states.push(await stateOf());
      await trackDelivery(test.runtime, { ...report, state: 'failed', failure });
      states.push(await stateOf());
      return call(...request);
    };
    await test.advance(20_000);
    await test.runUntilIdle();
    test.runtime.fetch = call;
    expect(states).toEqual(['sending', 'sending']);
    expect(sentTo(phone).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  });

  it('is given up after six tries, and the credit comes back', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131000', times: 9 }, 'WHATSAPP');
    await writes(phone, 'Hello');
    for (let step = 0; step < 12; step++) {
      await test.runUntilIdle();
      await test.advance(60_000);
    }
    expect(sentTo(phone)).toHaveLength(6);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'failed' });
    expect(await creditsUsed(user.id)).toBe(0);
    test.sandbox.planFailure(phone, null, 'WHATSAPP');
  });

  it('and one that it can’t deliver gives its credit back', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131026', times: 1 }, 'WHATSAPP');
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringContaining('WhatsApp 131026'),
    });
    expect(await creditsUsed(user.id)).toBe(0);
  });

  it.each([
    ['the person, before the answer to the call is here', 'delivered'],
    ['somebody else', 'sent'],
  ] as const)('a report without our id that names %s', async (whom, state) => {
    const { phone } = await aConnectedUser(test, expert);
    const handles = [whom === 'somebody else' ? aPhone() : phone, 'US.13491208655302741918'];
    const { fetch: call } = test.runtime;
    test.runtime.fetch = async (url, init) => {
      const answer = await call(url, init);
      if (!String(init?.body).includes('"type":"text"')) return answer;
      const { messages } = (await answer.clone().json()) as { messages: { id: string }[] };
      await trackDelivery(test.runtime, {
        kind: 'status',
        state: 'delivered',
        gatewayMessageId: messages[0]?.id as string,
        deliveryId: null,
        recipient: { channel: 'WHATSAPP', handles },
        failure: null,
      });
      return answer;
    };
    await writes(phone, 'Hello');
    await answerOnly();
    for (const job of await test.runtime.queue.fetch('deliver-reply', 10)) {
      await createHandlers(test.runtime)['deliver-reply'](job, new AbortController().signal);
    }
    test.runtime.fetch = call;
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: state });
  });

  it('reports of others on the same account are nothing to us', async () => {
    const report = { gatewayMessageId: 'wamid.theirs', deliveryId: 'campaign 7', failure: null };
    const tracked = trackDelivery(test.runtime, { kind: 'status', state: 'read', ...report });
    await expect(tracked).resolves.toBeUndefined();
  });
});

describe('the address that experts share', () => {
  it('leads to the only expert there is, also while it is paused', async () => {
    const { db, config } = test.runtime;
    const { phone } = await aConnectedUser(test, expert);
    const setStatus = (status: 'ACTIVE' | 'PAUSED') =>
      db.update(experts).set({ status }).where(eq(experts.id, expert.id));
    await setStatus('PAUSED');
    await writes(phone, 'Hello', { webhookUrl: `${config.publicUrl}/api/webhooks/whatsapp` });
    await test.runUntilIdle();
    await setStatus('ACTIVE');
    expect(received(phone)).toEqual([expect.stringContaining('Ada is taking a break')]);
  });
});

describe('what the phone sees', () => {
  it('the message is read and dots appear while the model thinks, only where it does', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const before = test.sandbox.wire.length;
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    expect(titlesSince(before)).toContain('Mark as read, show typing 200');
    const question = test.sandbox.texts.find(({ from }) => from === phone);
    expect(question?.status).toBe('read');
    const then = test.sandbox.wire.length;
    await writes(phone, 'STOP');
    await test.runUntilIdle();
    expect(titlesSince(then)).not.toContain('Mark as read, show typing 200');
  });

  it('a reply names its question only where more has come since', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await writes(phone, 'One?');
    await writes(phone, 'Two?');
    await test.runUntilIdle();
    const [one] = await messagesOf(phone);
    expect(sentTo(phone).map(({ quoted }) => quoted)).toEqual([one?.gatewayMessageId, null]);
  });

  it('a reaction is kept beside the text it is about, and answered by nobody', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await writes(phone, 'Hello');
    await test.runUntilIdle();
    const [reply] = sentTo(phone);
    await writes(phone, '👍', { kind: 'reaction', quoted: reply?.sid ?? null });
    await writes(phone, 'And why?', { quoted: reply?.sid ?? null });
    await test.runUntilIdle();
    expect(await creditsUsed(user.id)).toBe(2);
    const admin = await signIn(test, asAdmin);
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    const [answer, why, reaction, first, question] = body.messages;
    expect(reaction).toMatchObject({
      body: '👍',
      content: 'reaction',
      answer: { state: 'recorded' },
      quoted: { id: first.id, body: reply?.body },
    });
    expect(why.quoted).toEqual({ id: first.id, body: reply?.body });
    expect([answer.quoted, question.quoted]).toEqual([null, null]);
  });

  it('a picture is fetched from Meta and shown to the model', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const background = { r: 180, g: 40, b: 90 };
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await writes(phone, 'What is it?', { pictures: [{ bytes, contentType: 'image/jpeg' }] });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('64×48')]);
  });

  it('a person who shows no number is answered by user id', async () => {
    const nameless = 'US.13491208655302741918';
    const { thread } = await aConnectedUser(test, expert, {}, nameless);
    await writes(nameless, 'Hello');
    await test.runUntilIdle();
    expect(received(nameless)).toHaveLength(1);
    const admin = await signIn(test, asAdmin);
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread).toMatchObject({ userHandle: nameless, userPhoneNumber: null });
  });

  it('one who hides the number later goes on in the same thread', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await writes(phone, 'Hello');
    // As the stand-in calls the same person beside the number.
    await receiveAs(`US.9000${phone.slice(1)}`, 'Still me');
    await test.runUntilIdle();
    expect((await messagesOf(phone)).map(({ body }) => body)).toContain('Still me');
    expect(received(phone)).toHaveLength(2);
    expect(await creditsUsed(user.id)).toBe(2);
  });

  it('and one who shows it later, too', async () => {
    const phone = aPhone();
    const userId = `US.9000${phone.slice(1)}`;
    await aConnectedUser(test, expert, {}, userId);
    await receiveAs(userId, 'Hello');
    await writes(phone, 'It is me');
    await test.runUntilIdle();
    expect((await messagesOf(userId)).map(({ body }) => body)).toContain('It is me');
    expect(received(userId)).toHaveLength(2);
  });

  /** A message that names its writer by user id alone. */
  async function receiveAs(userId: string, body: string): Promise<void> {
    const { appSecret, phoneNumberId } = settings();
    const value = {
      metadata: { display_phone_number: '1', phone_number_id: phoneNumberId },
      messages: [{ id: `wamid.${userId}`, from_user_id: userId, type: 'text', text: { body } }],
    };
    const raw = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
    });
    const { status } = await fetch(
      `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`,
      {
        method: 'POST',
        headers: { 'x-hub-signature-256': signMeta(raw, appSecret) },
        body: raw,
      },
    );
    expect(status).toBe(200);
  }
});
