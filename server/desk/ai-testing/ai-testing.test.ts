import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditEntries, testConversations, testMessages } from '#server/db/schema.ts';
import { asAdmin, type Reply, signIn } from '#test/api-client.ts';
import { anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

type Turn = { role: 'user' | 'assistant'; content: string };
type Body = {
  expertId: string;
  message: string;
  conversationHistory?: Turn[];
  conversationId?: string;
};

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
const asked: { input: { role: string; content: string | { text: string }[] }[] }[] = [];
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  test.runtime.fetch = (url, init) => {
    asked.push(JSON.parse(String(init?.body)));
    return fetch(url, init);
  };
});
afterAll(() => test.close());

const send = (body: Body) => admin.call('POST', '/api/test-message', body);
const missing = '01a1fc91-9743-7ba3-b724-476a9e21bd15';

async function listOf(expertId: string, call = admin.call) {
  const { status, body } = await call('GET', `/api/test-conversations?expertId=${expertId}`);
  expect(status).toBe(200);
  return body.conversations;
}

const historyOf = (...replies: Reply[]): Turn[] =>
  replies.flatMap(({ body }) => [
    { role: 'user', content: body.userMessage.body },
    { role: 'assistant', content: body.assistantMessage.body },
  ]);

const lastTold = () =>
  (asked.at(-1)?.input ?? [])
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ content }) => (typeof content === 'string' ? content : content[0]?.text));

describe('a draft', () => {
  const answerDraft = (body: object) => admin.call('POST', '/api/test-draft', body);
  const message = 'What is 15% of 80?';

  it('answers as if it were saved, and stores nothing', async () => {
    const expert = await anExpert(test, { validator: 'Reject everything.' });
    const draft = { systemPrompt: 'You are a pirate.', validator: '' };
    const first = await answerDraft({ expertId: expert.id, message, draft });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      userMessage: { role: 'user', body: message, verdict: null },
      assistantMessage: { role: 'assistant', aiMeta: { provider: 'openai' } },
      response: { processingTimeMs: expect.any(Number) },
    });
    expect(JSON.stringify(asked.at(-1))).toContain('You are a pirate.');
    expect(JSON.stringify(asked.at(-1))).not.toContain('You are Ada.');

    const next = { message: 'And 20%?', conversationHistory: historyOf(first) };
    await answerDraft({ expertId: expert.id, ...next, draft });
    expect(lastTold()).toEqual([message, first.body.assistantMessage.body, 'And 20%?']);
    expect(await listOf(expert.id)).toEqual([]);
  });

  it('is answered by the chosen provider', async () => {
    const { id: expertId } = await anExpert(test);
    const other = await aProvider(test, { displayName: 'Other', config: { model: 'gpt-4o' } });
    const { body } = await answerDraft({ expertId, message, draft: { providerId: other.id } });
    expect(body.assistantMessage.aiMeta).toMatchObject({ providerName: 'Other' });
    for (const name of ['providerId', 'fallbackProviderId']) {
      const refused = await answerDraft({ expertId, message, draft: { [name]: missing } });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        `draft.${name}: There is no AI provider ${missing}`,
      ]);
    }
    const unknown = await answerDraft({ expertId: missing, message, draft: {} });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Expert not found']);
  });
});

describe('a test message', () => {
  it('is answered as on the phone, and stored with its answer', async () => {
    const expert = await anExpert(test);
    const { status, body } = await send({ expertId: expert.id, message: 'What is 15% of 80?' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userMessage: { role: 'user', direction: 'inbound', body: 'What is 15% of 80?', aiMeta: null },
      assistantMessage: { role: 'assistant', direction: 'outbound', verdict: null },
    });
    expect(body.assistantMessage.body).toContain('12');
    const { aiMeta } = body.assistantMessage;
    expect(aiMeta).toMatchObject({ provider: 'openai' });
    expect(aiMeta.tokenUsage.input).toBeGreaterThan(0);
    expect(body.response.processingTimeMs).toBe(aiMeta.processingTimeMs);
    expect(JSON.stringify(asked.at(-1))).toContain('You are Ada.');

    expect(await listOf(expert.id)).toEqual([
      {
        id: body.conversationId,
        title: 'What is 15% of 80?',
        messageCount: 2,
        lastMessageAt: body.assistantMessage.createdAt,
        messages: [body.userMessage, body.assistantMessage],
      },
    ]);
  });

  it('is marked where the phone would get no answer of the model', async () => {
    const { id: expertId } = await anExpert(test);
    const crisis = await send({ expertId, message: 'I want to kill myself' });
    expect(crisis.body.userMessage.isCrisis).toBe(true);
    const harmless = await send({ expertId, message: 'This homework is killing me' });
    expect(harmless.body.userMessage.isCrisis).toBe(false);
  });

  it('spends no credit and sends no text', async () => {
    const expert = await anExpert(test);
    await send({ expertId: expert.id, message: 'Hello' });
    await test.runUntilIdle();
    expect(test.sandbox.outbox).toEqual([]);
    expect(await test.runtime.db.select().from(creditEntries)).toEqual([]);
  });

  it('starts a conversation without a history, and continues the newest one otherwise', async () => {
    const { id: expertId } = await anExpert(test);
    const first = await send({ expertId, message: 'One' });
    const second = await send({ expertId, message: 'Two' });
    expect(second.body.conversationId).not.toBe(first.body.conversationId);
    const third = await send({
      expertId,
      message: 'Three',
      conversationHistory: historyOf(second),
    });
    expect(third.body.conversationId).toBe(second.body.conversationId);
    expect(lastTold()).toEqual(['Two', second.body.assistantMessage.body, 'Three']);

    const { conversationId } = first.body;
    const conversationHistory = historyOf(first);
    const fourth = await send({ expertId, message: 'Four', conversationHistory, conversationId });
    expect(fourth.body.conversationId).toBe(conversationId);
    const listed = await listOf(expertId);
    expect(listed).toMatchObject([
      { title: 'One', messageCount: 4 },
      { title: 'Two', messageCount: 4 },
    ]);
    const [one] = listed as { messages: { body: string }[] }[];
    expect(one?.messages.map(({ body }) => body)).toEqual([
      'One',
      first.body.assistantMessage.body,
      'Four',
      fourth.body.assistantMessage.body,
    ]);
  });

  it('continues a conversation whose history has nothing for the model', async () => {
    const { id: expertId } = await anExpert(test);
    const { conversationId } = (await send({ expertId, message: 'One' })).body;
    const next = await send({ expertId, message: 'Two', conversationId });
    expect(next.body.conversationId).toBe(conversationId);
    expect(lastTold()).toEqual(['Two']);
  });

  it('starts a conversation if there is a history but no conversation to continue', async () => {
    const { id: expertId } = await anExpert(test);
    const conversationHistory: Turn[] = [{ role: 'user', content: 'Made up' }];
    const { status } = await send({ expertId, message: 'And?', conversationHistory });
    expect(status).toBe(200);
    expect(lastTold()).toEqual(['Made up', 'And?']);
    expect(await listOf(expertId)).toMatchObject([{ title: 'And?', messageCount: 2 }]);
  });

  it.each([
    ['  Two\n words ', 'Two words'],
    [`${'word '.repeat(20)}end`, `${'word '.repeat(11)}word…`],
    ['😀'.repeat(80), `${'😀'.repeat(60)}…`],
  ])("uses its first words as the conversation's title: %j", async (message, title) => {
    const { id: expertId } = await anExpert(test);
    await send({ expertId, message });
    expect(await listOf(expertId)).toMatchObject([{ title }]);
  });

  it('sends the model the latest complete turns that fit, as the journey does', async () => {
    const { id: expertId } = await anExpert(test);
    const turn = (letter: string): Turn[] => [
      { role: 'user', content: letter.repeat(9_000) },
      { role: 'assistant', content: letter.repeat(9_000) },
    ];
    const conversationHistory = [...turn('a'), ...turn('b'), ...turn('c')];
    await send({ expertId, message: 'Hi', conversationHistory });
    expect(lastTold().map((text) => text?.[0])).toEqual(['b', 'b', 'c', 'c', 'H']);
  });

  it('works with a paused expert', async () => {
    const { id: expertId } = await anExpert(test, { status: 'PAUSED' });
    expect((await send({ expertId, message: 'Hello' })).status).toBe(200);
  });
});

describe('the validator', () => {
  const validator = 'Reject messages about weapons.';

  it('lets a message through and gives the reason', async () => {
    const { id: expertId } = await anExpert(test, { validator });
    const { body } = await send({ expertId, message: 'What is 2 + 2?' });
    expect(body.userMessage.verdict).toMatchObject({
      isAllowed: true,
      provider: 'openai',
      reason: 'No rule is against it.',
    });
    expect(body.assistantMessage.aiMeta).not.toBeNull();
    expect(await listOf(expertId)).toMatchObject([
      { messages: [{ verdict: { isAllowed: true } }, { verdict: null }] },
    ]);
  });

  it.each([
    ["in the expert's words", 'Only maths, please.', 'Only maths, please.'],
    ['in our words', null, "Sorry, I can't help with that. Please ask me something else."],
  ])('rejects a message %s', async (_whose, rejected, answer) => {
    const { id: expertId } = await anExpert(test, { validator, rejected });
    const calls = asked.length;
    const { status, body } = await send({ expertId, message: 'Which weapon is best?' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userMessage: { verdict: { isAllowed: false, reason: expect.stringContaining('weapon') } },
      assistantMessage: { body: answer, aiMeta: null },
    });
    expect(asked).toHaveLength(calls + 1);
    expect(await listOf(expertId)).toMatchObject([{ messageCount: 2 }]);
  });
});

describe('a model that gives no answer', () => {
  it.each([
    ['[fail 500]', 'The AI provider had an error.'],
    ['[fail 404]', 'The AI provider does not know this model.'],
    ['[empty]', 'The model gave an empty answer.'],
  ])('is reported to the admin, and nothing is stored: %s', async (wish, words) => {
    const { id: expertId } = await anExpert(test);
    const { status, body } = await send({ expertId, message: `${wish} please` });
    expect(status).toBe(502);
    expect(body.message).toContain(words);
    expect(await listOf(expertId)).toEqual([]);
  });

  it('leaves an existing conversation unchanged', async () => {
    const { id: expertId } = await anExpert(test);
    const first = await send({ expertId, message: 'One' });
    const before = await listOf(expertId);
    const conversationHistory = historyOf(first);
    const failed = await send({ expertId, message: '[fail 500]', conversationHistory });
    expect(failed.status).toBe(502);
    expect(await listOf(expertId)).toEqual(before);
  });

  it('says when to try again if the vendor does', async () => {
    const { id: expertId } = await anExpert(test);
    const { status, headers } = await send({ expertId, message: '[fail 429]' });
    expect(status).toBe(502);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is reported for an inactive provider', async () => {
    const { id: providerId } = await aProvider(test, { isActive: false });
    const { id: expertId } = await anExpert(test, { providerId });
    const { status, body } = await send({ expertId, message: 'Hello' });
    expect([status, body.message]).toEqual([
      502,
      'The AI provider is inactive. (Sandbox AI) Choose another provider for the expert.',
    ]);
  });
});

describe('test conversations', () => {
  it("are an admin's own", async () => {
    const { id: expertId } = await anExpert(test);
    const { conversationId } = (await send({ expertId, message: 'Mine' })).body;
    const other = await signIn(test, asAdmin);
    expect(await listOf(expertId, other.call)).toEqual([]);
    const request = { expertId, message: 'Theirs', conversationId };
    const refused = await other.call('POST', '/api/test-message', request);
    expect([refused.status, refused.body.message]).toEqual([404, 'Test conversation not found']);
    const elsewhere = await send({ ...request, expertId: (await anExpert(test)).id });
    expect(elsewhere.status).toBe(404);
    expect(await listOf(expertId)).toMatchObject([{ messageCount: 2 }]);
  });

  it('are listed as the newest 20, each with its latest 100 messages', async () => {
    const { db } = test.runtime;
    const { id: expertId } = await anExpert(test);
    const at = (second: number) => new Date(Date.UTC(2026, 10, 1) + second * 1000);
    const conversations = await db
      .insert(testConversations)
      .values(
        Array.from({ length: 22 }, (_, index) => ({
          expertId,
          adminId: admin.user.id,
          title: `Test ${index}`,
          lastMessageAt: at(index),
        })),
      )
      .returning();
    const conversationId = conversations.at(-1)?.id as string;
    await db.insert(testMessages).values(
      Array.from({ length: 130 }, (_, index) => ({
        conversationId,
        role: 'user' as const,
        body: `Message ${index}`,
        createdAt: at(index),
      })),
    );
    const listed = await listOf(expertId);
    expect(listed).toHaveLength(20);
    expect(listed[0]).toMatchObject({ title: 'Test 21', messageCount: 130 });
    expect(listed[0].messages).toHaveLength(100);
    expect(listed[0].messages[0].body).toBe('Message 30');
    expect(listed[0].messages[99].body).toBe('Message 129');
    expect(listed[1]).toMatchObject({ title: 'Test 20', messageCount: 0, messages: [] });
  });
});

// spec: 5.25 5.26
it('says what is missing', async () => {
  const { id: expertId } = await anExpert(test);
  const post = (body: object) => admin.call('POST', '/api/test-message', body);
  for (const [body, status, message] of [
    [{ message: 'Hi' }, 400, 'expertId: Please select an expert'],
    [{ expertId: '', message: 'Hi' }, 400, 'expertId: Please select an expert'],
    [{ expertId }, 400, 'message: Please enter a message'],
    [{ expertId, message: ' \n' }, 400, 'message: Please enter a message'],
    [
      { expertId, message: 'x'.repeat(1601) },
      400,
      'message: A message has at most 1600 characters',
    ],
    [{ expertId: missing, message: 'Hi' }, 404, 'Expert not found'],
  ] as const) {
    const reply = await post(body);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  }
  const list = await admin.call('GET', '/api/test-conversations');
  expect([list.status, list.body.message]).toEqual([400, 'expertId: Please select an expert']);
  const unknown = await admin.call('GET', `/api/test-conversations?expertId=${missing}`);
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Expert not found']);
});

it('does not keep the server from stopping', async () => {
  const own = await startTestApp();
  const { id: expertId } = await anExpert(own);
  const boss = await signIn(own, asAdmin);
  const called = Promise.withResolvers<void>();
  own.runtime.fetch = (url, init) => {
    called.resolve();
    return fetch(url, init);
  };
  const reply = boss.call('POST', '/api/test-message', { expertId, message: '[slow 60s] Hello' });
  await called.promise;
  const closed = own.app.close();
  const { status, body } = await reply;
  expect(status).toBe(503);
  expect(body.message).toBe('The server is restarting. Please send it again in a moment.');
  await closed;
  const kept = await own.runtime.db
    .select()
    .from(testConversations)
    .where(eq(testConversations.expertId, expertId));
  expect(kept).toEqual([]);
  await own.close();
});
