import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, messages, providers, threads } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { completion, type Reaction, replyWith, startVendorServer } from '#test/vendor-server.ts';

let test: TestApp;
let wire: Awaited<ReturnType<typeof startVendorServer>>;
let admin: Awaited<ReturnType<typeof signIn>>;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  wire = await startVendorServer();
  admin = await signIn(test, asAdmin);
  const { id: providerId } = await aProvider(test, {
    config: { model: 'house', baseUrl: wire.url },
  });
  expert = await anExpert(test, { providerId });
  ({ text, received, messagesOf, threadOf, spends } = createTexter(test, expert));
});
afterAll(async () => {
  wire.close();
  await test.close();
});

const isDown = replyWith(503, { error: { message: 'Overloaded.', type: 'server_error' } });
const works = replyWith(200, completion('Four.'));
const refuses: Reaction = replyWith(200, {
  ...completion(''),
  choices: [
    {
      index: 0,
      finish_reason: 'content_filter',
      message: { role: 'assistant', content: null },
    },
  ],
});
const apology = "Sorry, I can't answer right now. Please try again in a few minutes.";
const refusal = "I can't help with that one. Ask me something else.";

async function run(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    await test.runUntilIdle();
    await test.advance(5_000);
  }
  await test.runUntilIdle();
}

const replay = ({ threadId, id }: { threadId: string; id: string }) =>
  admin.call('POST', `/api/threads/${threadId}/messages/${id}/replay`);

async function first(phone: string) {
  const [message] = await messagesOf(phone);
  return message as NonNullable<typeof message>;
}

describe('an outage', () => {
  it('of 25 seconds with two texts in it leaves the AI on: the next text is answered at once', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    wire.react(isDown);
    await text(phone, 'What is 2 + 2?');
    await run(12);
    await text(phone, 'Hello?');
    await run(25);
    wire.react(works);
    await text(phone, 'And 3 + 1?');
    await run(20);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai' });
    expect(received(phone).filter((body) => body === apology).length).toBeLessThanOrEqual(2);
    expect(received(phone).at(-1)).toContain('Four.');
    const asked = (await messagesOf(phone)).filter(({ direction }) => direction === 'inbound');
    expect(asked.at(-1)).toMatchObject({ answerState: 'answered' });
    expect(asked.every(({ answerState }) => answerState !== 'held')).toBe(true);
    expect(received(phone)).toHaveLength(3);
    const answered = asked.filter(({ answerState }) => answerState === 'answered');
    expect(await spends(user.id)).toBe(answered.length);
  });

  it('does not keep "I\'m fine" waiting behind a question', async () => {
    const { phone } = await aConnectedUser(test, expert);
    wire.react(isDown);
    for (const said of ['What is 2 + 2?', 'I want to kill myself', "I'm fine"]) {
      await text(phone, said);
      await test.runUntilIdle();
    }
    expect(received(phone)).toEqual([
      expect.stringContaining('Call 911'),
      // The question is held.
      expect.stringContaining('A person from the team behind Ada answers here now'),
      expect.stringContaining('Good to hear. Ada answers again.'),
    ]);
    wire.react(works);
    await run(60);
    expect(received(phone).at(-1)).toContain('Four.');
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', riskAt: null });
  });

  it('costs each failed text one apology, however often the team retries it', async () => {
    const { phone } = await aConnectedUser(test, expert);
    wire.react(isDown);
    await text(phone, 'What is 2 + 2?');
    await run(40);
    expect(received(phone)).toEqual([apology]);
    for (let round = 0; round < 2; round++) {
      expect((await replay(await first(phone))).status).toBe(200);
      await run(40);
      expect(await first(phone)).toMatchObject({ answerState: 'failed' });
    }
    expect(received(phone)).toEqual([apology]);
    wire.react(works);
    await replay(await first(phone));
    await run(2);
    expect(received(phone)).toEqual([apology, expect.stringContaining('Four.')]);
    wire.react(isDown);
    await text(phone, 'And 3 + 1?');
    await run(40);
    expect(received(phone).at(-1)).toBe(apology);
    expect(received(phone)).toHaveLength(3);
  });

  it('that an older version ended with a takeover ends it: what is held is answered, once', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    const now = test.runtime.clock.now();
    await test.runtime.db
      .update(threads)
      .set({ handler: 'human', handlerEpoch: 1, handedBecause: 'failed', handedAt: now })
      .where(eq(threads.id, thread.id));
    wire.react(works);
    for (const body of ['What is 2 + 2?', 'Hello?']) {
      await test.runtime.db.insert(messages).values({
        threadId: thread.id,
        direction: 'inbound',
        origin: 'gateway',
        body,
        answerState: 'held',
        guard: 'handler',
        createdAt: now,
      });
    }
    for (let round = 0; round < 2; round++) {
      await sweep(test.runtime);
      await run(2);
    }
    expect(received(phone).filter((body) => body.includes('Four.'))).toHaveLength(2);
    expect(await spends(user.id)).toBe(2);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', aiReturnsAt: null });
  });
});

describe('a refusal by the model', () => {
  it('is said in kind words, twice and again, with no retry, takeover, credit or outage', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    wire.react(refuses);
    for (const number of [1, 2, 3]) await text(phone, `How do I break ${number} locks?`);
    await run(40);
    expect(received(phone)).toEqual([refusal, refusal, refusal]);
    expect(wire.calls).toHaveLength(3);
    expect(await spends(user.id)).toBe(0);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai' });
    const { body } = await admin.call('GET', `/api/threads/${(await threadOf(phone)).id}/messages`);
    expect(body.messages.at(-1).answer).toMatchObject({
      state: 'refused',
      guard: 'model',
      failures: [{ kind: 'refusal', detail: expect.stringContaining('refused to answer') }],
    });
    const [{ outage } = {}] = await test.runtime.db
      .select()
      .from(providers)
      .where(eq(providers.id, expert.providerId));
    expect(outage).toBeNull();
  });

  it('is said once, however often the team retries it', async () => {
    const { phone } = await aConnectedUser(test, expert);
    wire.react(refuses);
    await text(phone, 'How do I break a lock?');
    await run(2);
    expect((await replay(await first(phone))).status).toBe(200);
    await run(2);
    wire.react(isDown);
    await replay(await first(phone));
    await run(40);
    expect(received(phone)).toEqual([refusal]);
  });
});
