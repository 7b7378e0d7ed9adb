import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends } = createTexter(test, expert));
});
afterAll(() => test.close());

async function send(phone: string, body: string): Promise<string[]> {
  const before = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(before);
}

async function shownIn(phone: string) {
  const { call } = await signIn(test, asAdmin);
  const { id } = await threadOf(phone);
  return (await call('GET', `/api/threads/${id}/messages`)).body.messages as {
    id: string;
    body: string;
    content: string;
    direction: string;
    reaction: string | null;
    quoted: { id: string } | null;
  }[];
}

describe('a reaction that arrives as a text', () => {
  it('is shown on the text that it quotes, replaced and taken back, free and unanswered', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const [answer = ''] = await send(phone, 'What is a fraction?');
    const reactionNow = async () =>
      (await shownIn(phone)).find(({ direction }) => direction === 'outbound')?.reaction;
    expect(await send(phone, `Liked “${answer}”`)).toEqual([]);
    expect(await reactionNow()).toBe('👍');
    expect(await send(phone, `😂 to “${answer.slice(0, 20)}…”`)).toEqual([]);
    expect(await reactionNow()).toBe('😂');
    expect(await send(phone, `Removed a laugh from “${answer}”`)).toEqual([]);
    expect(await reactionNow()).toBeNull();
    expect(await spends(user.id)).toBe(1);
    const [first] = (await messagesOf(phone)).slice(-3);
    expect(first).toMatchObject({ content: 'reaction', answerState: 'recorded', keyword: null });
  });

  it('quotes the words of the person, too, also a STOP', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await send(phone, 'Why stop at ten?');
    expect(await send(phone, 'Loved “Why stop at ten?”')).toEqual([]);
    expect(await send(phone, 'Laughed at “STOP”')).toEqual([]);
    const shown = await shownIn(phone);
    expect(shown.find(({ body }) => body === 'Why stop at ten?')?.reaction).toBe('❤️');
    expect(await send(phone, 'And now?')).toHaveLength(1);
  });

  it('of a quotation that fits no text is recorded and free', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, 'Gefällt „Etwas anderes“')).toEqual([]);
    expect(await spends(user.id)).toBe(0);
    expect((await shownIn(phone))[0]).toMatchObject({ content: 'reaction', quoted: null });
  });

  it('with a question after the quotation is an ordinary text', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, 'Loved “x” and what is the capital of France?')).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });
});

describe('texts that need no answer', () => {
  it.each([
    "Sorry, I can't talk right now.",
    '❤️❤️❤️',
    '\u200b\ufeff\u2060',
    '',
    '😂',
    ':)',
    "I'm driving with Driving Focus turned on. I'll see your message when I get where I'm going.",
  ])('%j uses no credit and sets off nothing', async (body) => {
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, body)).toEqual([]);
    expect(await spends(user.id)).toBe(0);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', riskAt: null });
    expect((await messagesOf(phone)).map(({ answerState }) => answerState)).toEqual(['recorded']);
    expect(await send(phone, 'What is 2+2?')).toHaveLength(1);
  });

  it.each(['', '\u200b\ufeff\u2060'])('%j is listed as empty, not as a picture', async (body) => {
    const { phone } = await aConnectedUser(test, expert);
    await send(phone, body);
    expect(await threadOf(phone)).toMatchObject({ lastMessage: '[Empty message]' });
  });

  it('bring no invitation to a phone without an account', async () => {
    const phone = aPhone();
    expect(await send(phone, '❤️❤️❤️')).toEqual([]);
    expect(await send(phone, "Sorry, I can't talk right now.")).toEqual([]);
  });

  it.each(['?', '???', 'ok', '2️⃣', '🆘', '💊💊⚰️'])('%s is no such text', async (body) => {
    const { phone, user } = await aConnectedUser(test, expert);
    expect(await send(phone, body)).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });

  it('but a thumb answers a question of the expert', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const { call } = await signIn(test, asAdmin);
    const { id } = await threadOf(phone);
    await call('POST', `/api/threads/${id}/messages`, { body: 'Shall we go on? 🚀 or 🛌' });
    await call('POST', `/api/threads/${id}/return`, { answer: 'all' });
    await test.runUntilIdle();
    expect(await send(phone, '❤️')).toEqual([]);
    expect(await send(phone, '👍')).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });
});
