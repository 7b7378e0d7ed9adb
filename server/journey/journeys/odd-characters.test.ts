import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { completion } from '#test/vendor-server.ts';

/** JSON may contain what no database stores. */
const oddOnes = [
  ['NUL', 'six\0 sixths', 'six sixths'],
  ['half an emoji', 'six\ud83d sixths', 'six\ufffd sixths'],
];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('odd characters lose no message', () => {
  it.each(oddOnes)('from a person: %s', async (_, sent, stored) => {
    const expert = await anExpert(test, { channel: 'WHATSAPP' });
    const { phone } = await aConnectedUser(test, expert);
    const { text, messagesOf } = createTexter(test, expert);
    await text(phone, sent);
    await test.runUntilIdle();
    const [question, answer] = await messagesOf(phone);
    expect(question).toMatchObject({ body: stored, answerState: 'answered' });
    expect(answer).toMatchObject({ origin: 'ai' });
  });

  it('from a person: NUL in a STOP', async () => {
    const expert = await anExpert(test, { channel: 'WHATSAPP' });
    const { phone } = await aConnectedUser(test, expert);
    const { text, messagesOf } = createTexter(test, expert);
    await text(phone, 'STOP\0');
    expect(await messagesOf(phone)).toMatchObject([{ body: 'STOP', keyword: 'STOP' }]);
    await test.runUntilIdle();
  });

  it.each(oddOnes)('from a model: %s', async (_, said, stored) => {
    const expert = await anExpert(test, await aModelThatAnswers(200, completion(said)));
    const { phone } = await aConnectedUser(test, expert);
    const { text, received } = createTexter(test, expert);
    await text(phone, 'Hello');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([stored]);
  });

  it.each(oddOnes)('from a vendor that refuses: %s', async (_, said) => {
    const refusal = { error: { message: said } };
    const expert = await anExpert(test, await aModelThatAnswers(401, refusal));
    const { phone } = await aConnectedUser(test, expert);
    const { text, messagesOf } = createTexter(test, expert);
    await text(phone, 'Hello');
    await test.runUntilIdle();
    const [question] = await messagesOf(phone);
    expect(question?.answerState).toBe('failed');
    // The vendor's own words are not kept.
    const [failure] = question?.failures ?? [];
    expect(failure?.detail).toBe(
      'The AI provider refused the API key. (401) Enter a valid API key.',
    );
  });

  it('from the dashboard: half an emoji', async () => {
    const expert = await anExpert(test);
    const { thread } = await aConnectedUser(test, expert);
    const { call } = await signIn(test, asAdmin);
    const url = `/api/threads/${thread.id}`;
    const titled = await call('PUT', `${url}/title`, { title: 'six\ud83d' });
    expect([titled.status, titled.body.thread?.title]).toEqual([200, 'six\ufffd']);
    const written = await call('POST', `${url}/messages`, { body: 'six\ud83d' });
    expect([written.status, written.body.message?.body]).toEqual([200, 'six\ufffd']);
  });
});

async function aModelThatAnswers(status: number, body: object): Promise<{ providerId: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const config = { model: 'house', baseUrl: `http://127.0.0.1:${port}/v1` };
  return { providerId: (await aProvider(test, { config })).id };
}
