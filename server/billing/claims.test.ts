import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trialClaims } from '#server/db/schema.ts';
import { signIn } from '#test/api-client.ts';
import { aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { hashOldClaims } from './claims.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const startTrial = { plan: 'trial' };
const checkoutPath = '/api/subscription/create-checkout-session';

it('keeps neither phone nor e-mail of who has had the trial', async () => {
  const { user, call } = await signIn(test);
  const kept = JSON.stringify(await test.runtime.db.select().from(trialClaims));
  expect(kept).not.toContain(user.phoneNumber);
  expect(kept).not.toContain(user.email);
  expect((await call('POST', checkoutPath, startTrial)).status).toBe(409);
});

it('knows a claim of an older version again, by its phone and by its person', async () => {
  const { db, config } = test.runtime;
  const { user, call } = await signIn(test, { phoneNumber: null });
  const phone = aPhone();
  await db.insert(trialClaims).values({ phoneHash: phone, userId: user.id });
  await db.insert(trialClaims).values({ phoneHash: aPhone(), userId: crypto.randomUUID() });
  await hashOldClaims(db, config.secretKey);
  await hashOldClaims(db, config.secretKey);
  expect(JSON.stringify(await db.select().from(trialClaims))).not.toContain('+1');
  const [claim] = await db.select().from(trialClaims).where(eq(trialClaims.userId, user.id));
  const { emailHash } = claim ?? {};
  expect(emailHash).not.toBeNull();
  await call('PUT', '/api/auth/profile', { phoneNumber: phone });
  expect((await call('POST', checkoutPath, startTrial)).status).toBe(409);
});
