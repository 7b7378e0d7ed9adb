import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailCodes } from '#server/db/schema.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { minuteMs } from '#shared/time.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { createClaims, ownersPassword } from '#test/claims.ts';
import { aPhone } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let mails: Awaited<ReturnType<typeof startMailServer>>;
let test: TestApp;
let people: ReturnType<typeof createClaims>;
beforeAll(async () => {
  mails = await startMailServer();
  test = await startTestApp({ ...mails.settings, QUESTIONS_PER_ADDRESS: '1000' });
  people = createClaims(test, mails);
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

type Person = Awaited<ReturnType<ReturnType<typeof createClaims>['signUp']>>;
const verify = ({ call }: Pick<Person, 'call'>, code: string | undefined) =>
  call('POST', '/api/auth/email/verify', { code });
const otherThan = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const wrong = 'code: This code is wrong or too old. Check it, or have a new one sent.';

describe('the code of a sign-up', () => {
  it('proves the mailbox, without a link that a stranger could click', async () => {
    const person = await people.signUp({});
    expect(person.reply.body.user.isEmailVerified).toBe(false);
    expect(mails.to(person.email)[0]?.text).not.toMatch(/https?:/);
    const { status, body } = await verify(person, person.code);
    expect([status, body.user]).toEqual([200, expect.objectContaining({ isEmailVerified: true })]);
    expect((await verify(person, person.code)).status, 'twice').toBe(200);
    const again = await person.call('POST', '/api/auth/email/code');
    expect([again.status, again.body.message]).toEqual([409, 'There is no email to confirm.']);
  });

  it('is refused if it is wrong, of another account, or not the newest', async () => {
    const [person, other] = [await people.signUp({}), await people.signUp({})];
    const first = await verify(person, otherThan(person.code));
    expect([first.status, first.body.message]).toEqual([400, wrong]);
    if (other.code !== person.code) expect((await verify(person, other.code)).status).toBe(400);
    expect((await person.call('POST', '/api/auth/email/code')).status).toBe(200);
    const newest = /code is (\d{6})/.exec(mails.to(person.email).at(-1)?.text ?? '')?.[1];
    if (newest !== person.code) expect((await verify(person, person.code)).status).toBe(400);
    expect((await verify(person, newest)).status).toBe(200);
  });

  it('ends after five tries and after half an hour', async () => {
    const guessed = await people.signUp({});
    for (let tries = 0; tries < 5; tries++) await verify(guessed, otherThan(guessed.code));
    expect((await verify(guessed, guessed.code)).status).toBe(400);
    const late = await people.signUp({});
    await test.advance(30 * minuteMs);
    expect((await verify(late, late.code)).status).toBe(400);
  });

  it('is sent three times an hour, and kept for a day without being readable', async () => {
    const person = await people.signUp({});
    const send = () => person.call('POST', '/api/auth/email/code');
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const refused = await send();
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([
      429,
      expect.any(Number),
    ]);
    const { db } = test.runtime;
    const theirs = eq(emailCodes.userId, person.id);
    const stored = await db.select().from(emailCodes).where(theirs);
    expect(JSON.stringify(stored)).not.toContain(`"${person.code}"`);
    await test.advance(25 * 60 * minuteMs);
    await deleteExpired(test.runtime);
    expect(await db.$count(emailCodes, theirs)).toBe(0);
  });

  it('goes with the account', async () => {
    const person = await people.signUp({});
    await person.call('DELETE', '/api/account', { password: ownersPassword });
    expect(await test.runtime.db.$count(emailCodes, eq(emailCodes.userId, person.id))).toBe(0);
  });

  it('fails no sign-up whose mail the server refuses', async () => {
    const away = await startTestApp({ ...mails.settings, SMTP_URL: 'smtp://127.0.0.1:1' });
    const fields = { email: 'far@example.com', password: ownersPassword, phoneNumber: aPhone() };
    const { status, body } = await callAs(away, null)('POST', '/api/auth/register', fields);
    expect([status, body.user.isEmailVerified]).toEqual([200, false]);
    const again = await callAs(away, body.token)('POST', '/api/auth/email/code');
    expect(again.status).toBe(502);
    await away.close();
  });

  it('is not asked for where no mail is set up', async () => {
    const without = await startTestApp();
    const { call } = await signIn(without);
    expect((await call('GET', '/api/auth/user')).body.user.isEmailVerified).toBe(true);
    expect((await call('POST', '/api/auth/email/code')).status).toBe(409);
    expect((await call('POST', '/api/auth/email/verify', { code: '123456' })).status).toBe(400);
    await without.close();
  });
});
