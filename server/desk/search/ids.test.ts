import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExpertRow, MessageRow } from '#server/db/schema.ts';
import { asAdmin, type callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let asked: MessageRow;
let answer: MessageRow;
let threadId: string;
let gatewayIds: { asked: string; answer: string };

type Call = ReturnType<typeof callAs>;
type Listed = { id: string; ids?: { request: string | null; gateway: string[] } };

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  const { phone, thread } = await aConnectedUser(test, expert);
  threadId = thread.id;
  const texter = createTexter(test, expert);
  await texter.text(phone, 'Where do swifts sleep?');
  await test.runUntilIdle();
  [asked, answer] = (await texter.messagesOf(phone)) as [MessageRow, MessageRow];
  const { call } = await signIn(test, asAdmin);
  const listed = await list(call);
  gatewayIds = {
    asked: listed.find(({ id }) => id === asked.id)?.ids?.gateway[0] as string,
    answer: listed.find(({ id }) => id === answer.id)?.ids?.gateway[0] as string,
  };
});
afterAll(() => test.close());

async function list(call: Call): Promise<Listed[]> {
  return (await call('GET', `/api/threads/${threadId}/messages`)).body.messages;
}

async function find(call: Call, text: string): Promise<string[]> {
  const { body } = await call('GET', `/api/search?${new URLSearchParams({ q: text })}`);
  return (body.exact as { messageId: string }[]).map(({ messageId }) => messageId);
}

it('shows admins the ids of the gateway and of the request with each message', async () => {
  const { call } = await signIn(test, asAdmin);
  const listed = await list(call);
  expect(listed.find(({ id }) => id === asked.id)?.ids).toEqual({
    request: asked.requestId,
    gateway: [asked.gatewayMessageId],
  });
  expect(listed.find(({ id }) => id === answer.id)?.ids).toEqual({
    request: null,
    gateway: [expect.stringMatching(/^SM/)],
  });
});

it('finds a message by each of its ids, for admins', async () => {
  const { call } = await signIn(test, asAdmin);
  expect(await find(call, asked.id)).toEqual([asked.id]);
  expect(await find(call, ` ${gatewayIds.asked} `)).toEqual([asked.id]);
  expect(await find(call, gatewayIds.answer)).toEqual([answer.id]);
  expect(await find(call, asked.requestId as string)).toEqual([asked.id]);
  expect(await find(call, 'SM00000000000000000000000000000000')).toEqual([]);
});

it('neither shows a person an id nor finds by one', async () => {
  const { call } = await signIn(test, { role: 'USER' });
  expect(await find(call, gatewayIds.asked)).toEqual([]);
  expect(await find(call, asked.id)).toEqual([]);
});
