import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import { deliveries, type ExpertRow, optOuts } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { registry } from '#server/outside/metrics.ts';
import { connectUser } from '#server/people/connections/service.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, webhookFor, spends } = {} as ReturnType<
  typeof createTexter
>;

beforeAll(async () => {
  test = await startTestApp({ TWILIO_MESSAGING_SERVICE_SID: `MG${'1'.repeat(32)}` });
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, webhookFor, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

const deliveriesOf = (threadId: string) =>
  test.runtime.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.threadId, threadId))
    .orderBy(deliveries.seq);

const accountOf = ({ config }: TestApp['runtime']) =>
  channelFor(config, 'SMS')?.settings as TwilioAccount;

function post(
  url: string,
  fields: Record<string, string>,
  { app, runtime }: TestApp,
  path: string,
) {
  const { authToken } = accountOf(runtime);
  return app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(url, Object.entries(fields), authToken),
      // As a proxy adds them.
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'somewhere.else.example',
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

function report(delivery: { id: string }, fields: Record<string, string>) {
  const path = `/api/webhooks/experts/${expert.id}?delivery=${delivery.id}`;
  const { accountSid } = accountOf(test.runtime);
  const all = { AccountSid: accountSid, ...fields };
  return post(test.runtime.config.publicUrl + path, all, test, path);
}

describe('segments', () => {
  it.each([
    ['short', 'Hi'],
    ['160 characters', 'a'.repeat(160)],
    ['161 characters', 'a'.repeat(161)],
    ['characters that count as two', '€'.repeat(81)],
    ['emoji', '😀'.repeat(36)],
  ])("are counted like the gateway's: %s", async (_, body) => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const { call } = await signIn(test, asAdmin);
    await call('POST', `/api/threads/${thread.id}/messages`, { body });
    await test.runUntilIdle();
    const [sent] = test.sandbox.outbox.filter(({ to }) => to === phone);
    expect((await messagesOf(phone))[0]?.segments).toBe(sent?.numSegments);
  });

  it('of an answer in parts are added up; those of a question come from the gateway', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await webhookFor(phone, 'Tell me all [long]', { NumSegments: '4' }).send();
    await test.runUntilIdle();
    const sent = test.sandbox.outbox.filter(({ to }) => to === phone);
    expect(sent.length).toBeGreaterThan(1);
    const [question, reply] = await messagesOf(phone);
    expect(question?.segments).toBe(4);
    expect(reply?.segments).toBe(
      sent.reduce((sum, { numSegments }) => sum + (numSegments ?? 0), 0),
    );
  });
});

describe('opt-outs stored at Twilio', () => {
  it('arrive as a failed status with a messaging service, and become ours', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await test.worker.runUntilIdle();
    const [delivery] = await deliveriesOf(thread.id);
    await test.sandbox.waitUntilIdle();
    await test.runtime.db
      .update(deliveries)
      .set({ state: 'sent' })
      .where(eq(deliveries.threadId, thread.id));
    const fields = { MessageSid: delivery?.gatewayMessageId as string, MessageStatus: 'failed' };
    const reported = await report(
      { id: delivery?.id as string },
      { ...fields, ErrorCode: '21610' },
    );
    expect(reported.statusCode).toBe(200);
    const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
    expect(rows).toHaveLength(1);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
  });

  it.each([
    ['STOP', 'Arrêt', 1],
    ['HELP', 'Aide', 0],
  ])(
    'records Advanced Opt-Out (%s) in any language and sends nothing',
    async (OptOutType, body, count) => {
      const { phone, user } = await aConnectedUser(test, expert);
      await webhookFor(phone, body, { OptOutType }).send();
      await test.runUntilIdle();
      const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
      expect(rows).toHaveLength(count);
      expect(received(phone)).toEqual([]);
      expect(await spends(user.id)).toBe(0);
      expect((await messagesOf(phone))[0]).toMatchObject({ answerState: 'recorded' });
    },
  );
});

describe('when Twilio answers keywords', () => {
  const optedOut = expect.stringContaining('You get no more texts from');
  const optedIn = expect.stringContaining('opted in again');

  it.each([
    ['STOP, START', []],
    ['stop , yes', []],
    // Twilio takes other spellings for an ordinary message.
    ['Stop., START', [optedOut, optedIn]],
    ['Quit!, Yes!', [optedOut, optedIn]],
    ['Stop., STOP, START', [optedOut]],
    ['Help?', [expect.stringContaining('text a question to')]],
  ])('we confirm only what it does not: %s', async (bodies, confirmations) => {
    const { phone } = await aConnectedUser(test, expert);
    for (const body of bodies.split(',')) {
      await text(phone, body);
      await test.runUntilIdle();
    }
    expect(received(phone)).toEqual(confirmations);
  });

  it('we confirm a START after a STOP that stopped a reply', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const { fetch } = test.runtime;
    const call = vi.spyOn(test.runtime, 'fetch').mockImplementationOnce(async (...args) => {
      await text(phone, 'Stop.');
      return fetch(...args);
    });
    await text(phone, 'Hello');
    await test.runUntilIdle();
    call.mockRestore();
    await text(phone, 'START');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([optedOut, optedIn]);
  });
});

const readCount = async (outcome: string) => {
  const metric = await registry.getSingleMetric('sagewire_webhooks_received_total')?.get();
  const row = metric?.values.find(
    ({ labels }) => labels.channel === 'SMS' && labels.outcome === outcome,
  );
  return row?.value ?? 0;
};

describe('a YES that Advanced Opt-Out treats as START', () => {
  const yes = { OptOutType: 'START' };

  it('still connects the account, which Twilio has not named in its answer', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await connectUser(test.runtime, {
      user,
      expertId: expert.id,
      address: '192.0.2.1',
      isFresh: true,
    });
    await webhookFor(phone, 'Yes.', yes).send();
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ userId: user.id });
    expect(received(phone)).toEqual([
      expect.stringContaining('Reply YES to chat'),
      expect.stringMatching(/connected with Ada as .* Not you\? Reply NO \d{4} \d{4}\./),
    ]);
  });

  it('is never a question for the model, even from a connected person', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await webhookFor(phone, 'YES', yes).send();
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
  });

  it('and START alone connects no account', async () => {
    const user = await aUser(test);
    const phone = user.phoneNumber as string;
    await connectUser(test.runtime, {
      user,
      expertId: expert.id,
      address: '192.0.2.1',
      isFresh: true,
    });
    await webhookFor(phone, 'START', yes).send();
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ userId: null });
  });
});

describe('a webhook shared by several numbers', () => {
  it('finds the expert whose number was texted', async () => {
    const other = await anExpert(test, { displayName: 'Sol' });
    const phone = aPhone();
    await webhookFor(phone, 'Hello?', { To: other.phoneNumber as string }).send();
    await test.runUntilIdle();
    const [sent] = test.sandbox.outbox.filter(({ to }) => to === phone);
    expect(sent).toMatchObject({ from: other.phoneNumber });
    expect(sent?.body).toContain('chat with Sol');
  });

  it('finds its own expert if no expert has the number', async () => {
    const phone = aPhone();
    await webhookFor(phone, 'Hello?', { To: '+14155550999' }).send();
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('chat with Ada')]);
  });
});

describe("a webhook that can't be read", () => {
  it('is counted', async () => {
    const before = await readCount('malformed');
    const { accountSid: AccountSid } = accountOf(test.runtime);
    const path = `/api/webhooks/experts/${expert.id}`;
    const url = test.runtime.config.publicUrl + path;
    const answer = await post(url, { AccountSid, Body: 'Who am I?' }, test, path);
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'MessageSid is missing' }]);
    expect(await readCount('malformed')).toBe(before + 1);
  });
});

describe('a webhook that is signed with our token', () => {
  const otherAccount = `AC${'f'.repeat(32)}`;
  const foreign =
    "This is about another account than ours. Check the account's id in the settings.";

  it.each([
    [{ AccountSid: otherAccount }, 403, foreign],
    [{ AccountSid: '' }, 403, foreign],
    [{ MessageSid: 'SM1' }, 400, 'MessageSid is not the SID of a message'],
    [{ MessageSid: `SM${'g'.repeat(32)}` }, 400, 'MessageSid is not the SID of a message'],
    [{ MessageSid: `CA${'1'.repeat(32)}` }, 400, 'MessageSid is not the SID of a message'],
    [{ SmsSid: `SM${'1'.repeat(33)}` }, 400, 'SmsSid is not the SID of a message'],
  ])('is refused all the same with %j, and nothing is stored', async (change, status, message) => {
    const phone = aPhone();
    const answer = await webhookFor(phone, 'Hello', change as Record<string, string>).send();
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { message }]);
    expect(await threadOf(phone)).toBeUndefined();
  });

  it("reports nothing about another account's text", async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await test.runUntilIdle();
    const [delivery] = await deliveriesOf(thread.id);
    const fields = { MessageSid: delivery?.gatewayMessageId as string, MessageStatus: 'read' };
    const reported = await report(
      { id: delivery?.id as string },
      { ...fields, AccountSid: otherAccount },
    );
    expect(reported.statusCode).toBe(403);
    expect(await deliveriesOf(thread.id)).toEqual([delivery]);
  });
});

describe('a webhook that Twilio repeats', () => {
  it('is recognized by its MessageSid and counted; the idempotency token alone drops nothing', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const token = { 'i-twilio-idempotency-token': '7f1c4a70-0000-4000-8000-000000000000' };
    const before = await readCount('repeated');
    const webhook = webhookFor(phone, 'Once');
    await webhook.send(token);
    await webhook.send(token);
    expect(await readCount('repeated')).toBe(before + 1);
    await webhookFor(phone, 'Twice', { MessageSid: `SM${'9'.repeat(32)}` }).send(token);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(2);
  });
});

describe('a text whose call was lost', () => {
  async function lose(threadId: string) {
    await test.runtime.db
      .update(deliveries)
      .set({ state: 'sending', gatewayMessageId: null })
      .where(eq(deliveries.threadId, threadId));
    await sweep(test.runtime);
    await test.worker.runUntilIdle();
  }

  // First, while the test's clock is the gateway's.
  it('is found in the list even next to an identical one', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const { call } = await signIn(test, asAdmin);
    for (let time = 0; time < 2; time++) {
      await call('POST', `/api/threads/${thread.id}/messages`, { body: 'Yes.' });
    }
    await test.runUntilIdle();
    const before = (await deliveriesOf(thread.id)).map(({ gatewayMessageId }) => gatewayMessageId);
    await lose(thread.id);
    for (let round = 0; round < 3; round++) {
      await test.advance(20_000);
      await test.runUntilIdle();
    }
    const after = (await deliveriesOf(thread.id)).map(({ gatewayMessageId }) => gatewayMessageId);
    expect(new Set(after)).toEqual(new Set(before));
    expect(received(phone)).toEqual(['Yes.', 'Yes.']);
  });

  it('is settled by a callback that arrives before the lookup', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await test.runUntilIdle();
    const [known] = await deliveriesOf(thread.id);
    await lose(thread.id);
    const [lost] = await deliveriesOf(thread.id);
    expect(lost).toMatchObject({ state: 'uncertain', gatewayMessageId: null });
    const sid = known?.gatewayMessageId as string;
    await report(lost as { id: string }, { MessageSid: sid, MessageStatus: 'delivered' });
    const lookups = () => test.sandbox.wire.filter(({ kind }) => kind === 'lookup').length;
    const before = lookups();
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(lookups()).toBe(before);
    expect(await deliveriesOf(thread.id)).toMatchObject([
      { state: 'delivered', gatewayMessageId: sid },
    ]);
    expect(received(phone)).toHaveLength(1);
  });
});

it('a text whose call was lost is soon sent again if a report says that it failed', async () => {
  const { phone, thread } = await aConnectedUser(test, expert);
  await text(phone, 'Hello');
  await answerOnly(test);
  const change = { state: 'sending' as const, attempts: 1, sendingAt: test.runtime.clock.now() };
  await test.runtime.db.update(deliveries).set(change).where(eq(deliveries.threadId, thread.id));
  await test.runUntilIdle();
  const [lost] = await deliveriesOf(thread.id);
  expect(lost).toMatchObject({ state: 'uncertain' });
  const failed = { MessageSid: `SM${'8'.repeat(32)}`, MessageStatus: 'failed', ErrorCode: '30001' };
  await report(lost as { id: string }, failed);
  await test.runUntilIdle();
  expect(received(phone)).toEqual([]);
  await test.advance(5_000);
  await test.runUntilIdle();
  expect(received(phone)).toHaveLength(1);
});

it('a text that fails for a while, before its call is answered, is sent again', async () => {
  const { phone, thread } = await aConnectedUser(test, expert);
  const { runtime } = test;
  const call = runtime.fetch;
  runtime.fetch = async (url, init) => {
    if (!String(url).endsWith('/Messages.json')) return call(url, init);
    runtime.fetch = call;
    const sid = `SM${'7'.repeat(32)}`;
    const [sending] = await deliveriesOf(thread.id);
    const failed = { MessageSid: sid, MessageStatus: 'failed', ErrorCode: '30001' };
    await report(sending as { id: string }, failed);
    return Response.json({ sid }, { status: 201 });
  };
  await text(phone, 'Hello');
  await test.runUntilIdle();
  expect(await deliveriesOf(thread.id)).toMatchObject([{ state: 'queued' }]);
  await test.advance(20_000);
  await test.runUntilIdle();
  expect(received(phone)).toHaveLength(1);
  expect(await deliveriesOf(thread.id)).toMatchObject([{ state: 'delivered' }]);
});

describe('behind a proxy', () => {
  it.each([
    ['another scheme', 'https://chat.example.com', ''],
    ['a port', 'https://chat.example.com:8443', ''],
    ['a path in front', 'https://example.com/chat', ''],
    ['a query', 'https://chat.example.com', '?line=1&x=%20a'],
  ])('checks the signature of the address that Twilio knows: %s', async (_, PUBLIC_URL, query) => {
    const proxied = await startTestApp({ PUBLIC_URL, TRUST_PROXY: 'loopback' });
    try {
      const ada = await anExpert(proxied);
      const { phone, thread } = await aConnectedUser(proxied, ada);
      const path = `/api/webhooks/experts/${ada.id}${query}`;
      const { accountSid: AccountSid } = accountOf(proxied.runtime);
      const MessageSid = `SM${'1'.repeat(32)}`;
      const fields = { MessageSid, AccountSid, From: phone, Body: 'Hello' };
      const good = await post(PUBLIC_URL + path, fields, proxied, path);
      expect(good.statusCode).toBe(200);
      const inside = await post(`http://127.0.0.1${path}`, fields, proxied, path);
      expect(inside.statusCode).toBe(403);
      const { messageCount } = await createTexter(proxied, ada).threadOf(phone);
      expect([thread.handle, messageCount]).toEqual([phone, 1]);
    } finally {
      await proxied.close();
    }
  });
});
