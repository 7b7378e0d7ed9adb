import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let ada: ExpertRow;
let sol: ExpertRow;
beforeAll(async () => {
  test = await startTestApp();
  ada = await anExpert(test);
  sol = await anExpert(test);
});
afterAll(() => test.close());

const path = '/api/account/stop-texts';

it('the button in Settings stops the texts of every expert, until a START from the phone', async () => {
  const { user, thread } = await aConnectedUser(test, ada);
  const phone = user.phoneNumber as string;
  const { text, received } = createTexter(test, ada);
  const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
  await text(phone, 'What is 2+2?');
  await test.runUntilIdle();
  const before = received(phone).length;
  expect(before).toBeGreaterThan(0);

  expect((await call('POST', path, {})).body).toEqual({ ok: true });
  await text(phone, 'And 3+3?');
  await test.runUntilIdle();
  expect(received(phone)).toHaveLength(before);
  const refused = await call('POST', `/api/experts/${sol.id}/connect`, {});
  expect(refused.status).toBe(422);
  const shown = await call('GET', `/api/threads/${thread.id}/messages`);
  expect(shown.body.thread.isOptedOut).toBe(true);
  expect((await call('POST', path, {})).status).toBe(200);

  await text(phone, 'START');
  await text(phone, 'And 4+4?');
  await test.runUntilIdle();
  expect(received(phone).length).toBeGreaterThan(before);
});

it('says so where no phone is connected', async () => {
  const { call } = await signIn(test);
  const { status, body } = await call('POST', path, {});
  expect([status, body.message]).toEqual([
    422,
    'No expert texts you, because no phone is connected.',
  ]);
});
