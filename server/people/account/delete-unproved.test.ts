import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cards } from '#sandbox/stripe/payments.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { auditLog, connections, type ExpertRow, users } from '#server/db/schema.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, getStripe, openCheckout } from '#test/checkout.ts';
import { anExpert, aPhone, getUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, numberIn } from '#test/texter.ts';
import { beforeTransaction } from '#test/transactions.ts';
import { hashPassword } from '../passwords/passwords.ts';

const password = 'Quiet-Harbor-7';
let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
let expert: ExpertRow;
let { text, received } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  mails = await startMailServer();
  test = await startTestApp({ ...mails.settings, AUDIT_DAYS: '730' });
  expert = await anExpert(test);
  ({ text, received } = createTexter(test, expert));
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

const post = (url: string, body: object) => callAs(test, null)('POST', url, body);

let made = 0;
async function signUp({ email = `claimed-${++made}@example.com`, phone = aPhone() } = {}) {
  const { status, body } = await post('/api/auth/register', {
    ...{ email, password, phoneNumber: phone },
    subscriptionPlan: 'trial',
  });
  expect(status, body.message).toBe(200);
  return { email, phone, id: body.user.id as string, call: callAs(test, body.token) };
}
type Person = Awaited<ReturnType<typeof signUp>>;

async function deleteAfter(days: number): Promise<void> {
  await test.advance(days * dayMs);
  await deleteExpired(test.runtime);
}
const isThere = async ({ id }: Person) => (await getUser(test.runtime.db, id)).deletedAt === null;

describe('an account that proved nothing', () => {
  it('is deleted 30 days after it was made, and its email and number are free', async () => {
    const stranger = await signUp();
    const { email, phone, call } = stranger;
    await call('POST', `/api/experts/${expert.id}/connect`);
    await test.runUntilIdle();
    expect(received(phone)).toHaveLength(1);
    await openCheckout(test, call, 'payg');
    await deleteAfter(29);
    expect((await call('GET', '/api/auth/user')).status, 'a visit proves nothing').toBe(200);
    await deleteAfter(2);
    expect((await call('GET', '/api/auth/user')).status).toBe(401);
    const row = await getUser(test.runtime.db, stranger.id);
    expect(row).toMatchObject({ email: `deleted ${stranger.id}`, phoneNumber: null });
    const { db } = test.runtime;
    const theirs = eq(connections.userId, stranger.id);
    expect(await db.select().from(connections).where(theirs)).toEqual([]);

    const owner = await signUp({ email, phone });
    expect((await owner.call('GET', '/api/auth/user')).body.user.paidMessages).toBe(5);
    await text(phone, 'YES');
    await test.runUntilIdle();
    const proved = (await owner.call('GET', '/api/auth/user')).body.user.isPhoneVerified;
    expect(proved, "the stranger's question is over").toBe(false);
    expect((await verifyLedger(db)).findings).toEqual([]);
  });

  it('stays if it proves something at the last moment', async () => {
    const person = await signUp();
    await test.advance(29 * dayMs);
    const checkout = await openCheckout(test, person.call, 'payg');
    await test.advance(2 * dayMs);
    beforeTransaction(test, 1, () => getStripe(test).payments.pay(checkout, cards.good));
    await deleteExpired(test.runtime);
    expect(await isThere(person)).toBe(true);
  });

  it('stays where the audit log no longer reaches back to it', async () => {
    const person = await signUp();
    await test.advance(40 * dayMs);
    const { config } = test.runtime;
    const short = { ...config, retention: { ...config.retention, auditDays: 35 } };
    await deleteExpired({ ...test.runtime, config: short });
    expect(await isThere(person)).toBe(true);
    await deleteExpired(test.runtime);
    expect(await isThere(person)).toBe(false);
  });
});

const mailTo = async (address: string, subject: string) =>
  vi.waitFor(() => {
    const about = mails.to(address).findLast(({ text }) => text.includes(`Subject: ${subject}`));
    if (!about) throw new Error('No mail yet');
    return about.text.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  }, 20_000);

const proofs: Record<string, (person: Person) => Promise<unknown>> = {
  'the phone, by YES': async ({ call, phone }) => {
    await call('POST', `/api/experts/${expert.id}/connect`);
    await test.runUntilIdle();
    await text(phone, 'YES');
    await test.runUntilIdle();
  },
  'a phone that another account has now': async (person) => {
    await proofs['the phone, by YES']?.(person);
    await test.advance(100 * dayMs);
    const next = await signUp({ phone: person.phone, email: `next-${++made}@example.com` });
    // The phone has had its trial, so it moves to a plan alone.
    await buy(test, next.call, 'payg');
    await proofs['the phone, by YES']?.(next);
    await text(person.phone, numberIn(received(person.phone)));
    await test.runUntilIdle();
    expect((await getUser(test.runtime.db, person.id)).phoneNumber).toBeNull();
  },
  'the mailbox, by a code for a password': async ({ email }) => {
    await post('/api/auth/password/forgot', { email });
    const [, code] =
      /(\d{6})/.exec(
        (await mailTo(email, 'Your code for a new password')).split('\r\n\r\n')[1] ?? '',
      ) ?? [];
    const reset = { email, code, newPassword: 'Other-Harbor-9' };
    expect((await post('/api/auth/password/reset', reset)).status).toBe(200);
  },
  'the mailbox, by the link to a new one': async ({ call }) => {
    const email = `moved-${++made}@example.com`;
    await call('PUT', '/api/auth/profile', { email, currentPassword: password });
    const [, token] =
      /#confirm=([\w-]{43})/.exec(await mailTo(email, 'Confirm your new email')) ?? [];
    const answered = await call('POST', '/api/auth/email-change', { answer: 'confirm', token });
    expect(answered.status).toBe(200);
  },
  'the mailbox, by the code of the sign-up': async ({ call, email }) => {
    const [, code] = /code is (\d{6})/.exec(await mailTo(email, 'Confirm your email')) ?? [];
    expect((await call('POST', '/api/auth/email/verify', { code })).status).toBe(200);
  },
  'a payment': ({ call }) => buy(test, call, 'payg'),
  'a subscription': ({ call }) => buy(test, call, 'monthly'),
  'credits from an admin': async ({ id }) => {
    const admin = await signIn(test, asAdmin);
    const gift = { delta: 3, reason: 'A gift' };
    expect((await admin.call('POST', `/api/users/${id}/credits`, gift)).status).toBe(200);
  },
  'a place in the team, later lost': async ({ id }) => {
    const admin = await signIn(test, asAdmin);
    await test.runtime.db.update(users).set({ role: 'AGENT' }).where(eq(users.id, id));
    expect((await admin.call('PUT', `/api/team/${id}`, { role: 'USER' })).status).toBe(200);
  },
};

describe('an account stays that proved', () => {
  it.each(Object.entries(proofs))('%s', async (_, prove) => {
    const person = await signUp();
    await prove(person);
    await deleteAfter(31);
    expect(await isThere(person)).toBe(true);
  });
});

it('an account that a person signs in to by password alone proves nothing', async () => {
  const person = await signUp();
  await test.advance(31 * dayMs);
  expect((await post('/api/auth/login', { email: person.email, password })).status).toBe(200);
  await post('/api/auth/login', { email: person.email, password: 'Wrong-guess-1' });
  const rows = and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, person.id));
  expect(await test.runtime.db.$count(auditLog, rows)).toBe(2);
  await deleteExpired(test.runtime);
  expect(await isThere(person)).toBe(false);
});

it('admins and agents stay', async () => {
  const passwordHash = await hashPassword(password);
  const { db, clock } = test.runtime;
  const createdAt = clock.now();
  const team = [
    await signIn(test, { ...asAdmin, passwordHash, createdAt }),
    await signIn(test, { role: 'AGENT', phoneNumber: null, createdAt }),
  ];
  await deleteAfter(31);
  for (const { user } of team) expect((await getUser(db, user.id)).deletedAt).toBeNull();
});
