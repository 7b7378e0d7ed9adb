import { afterAll, beforeAll, expect, it } from 'vitest';
import { trialClaims } from '#server/db/schema.ts';
import { signIn } from '#test/api-client.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const startTrial = { plan: 'trial' };
const checkoutPath = '/api/subscription/create-checkout-session';

it('stores neither the phone nor the email of a person who had the trial', async () => {
  const { user, call } = await signIn(test);
  const kept = JSON.stringify(await test.runtime.db.select().from(trialClaims));
  expect(kept).not.toContain(user.phoneNumber);
  expect(kept).not.toContain(user.email);
  expect((await call('POST', checkoutPath, startTrial)).status).toBe(409);
});
