import { afterAll, beforeAll, expect, it } from 'vitest';
import { messages } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';
import { findHistoryBudget } from './history.ts';

let test: TestApp;
let wire: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  test = await startTestApp();
  wire = await startVendorServer();
});
afterAll(async () => {
  wire.close();
  await test.close();
});

const answerWith = (content: string) =>
  replyWith(200, {
    id: 'chat_1',
    created: 1_763_700_000,
    model: 'gpt-6.1-terra',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  });

async function aPersonWhoSaid(past: { question: string; answer: string }[]) {
  const { id: providerId } = await aProvider(test, {
    config: { model: 'any', baseUrl: wire.url },
  });
  const expert = await anExpert(test, { providerId });
  const { text, received } = createTexter(test, expert);
  const { phone, thread } = await aConnectedUser(test, expert);
  const { db, clock } = test.runtime;
  const common = { threadId: thread.id, createdAt: clock.now() };
  for (const { question, answer } of past) {
    const [asked] = await db
      .insert(messages)
      .values({
        ...common,
        direction: 'inbound',
        origin: 'gateway',
        body: question,
        answerState: 'answered',
      })
      .returning();
    const reply = { direction: 'outbound', origin: 'ai', body: answer } as const;
    await db.insert(messages).values({ ...common, ...reply, replyToId: asked?.id });
  }
  return async (body: string, answer: string) => {
    wire.react(answerWith(answer));
    await text(phone, body);
    await test.runUntilIdle();
    const said: { role: string; content: string }[] = wire.calls[0]?.body.messages;
    return { told: said.filter(({ role }) => role !== 'system'), received: received(phone) };
  };
}

const window = 38_400;
const newer = { question: 'n'.repeat(1_000), answer: 'N'.repeat(1_000) };
const question = 'q'.repeat(400);
const left = window - question.length - 2_000;

it.each([
  ['exactly fill the window are all sent', 0, 5],
  ['are one character too long lose the oldest question with its answer', 1, 3],
])('messages that %s', async (_what, more, count) => {
  const older = { question: 'o'.repeat(400), answer: 'O'.repeat(left - 400 + more) };
  const ask = await aPersonWhoSaid([older, newer]);
  const { told } = await ask(question, 'Four.');
  expect(told.map(({ content }) => content)).toEqual(
    [older.question, older.answer, newer.question, newer.answer, question].slice(-count),
  );
});

it('leaves room for a long prompt, our own instructions, a web search and the answer', () => {
  const prompt = 'p'.repeat(4 * 4_000);
  const room = 16_000 - 4_000 - 1_000;
  const [plain, searching] = [false, true].map((useWebSearch) =>
    findHistoryBudget(prompt, { model: 'any', maxTokens: 1_000, useWebSearch }),
  );
  expect(plain).toBeLessThanOrEqual(9_600);
  expect(searching).toBeLessThan(room - 4_000);
  expect(findHistoryBudget(prompt.repeat(2), { model: 'any', maxTokens: 1_000 })).toBeLessThan(
    7_000,
  );
});

it('a question is passed on up to its limit', async () => {
  const ask = await aPersonWhoSaid([newer]);
  const { told } = await ask('q'.repeat(10_001), 'Four.');
  expect(told.map(({ content }) => content.length)).toEqual([1_000, 1_000, 10_000]);
});

it('a reply of only Markdown marks is texted unchanged', async () => {
  const ask = await aPersonWhoSaid([]);
  expect((await ask('Draw a line', '---')).received).toEqual(['---']);
});
