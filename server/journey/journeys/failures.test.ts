import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deliveries, type ExpertRow, messages, optOuts } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { advanceTo } from '#test/advance-to.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { shortenGatewayTimeout } from '#test/gateway-timeout.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, messagesOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

describe('a gateway that fails', () => {
  // First, while the test's clock is the gateway's.
  it('that accepted a text but never confirmed it is queried, and nothing is sent twice', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await test.worker.runUntilIdle();
    await test.sandbox.waitUntilIdle();
    // The call's answer was lost: only the fence is left.
    await test.runtime.db
      .update(deliveries)
      .set({ state: 'sending', gatewayMessageId: null })
      .where(eq(deliveries.threadId, thread.id));
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'uncertain' });
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'sent' });
  });

  it.each([['429' as const], ['500' as const], ['timeout' as const]])(
    'with %s is retried and sends one text',
    async (kind) => {
      const { phone } = await aConnectedUser(test, expert);
      if (kind === 'timeout') shortenGatewayTimeout();
      test.sandbox.planFailure(phone, { kind, times: 1 });
      await text(phone, 'Hello');
      await test.runUntilIdle();
      test.sandbox.planFailure(phone, null);
      await test.advance(20_000);
      await test.runUntilIdle();
      await test.advance(20_000);
      await test.runUntilIdle();
      expect(received(phone)).toHaveLength(1);
      expect((await messagesOf(phone))[1]).toMatchObject({ deliveryState: 'delivered' });
    },
  );

  it('that never received a text is queried, and then receives it', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await text(phone, 'Hello');
    await answerOnly(test);
    await test.runtime.db
      .update(deliveries)
      .set({ state: 'sending', attempts: 1, sendingAt: test.runtime.clock.now() })
      .where(eq(deliveries.threadId, thread.id));
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
  });

  it('that reports an opt-out sets ours and refunds the credit', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '21610', times: 1 });
    await text(phone, 'Hello');
    await test.runUntilIdle();
    test.sandbox.planFailure(phone, null);
    const rows = await test.runtime.db.select().from(optOuts).where(eq(optOuts.handle, phone));
    expect(rows).toHaveLength(1);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({
      messageCount: 0,
      paidMessages: 5,
    });
  });

  it('that reports a text as undelivered refunds the credit once', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '30003', times: 1 });
    await text(phone, 'Hello');
    await test.runUntilIdle();
    test.sandbox.planFailure(phone, null);
    expect((await messagesOf(phone))[1]).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringMatching(/^The phone could not be reached. .Twilio 30003: /),
    });
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
  });
});

it('no account gets more credits back than it was granted: a lost reply can be read in the dashboard', async () => {
  const { phone, user } = await aConnectedUser(test, expert);
  test.sandbox.planFailure(phone, { kind: '30003', times: 100 });
  const used: number[] = [];
  for (let asked = 1; asked <= 11; asked++) {
    await text(phone, `Question ${asked}`);
    await test.runUntilIdle();
    used.push((await getUser(test.runtime.db, user.id)).messageCount);
  }
  test.sandbox.planFailure(phone, null);
  expect(used).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 5]);
});

it('a notice that fails beside its reply refunds nothing', async () => {
  await advanceTo(test, '12:00');
  const { phone, user } = await aConnectedUser(test, expert);
  for (const question of ['One', 'Two']) {
    await text(phone, question);
    await test.runUntilIdle();
  }
  const { fetch } = test.runtime;
  const refusal = { code: 21211, message: 'Not a number', status: 400 };
  const call = vi
    .spyOn(test.runtime, 'fetch')
    .mockImplementation(async (url, init) =>
      String(init?.body).includes('2+messages+left')
        ? Response.json(refusal, { status: 400 })
        : fetch(url, init),
    );
  await text(phone, 'Three');
  await test.runUntilIdle();
  call.mockRestore();
  const [reply, notice] = (await messagesOf(phone)).slice(-2);
  expect(reply).toMatchObject({ origin: 'ai', deliveryState: 'delivered' });
  expect(notice).toMatchObject({ systemKind: 'low', deliveryState: 'failed' });
  expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 3 });
});

describe('a model that fails', () => {
  it('is called up to four times, then the person gets an apology and pays nothing', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await text(phone, 'Break [fail 500]');
    for (let round = 0; round < 6; round++) {
      await test.runUntilIdle();
      await test.advance(60_000);
    }
    expect(received(phone)).toEqual([
      "Sorry, I can't answer right now. Please try again in a few minutes.",
    ]);
    const [question] = await messagesOf(phone);
    expect(question?.answerState).toBe('failed');
    expect(question?.failures).toHaveLength(4);
    expect(question?.failures[0]).toMatchObject({ kind: 'provider_down' });
    expect(await spends(user.id)).toBe(0);
  });

  it('answers when a later attempt works, and later texts keep their place', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Hiccup [fail 500 x2]');
    await text(phone, 'Behind it');
    for (let round = 0; round < 4; round++) {
      await test.runUntilIdle();
      await test.advance(20_000);
    }
    const rows = await messagesOf(phone);
    expect(rows.map(({ answerState, origin }) => answerState ?? origin)).toEqual([
      'answered',
      'answered',
      'ai',
      'ai',
    ]);
    expect(rows[2]?.replyToId).toBe(rows[0]?.id);
  });

  it('is not called again after [fail 401]', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await text(phone, 'Please [fail 401]');
    await test.runUntilIdle();
    const [question] = await messagesOf(phone);
    expect(question).toMatchObject({ answerState: 'failed', failures: [{ kind: 'credentials' }] });
    expect(received(phone)).toHaveLength(1);
  });

  it('is given up after its time limit', async () => {
    const impatient = await startTestApp({ REPLY_TIMEOUT_MS: '150' });
    try {
      const slow = await anExpert(impatient);
      const { phone, thread } = await aConnectedUser(impatient, slow);
      await impatient.sandbox.deliverText({
        webhookUrl: `${impatient.runtime.config.publicUrl}/api/webhooks/experts/${slow.id}`,
        from: phone,
        to: slow.phoneNumber as string,
        body: 'Hm [slow 1s]',
      });
      await impatient.worker.runUntilIdle();
      const [question] = await impatient.runtime.db
        .select()
        .from(messages)
        .where(eq(messages.threadId, thread.id));
      expect(question?.failures).toMatchObject([{ kind: 'timeout' }]);
    } finally {
      await impatient.close();
    }
  });
});
