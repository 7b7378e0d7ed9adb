import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('stores the citations of a web search with the reply, and texts none of them', async () => {
  const { id: providerId } = await aProvider(test, {
    config: { model: 'gpt-4.1', useWebSearch: true, webSearchDomains: ['who.int'] },
  });
  const expert = await anExpert(test, { providerId });
  const { phone, user, thread } = await aConnectedUser(test, expert);
  const { text, received } = createTexter(test, expert);
  await text(phone, 'What is 3 + 4?');
  await test.runUntilIdle();
  expect(received(phone)[0]).toContain('7');
  expect(received(phone)[0]).not.toMatch(/http|who\.int/);

  const source = { url: 'https://who.int/what-is-3-4', title: 'what is 3 4 | who.int' };
  const { db, clock } = test.runtime;
  const mine = callAs(test, await createToken(db, user.id, clock.now()));
  const { call: admin } = await signIn(test, asAdmin);
  for (const call of [mine, admin]) {
    const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages[0]).toMatchObject({ origin: 'ai', sources: [source] });
    expect(body.messages[1].sources).toEqual([]);
  }

  const tested = await admin('POST', '/api/test-message', {
    expertId: expert.id,
    message: 'What is 3 + 4?',
  });
  expect(tested.body.assistantMessage).toMatchObject({ sources: [source] });
  expect(tested.body.assistantMessage.body).not.toContain('http');
  const listed = await admin('GET', `/api/test-conversations?expertId=${expert.id}`);
  expect(listed.body.conversations[0].messages[1].sources).toEqual([source]);
});
