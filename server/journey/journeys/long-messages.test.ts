import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const modelCall = () => test.sandbox.wire.findLast(({ kind }) => kind === 'model')?.request.body;

it('stores a long text as a whole, and shows its beginning to the model', async () => {
  const expert = await anExpert(test, {
    channel: 'WHATSAPP',
    validator: 'Allow what is about maths.',
  });
  const { phone } = await aConnectedUser(test, expert);
  const { text, messagesOf, received } = createTexter(test, expert);
  const body = `What is 2 + 2? ${'x'.repeat(9_984)}!hidden${'y'.repeat(20_000)}`;
  await text(phone, body);
  await test.runUntilIdle();
  const [question] = await messagesOf(phone);
  expect(question).toMatchObject({ body, isCut: false, answerState: 'answered' });
  expect(received(phone)).toHaveLength(1);
  expect(modelCall()).toContain('x!"');
  await text(phone, 'And 3 + 3?');
  await test.runUntilIdle();
  expect(modelCall()).toContain('And 3 + 3?');
  expect(
    test.sandbox.wire.some(({ kind, request }) => kind === 'model' && /hidden/.test(request.body)),
  ).toBe(false);
});

it('keeps 64 KB of a longer text, cuts it at a whole character and says so', async () => {
  const expert = await anExpert(test);
  const { phone, thread } = await aConnectedUser(test, expert);
  const { webhookFor, messagesOf } = createTexter(test, expert);
  const body = `a${'😀'.repeat(17_000)}`;
  expect((await webhookFor(phone, body).send()).status).toBe(200);
  const [{ body: stored } = { body: '' }] = await messagesOf(phone);
  expect(stored).toBe(`a${'😀'.repeat(16_383)}`);
  const { call } = await signIn(test, asAdmin);
  const { body: read } = await call('GET', `/api/threads/${thread.id}/messages`);
  expect(read.messages[0]).toMatchObject({ body: stored, isCut: true });
  expect(read.thread.lastMessage.length).toBeLessThan(3_000);
  await test.runUntilIdle();
  expect(await messagesOf(phone)).toMatchObject([{ answerState: 'answered' }, { origin: 'ai' }]);
});

it('shows the model the beginning of each text of a burst', async () => {
  const expert = await anExpert(test, { channel: 'WHATSAPP', answersBursts: true });
  const { phone } = await aConnectedUser(test, expert);
  const { text } = createTexter(test, expert);
  for (const mark of ['one', 'two'])
    await text(phone, `What is 2 + 2? ${mark}${'x'.repeat(10_000)}hidden`);
  await test.runUntilIdle();
  expect(modelCall()).toMatch(/one.*two/s);
  expect(modelCall()).not.toContain('hidden');
});
