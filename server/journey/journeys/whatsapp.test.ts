import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InboundText } from '#sandbox/gateway.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { channelFor } from '#server/channels/index.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import { deliveries, type ExpertRow, experts } from '#server/db/schema.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { trackDelivery } from '../journey.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test, { channel: 'WHATSAPP' });
  ({ text, received, messagesOf, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const write = (from: string, body: string, more?: Partial<InboundText>) =>
  text(from, body, expert, more);
const creditsUsed = async (id: string) => (await getUser(test.runtime.db, id)).messageCount;
const listSentTo = (person: string) => test.sandbox.outbox.filter(({ to }) => to === person);

const settings = () => channelFor(test.runtime.config, 'WHATSAPP')?.settings as WhatsAppApp;

const titlesSince = (entry: number) =>
  test.sandbox.wire.slice(entry).map(({ title, response }) => `${title} ${response?.status}`);

it('shows the person that a member of the team writes, at most every 20 s', async () => {
  const admin = await signIn(test, asAdmin);
  const { phone, thread } = await aConnectedUser(test, expert);
  await write(phone, 'Agent');
  await test.runUntilIdle();
  const before = test.sandbox.wire.length;
  const typeInto = (threadId: string, doing = 'writing') =>
    admin.call('POST', `/api/threads/${threadId}/presence`, { viewId: 'view0001', doing });
  const waitUntilShown = (times: number) =>
    vi.waitFor(() =>
      expect(titlesSince(before)).toEqual(Array(times).fill('Mark as read, show typing 200')),
    );
  await typeInto(thread.id, 'looking');
  await typeInto(thread.id);
  await waitUntilShown(1);
  await test.advance(19_000);
  await typeInto(thread.id);
  await test.advance(1_000);
  await typeInto(thread.id);
  await waitUntilShown(2);

  await write(phone, 'STOP');
  await test.runUntilIdle();
  const stopped = test.sandbox.wire.length;
  await test.advance(20_000);
  expect((await typeInto(thread.id)).status).toBe(200);
  const { thread: ofAi, phone: other } = await aConnectedUser(test, expert);
  await write(other, 'Hello');
  await test.runUntilIdle();
  const answered = test.sandbox.wire.length;
  await typeInto(ofAi.id);
  expect(titlesSince(answered), 'while the AI answers').toEqual([]);
  const toStopped = test.sandbox.wire.slice(stopped).filter(({ person }) => person === phone);
  expect(toStopped, 'after STOP').toEqual([]);
});

describe('the webhook address of the app at Meta', () => {
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

  it('answers only Meta with the challenge', async () => {
    expect(await ask(settings().verifyToken)).toEqual([200, '1158201444']);
    expect((await ask('a guess'))[0]).toBe(403);
  });
});

describe('the day in which WhatsApp accepts an answer', () => {
  it('is shown with the thread, and starts again with every message', async () => {
    const admin = await signIn(test, asAdmin);
    const { phone, thread } = await aConnectedUser(test, expert);
    const closesAt = async () => {
      const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
      return Date.parse(body.thread.windowClosesAt);
    };
    expect(await closesAt()).toBeLessThanOrEqual(test.runtime.clock.now().getTime());
    await write(phone, 'Hello');
    const first = await closesAt();
    const left = first - test.runtime.clock.now().getTime();
    expect(left).toBeGreaterThan(dayMs - 60_000);
    expect(left).toBeLessThanOrEqual(dayMs);
    // A message that waits for an hour would have the next refused.
    await test.runUntilIdle();
    await test.advance(hourMs);
    await write(phone, 'Hello again');
    expect(await closesAt()).toBeGreaterThan(first);
    await test.runUntilIdle();
  });

  it('is not opened by a message from before the expert moved to WhatsApp', async () => {
    const { db } = test.runtime;
    const moved = await anExpert(test);
    const { phone, thread } = await aConnectedUser(test, moved);
    await createTexter(test, moved).text(phone, 'Hello by SMS');
    await test.runUntilIdle();
    await db.update(experts).set({ channel: 'WHATSAPP' }).where(eq(experts.id, moved.id));
    const admin = await signIn(test, asAdmin);
    const url = `/api/threads/${thread.id}/messages`;
    const { status } = await admin.call('POST', url, { body: 'Are you there?' });
    expect(status, 'WhatsApp would refuse it').toBe(422);
    // By then the webhooks know of the move.
    await test.advance(5_000);
    await createTexter(test, { ...moved, channel: 'WHATSAPP' }).text(phone, 'Hello by WhatsApp');
    expect((await admin.call('POST', url, { body: 'Good to hear you.' })).status).toBe(200);
    await test.runUntilIdle();
    await db.update(experts).set({ channel: 'SMS' }).where(eq(experts.id, moved.id));
  });

  it('has no end on a channel without a limit', async () => {
    const admin = await signIn(test, asAdmin);
    const { thread } = await aConnectedUser(test, await anExpert(test));
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread.windowClosesAt).toBeNull();
  });

  it('prevents a reply after its end: nothing is called, and the credit is refunded', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await write(phone, 'Hello');
    await answerOnly(test);
    expect(await creditsUsed(user.id)).toBe(1);
    await test.advance(dayMs + 1);
    const before = test.sandbox.wire.length;
    await test.runUntilIdle();
    expect(titlesSince(before)).toEqual([]);
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringMatching(/^The reply window has closed.*\(since .* UTC\)$/),
    });
    expect(await creditsUsed(user.id)).toBe(0);
  });

  it("refuses an admin's text with a reason once it is over", async () => {
    const admin = await signIn(test, asAdmin);
    const { phone, thread } = await aConnectedUser(test, expert);
    await write(phone, 'Hello');
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

async function deliveryOf(phone: string): Promise<string> {
  const [delivery] = await test.runtime.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.messageId, (await messagesOf(phone))[1]?.id as string));
  return delivery?.id as string;
}

describe('a text that WhatsApp never reported', () => {
  it('is not sent twice; a late report of its arrival reaches the admin', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '500', times: 1 }, 'WHATSAPP');
    await write(phone, 'Hello');
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
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  });

  it.each(['read', 'failed'] as const)(
    'holds nothing up any longer once it is reported as %s',
    async (state) => {
      const { phone } = await aConnectedUser(test, expert);
      test.sandbox.planFailure(phone, { kind: '500', times: 1 }, 'WHATSAPP');
      await write(phone, 'Hello');
      await test.runUntilIdle();
      await write(phone, 'Are you there?');
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

  it('is sent again if Meta reports that it failed', async () => {
    const { phone } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131016', times: 2 }, 'WHATSAPP');
    await write(phone, 'Hello');
    for (let step = 0; step < 4; step++) {
      await test.runUntilIdle();
      await test.advance(20_000);
    }
    expect(received(phone)).toHaveLength(1);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
  });

  it('is sent again after a temporary delivery failure', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131000', times: 1 }, 'WHATSAPP');
    await write(phone, 'Hello');
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'queued' });
    // Meta repeats its report.
    const [first] = listSentTo(phone);
    await trackDelivery(test.runtime, {
      kind: 'status',
      state: 'failed',
      gatewayMessageId: first?.sid as string,
      deliveryId: await deliveryOf(phone),
      failure: { kind: 'unreachable', detail: '' },
    });
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(listSentTo(phone).map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
    expect(await creditsUsed(user.id)).toBe(1);
  });

  it('does not fail again if Meta repeats the first failure during the second attempt', async () => {
    const { phone } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131000', times: 1 }, 'WHATSAPP');
    await write(phone, 'Hello');
    await test.runUntilIdle();
    const deliveryId = await deliveryOf(phone);
    const gatewayMessageId = listSentTo(phone)[0]?.sid as string;
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
    expect(listSentTo(phone).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  });

  it('is given up after six attempts, and the credit is refunded', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131000', times: 9 }, 'WHATSAPP');
    await write(phone, 'Hello');
    for (let step = 0; step < 12; step++) {
      await test.runUntilIdle();
      await test.advance(60_000);
    }
    expect(listSentTo(phone)).toHaveLength(6);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'failed' });
    expect(await creditsUsed(user.id)).toBe(0);
    test.sandbox.planFailure(phone, null, 'WHATSAPP');
  });

  it("refunds its credit if it can't be delivered", async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '131026', times: 1 }, 'WHATSAPP');
    await write(phone, 'Hello');
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
      if (!String(init?.body).includes('"type":"text"')) return call(url, init);
      // Not the stand-in's answer: it would report the text itself.
      const sent = { messages: [{ id: `wamid.${phone}` }] };
      await trackDelivery(test.runtime, {
        kind: 'status',
        state: 'delivered',
        gatewayMessageId: `wamid.${phone}`,
        deliveryId: null,
        recipient: { channel: 'WHATSAPP', handles },
        failure: null,
      });
      return Response.json(sent);
    };
    await write(phone, 'Hello');
    await answerOnly(test);
    for (const job of await test.runtime.queue.lease('deliver-reply', 10)) {
      await createHandlers(test.runtime)['deliver-reply'](job, new AbortController().signal);
    }
    test.runtime.fetch = call;
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: state });
  });

  it('ignores reports about other texts on the same account', async () => {
    const report = { gatewayMessageId: 'wamid.theirs', deliveryId: 'campaign 7', failure: null };
    const tracked = trackDelivery(test.runtime, { kind: 'status', state: 'read', ...report });
    await expect(tracked).resolves.toBeUndefined();
  });
});

describe('the address shared by experts', () => {
  it('leads to the only expert, even while it is paused', async () => {
    const { db, config } = test.runtime;
    const { phone } = await aConnectedUser(test, expert);
    const setStatus = (status: 'ACTIVE' | 'PAUSED') =>
      db.update(experts).set({ status }).where(eq(experts.id, expert.id));
    await setStatus('PAUSED');
    await write(phone, 'Hello', { webhookUrl: `${config.publicUrl}/api/webhooks/whatsapp` });
    await test.runUntilIdle();
    await setStatus('ACTIVE');
    expect(received(phone)).toEqual([expect.stringContaining('Ada is taking a break')]);
  });
});

describe('what the phone shows', () => {
  it('marks a message as read and shows dots, but only while a model writes', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const before = test.sandbox.wire.length;
    await write(phone, 'Hello');
    await test.runUntilIdle();
    expect(titlesSince(before)).toContain('Mark as read, show typing 200');
    const question = test.sandbox.texts.find(({ from }) => from === phone);
    expect(question?.status).toBe('read');
    const then = test.sandbox.wire.length;
    await write(phone, 'STOP');
    await test.runUntilIdle();
    expect(titlesSince(then)).not.toContain('Mark as read, show typing 200');
  });

  it('quotes the question only if more texts have arrived since', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await write(phone, 'One?');
    await write(phone, 'Two?');
    await test.runUntilIdle();
    const [one] = await messagesOf(phone);
    expect(listSentTo(phone).map(({ quoted }) => quoted)).toEqual([one?.gatewayMessageId, null]);
  });

  it('stores a reaction beside its text and does not answer it', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await write(phone, 'Hello');
    await test.runUntilIdle();
    const [reply] = listSentTo(phone);
    await write(phone, '👍', { kind: 'reaction', quoted: reply?.sid ?? null });
    await write(phone, 'And why?', { quoted: reply?.sid ?? null });
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

  it('shows the model a picture from Meta', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const background = { r: 180, g: 40, b: 90 };
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer();
    await write(phone, 'What is it?', { pictures: [{ bytes, contentType: 'image/jpeg' }] });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('64×48')]);
  });

  it('answers a person without a visible number by user id', async () => {
    const nameless = 'US.13491208655302741918';
    const { thread } = await aConnectedUser(test, expert, {}, nameless);
    await write(nameless, 'Hello');
    await test.runUntilIdle();
    expect(received(nameless)).toHaveLength(1);
    const admin = await signIn(test, asAdmin);
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.thread).toMatchObject({ userHandle: nameless, userPhoneNumber: null });
  });

  it('keeps the thread of a person who later hides the number', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await write(phone, 'Hello');
    // The stand-in's user id of this person.
    await receiveAs(`US.9000${phone.slice(1)}`, 'Still me');
    await test.runUntilIdle();
    expect((await messagesOf(phone)).map(({ body }) => body)).toContain('Still me');
    expect(received(phone)).toHaveLength(2);
    expect(await creditsUsed(user.id)).toBe(2);
  });

  it('keeps the thread of a person who later shows the number', async () => {
    const phone = aPhone();
    const userId = `US.9000${phone.slice(1)}`;
    await aConnectedUser(test, expert, {}, userId);
    await receiveAs(userId, 'Hello');
    await write(phone, 'It is me');
    await test.runUntilIdle();
    expect((await messagesOf(userId)).map(({ body }) => body)).toContain('It is me');
    expect(received(userId)).toHaveLength(2);
  });

  it('is not taken for a message to a number that no expert has, at any address', async () => {
    const userId = `US.9000${aPhone().slice(1)}`;
    await receiveAs(userId, 'Hello', { phoneNumberId: '999999999999999', status: 200 });
    expect(await threadOf(userId)).toBeUndefined();
  });

  async function receiveAs(
    userId: string,
    body: string,
    { phoneNumberId = settings().phoneNumberId, status: expected = 200 } = {},
  ): Promise<void> {
    const { appSecret } = settings();
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
    expect(status).toBe(expected);
  }
});
