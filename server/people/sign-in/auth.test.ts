import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicPassword } from '#server/access/sandbox-admin.ts';
import { createToken } from '#server/access/tokens-store.ts';
import { connections, threads, tokens, trialClaims, users } from '#server/db/schema.ts';
import { smsAgreementVersion } from '#shared/sms-agreement.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { hashPassword } from '../passwords/passwords.ts';

let test: TestApp;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  test = await startTestApp();
  call = callAs(test, null);
});
afterAll(() => test.close());

const password = 'Secret-123';
let made = 0;
const form = (change: object = {}) => ({
  email: `new-${++made}@example.com`,
  password,
  phoneNumber: aPhone(),
  subscriptionPlan: 'trial',
  ...change,
});

describe('sign-up', () => {
  it('makes an account with its trial and its consent', async () => {
    const request = form({ email: 'Jane@Example.com', firstName: ' Jane ', lastName: '' });
    const { status, body } = await call('POST', '/api/auth/register', request);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: 'jane@example.com',
      firstName: 'Jane',
      lastName: null,
      phoneNumber: request.phoneNumber,
      isPhoneVerified: false,
      role: 'USER',
      messageCount: 0,
      paidMessages: 5,
    });
    const [row] = await test.runtime.db.select().from(users).where(eq(users.id, body.user.id));
    expect(row).toMatchObject({
      smsConsentVersion: smsAgreementVersion,
      smsConsentAddress: '127.0.0.1',
    });
    expect(row?.smsConsentAt).toBeInstanceOf(Date);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const me = await callAs(test, body.token)('GET', '/api/auth/user');
    expect(me.body.user).toEqual(body.user);
  });

  it.each([
    ['(621) 555-0143', '+16215550143'],
    ['+1 787 555 0143', '+17875550143'],
    ['07400 123457', '+447400123457'],
    ['0044 7781 123456', '+447781123456'],
    ['\u202a+1 (679) 555\u20110143\u202c', '+16795550143'],
  ])('takes the number %s as %s', async (typed, phoneNumber) => {
    const { status, body } = await call('POST', '/api/auth/register', form({ phoneNumber: typed }));
    expect([status, body.user?.phoneNumber]).toEqual([200, phoneNumber]);
  });

  // spec: 1.1 9.3
  it.each([
    [{ email: 'nobody' }, 'email: Invalid email address'],
    [{ email: `${'x'.repeat(243)}@example.com` }, 'email: Email must not exceed 254 characters'],
    [{ password: 'Short-1' }, 'password: Password must be at least 8 characters'],
    [{ password: 'secret-123' }, 'password: Password must contain at least one uppercase letter'],
    [{ password: `Aa1-${'x'.repeat(97)}` }, 'password: Password must not exceed 100 characters'],
    [{ phoneNumber: undefined }, 'phoneNumber: Phone number is required'],
    [
      { phoneNumber: '+49 30 901820' },
      'phoneNumber: Only US (+1) and UK (+44) phone numbers are supported',
    ],
    [
      { phoneNumber: '(416) 555-0143' },
      'phoneNumber: Only US (+1) and UK (+44) phone numbers are supported',
    ],
    ...[
      ['+19005551234', 'it is a premium-rate number'],
      ['0845 123 4567', 'calls to it cost extra'],
      ['+447012345678', 'it is a forwarding number, not a phone'],
      ['+18005551234', 'it is toll-free'],
      ['+447640123456', 'it is a pager'],
    ].map(([phoneNumber, reason]): [object, string] => [
      { phoneNumber },
      `phoneNumber: This kind of number can't receive texts: ${reason}.`,
    ]),
    [
      { phoneNumber: '07400 12345' },
      'phoneNumber: This number is too short: a UK number has 10 digits after +44. Start it with +44 instead of 0.',
    ],
  ])('refuses %j', async (change, message) => {
    const { status, body } = await call('POST', '/api/auth/register', form(change));
    expect([status, body]).toEqual([400, { message }]);
  });

  it.each([
    ...['Password1!', 'P@ssw0rd1!', 'Welcome1!', 'Qwerty123!', 'Iloveyou1!'],
    ...['Sagewire-1', 'S@gewire2'],
  ])('refuses the common password %s', async (common) => {
    const { status, body } = await call('POST', '/api/auth/register', form({ password: common }));
    const message = 'password: This password is too easy to guess. Choose another one';
    expect([status, body]).toEqual([400, { message }]);
  });

  it.each([
    ['Mary.Poppins@example.com', 'mary.poppins-7Xq'],
    ['mp@example.com', 'Mp@Example.com1'],
  ])('refuses a password that contains the email: %s, %s', async (email, given) => {
    const request = form({ email, password: given });
    const { status, body } = await call('POST', '/api/auth/register', request);
    expect([status, body.message]).toEqual([400, 'password: Password must not contain your email']);
  });

  // spec: 5.4 9.3
  it.each(['Aa1-5678', 'Sagewire-demo-1', `Aa1-${'x'.repeat(96)}`])(
    'takes the password %s',
    async (known) => {
      const { status } = await call('POST', '/api/auth/register', form({ password: known }));
      expect(status).toBe(200);
    },
  );

  it('never makes an admin', async () => {
    const { body } = await call('POST', '/api/auth/register', form({ role: 'ADMIN' }));
    expect(body.user.role).toBe('USER');
    const change = { role: 'ADMIN', paidMessages: 1_000, firstName: 'Eve' };
    const changed = await callAs(test, body.token)('PUT', '/api/auth/profile', change);
    expect(changed.body.user).toMatchObject({ role: 'USER', paidMessages: 5, firstName: 'Eve' });
  });

  it('says whether the email or the phone is taken', async () => {
    const first = form();
    await call('POST', '/api/auth/register', first);
    const email = first.email.toUpperCase();
    const sameEmail = await call('POST', '/api/auth/register', form({ email }));
    expect(sameEmail.status).toBe(409);
    expect(sameEmail.body.message).toBe('An account with this email already exists');
    const { phone: phoneNumber } = await aConnectedUser(test, await anExpert(test));
    const samePhone = await call('POST', '/api/auth/register', form({ phoneNumber }));
    expect(samePhone.status).toBe(409);
    expect(samePhone.body.message).toBe('An account with this phone number already exists');
  });

  it('tells a network of 20 taken emails and numbers an hour, and of no number beside a taken email', async () => {
    const { phone: phoneNumber, user } = await aConnectedUser(test, await anExpert(test));
    const signUp = async (remoteAddress: string, change: object = {}) => {
      const payload = form({ phoneNumber, ...change });
      const url = '/api/auth/register';
      const reply = await test.app.inject({ method: 'POST', url, remoteAddress, payload });
      return { status: reply.statusCode, message: reply.json().message };
    };
    const [guesser, neighbor] = ['2001:db8:1:1::1', '2001:db8:1:2::1'];
    const emailTaken = 'An account with this email already exists';
    expect((await signUp(guesser, { email: user.email })).message).toBe(emailTaken);
    const asked = await Promise.all(Array.from({ length: 25 }, () => signUp(guesser)));
    expect(asked.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(6);
    expect((await signUp('2001:db8:1:1::2', { phoneNumber: aPhone() })).status).toBe(429);
    expect((await signUp(neighbor)).status).toBe(409);
    await test.advance(hourMs);
    expect((await signUp(guesser, { phoneNumber: aPhone() })).status).toBe(200);
  });

  it('accepts a phone that another account has only claimed, without telling', async () => {
    const first = form();
    await call('POST', '/api/auth/register', first);
    const second = form({ phoneNumber: first.phoneNumber });
    const { status, body } = await call('POST', '/api/auth/register', second);
    expect(status).toBe(200);
    const stranger = await call('POST', '/api/auth/register', form());
    const facts = ({
      id: _,
      email: _email,
      phoneNumber: _phone,
      revision: _revision,
      ...rest
    }: object & {
      id?: string;
      email?: string;
      phoneNumber?: string;
      revision?: number;
    }) => rest;
    expect(facts(body.user)).toEqual(facts(stranger.body.user));
  });

  it('says nothing about a phone that has had its trial', async () => {
    const request = form();
    await test.runtime.db.insert(trialClaims).values({
      phoneHash: test.runtime.secrets.fingerprint('trial', request.phoneNumber),
      userId: '01a1fc91-9743-7ba3-b724-476a9e21bd15',
    });
    const { status, body } = await call('POST', '/api/auth/register', request);
    expect([status, body.user.paidMessages]).toEqual([200, 5]);
  });

  it('grants an email one trial ever, and creates no account without it', async () => {
    const { db, secrets } = test.runtime;
    const request = form();
    await db.insert(trialClaims).values({
      emailHash: secrets.fingerprint('trial', request.email),
      userId: '01a1fc91-9743-7ba3-b724-476a9e21bd16',
    });
    const { status, body } = await call('POST', '/api/auth/register', request);
    expect(status).toBe(409);
    expect(body.message).toBe('This email has already had its free trial.');
    expect(await db.select().from(users).where(eq(users.email, request.email))).toEqual([]);
  });
});

describe('login', () => {
  it('takes the email in any case and keeps the token as a hash', async () => {
    const request = form();
    await call('POST', '/api/auth/register', request);
    const email = request.email.toUpperCase();
    const { status, body } = await call('POST', '/api/auth/login', { email, password });
    expect(status).toBe(200);
    expect(body.user.email).toBe(request.email);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    const stored = await test.runtime.db.select().from(tokens);
    expect(JSON.stringify(stored)).not.toContain(body.token);
  });

  it('answers an unknown email as a wrong password, after as much work', async () => {
    const { email } = form();
    await call('POST', '/api/auth/register', form({ email }));
    /** CPU time, which other processes don't change; the least of some, because the first ones compile code. */
    const guess = async (credentials: object) => {
      const works: number[] = [];
      for (let nth = 0; nth < 3; nth++) {
        const before = process.cpuUsage();
        const { status, body } = await call('POST', '/api/auth/login', credentials);
        works.push(process.cpuUsage(before).user);
        expect([status, body]).toEqual([401, { message: 'Invalid email or password' }]);
      }
      return Math.min(...works);
    };
    const wrong = await guess({ email, password: 'Wrong-123' });
    const unknown = await guess({ email: 'no@example.com', password });
    // Checking a password is nearly all of it.
    expect(unknown).toBeGreaterThan(wrong / 4);
  });

  it('says what is missing', async () => {
    const { status, body } = await call('POST', '/api/auth/login', { email: 'a@example.com' });
    expect([status, body.message]).toEqual([400, 'password: Password is required']);
  });

  it('lets no burst of guesses past the limit', async () => {
    const { email } = form();
    const guesses = Array.from({ length: 20 }, () =>
      call('POST', '/api/auth/login', { email, password: 'Wrong-123' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('lets a burst of right passwords in', async () => {
    const { email } = form();
    await call('POST', '/api/auth/register', form({ email }));
    const logins = Array.from({ length: 20 }, () =>
      call('POST', '/api/auth/login', { email, password }),
    );
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('session', () => {
  it('needs a valid token', async () => {
    for (const token of [null, 'x'.repeat(43), 'short']) {
      const { status, body } = await callAs(test, token)('GET', '/api/auth/user');
      expect([status, body.message]).toEqual([401, 'Please log in to access this page.']);
    }
  });

  it('ends by logout, for this token alone', async () => {
    const { user, call: here } = await signIn(test);
    const { db, clock } = test.runtime;
    const elsewhere = callAs(test, await createToken(db, user.id, clock.now()));
    expect((await here('POST', '/api/auth/logout')).status).toBe(200);
    expect((await here('GET', '/api/auth/user')).status).toBe(401);
    expect((await elsewhere('GET', '/api/auth/user')).status).toBe(200);
  });

  it('ends after 30 days; the next login deletes it', async () => {
    const { user, call: here } = await signIn(test);
    await test.advance(30 * dayMs);
    expect((await here('GET', '/api/auth/user')).status).toBe(401);
    const { db, clock } = test.runtime;
    await createToken(db, user.id, clock.now());
    expect(await db.select().from(tokens).where(eq(tokens.userId, user.id))).toHaveLength(1);
  });
});

describe('a token that is not used', () => {
  it('ends after 7 days for an admin', async () => {
    const { call: mine } = await signIn(test, asAdmin);
    for (const days of [6, 6, 6]) {
      await test.advance(days * dayMs);
      expect((await mine('GET', '/api/auth/user')).status).toBe(200);
    }
    await test.advance(7 * dayMs);
    expect((await mine('GET', '/api/auth/user')).status).toBe(401);
  });

  it('stays valid for a user, whose token ends after 30 days anyway', async () => {
    const { call: mine } = await signIn(test);
    await test.advance(29 * dayMs);
    expect((await mine('GET', '/api/auth/user')).status).toBe(200);
  });
});

describe('profile', () => {
  // spec: 5.27
  it('changes what is sent and keeps the rest', async () => {
    const { call: mine, user } = await signIn(test, { firstName: 'Ann', lastName: 'Lee' });
    const named = await mine('PUT', '/api/auth/profile', { firstName: 'Anna' });
    expect(named.body.user).toMatchObject({ firstName: 'Anna', lastName: 'Lee' });
    const cleared = await mine('PUT', '/api/auth/profile', { firstName: '', lastName: null });
    expect(cleared.body.user).toMatchObject({
      firstName: null,
      lastName: null,
      phoneNumber: user.phoneNumber,
    });
  });

  // spec: 5.27 7.11
  it('refuses a change of an older state, with the profile as it is now', async () => {
    const { token } = await signIn(test, { firstName: 'Ann' });
    const send = (method: 'GET' | 'PUT', path: string, revision?: string, payload?: object) =>
      test.app.inject({
        method,
        url: `/api/auth/${path}`,
        headers: { authorization: `Bearer ${token}`, ...(revision && { 'if-match': revision }) },
        ...(payload && { payload }),
      });
    const read = await send('GET', 'user');
    const before = String(read.headers.etag);
    const form = { firstName: 'Anna', lastName: '', phoneNumber: read.json().user.phoneNumber };
    const first = await send('PUT', 'profile', before, form);
    expect(first.statusCode).toBe(200);
    for (const change of [{ firstName: 'Bea' }, { phoneNumber: '' }]) {
      const stale = await send('PUT', 'profile', before, { ...form, ...change });
      expect([stale.statusCode, stale.json()]).toEqual([
        409,
        {
          message: 'Your profile has since been changed in another window.',
          current: first.json().user,
        },
      ]);
    }
    const after = String(first.headers.etag);
    const next = await send('PUT', 'profile', after, { ...form, firstName: 'Bea' });
    expect(next.json().user.firstName).toBe('Bea');
    expect((await send('PUT', 'profile', undefined, form)).json().user.firstName).toBe('Anna');
  });

  it('refuses changes without a token, and bad and taken numbers', async () => {
    const { call: mine } = await signIn(test);
    const other = await aConnectedUser(test, await anExpert(test));
    expect((await call('PUT', '/api/auth/profile', {})).status).toBe(401);
    const bad = await mine('PUT', '/api/auth/profile', { phoneNumber: '12' });
    expect(bad.status).toBe(400);
    const tollFree = await mine('PUT', '/api/auth/profile', { phoneNumber: '+18005551234' });
    expect([tollFree.status, tollFree.body.message]).toEqual([
      400,
      "phoneNumber: This kind of number can't receive texts: it is toll-free.",
    ]);
    const { phoneNumber } = other.user;
    const taken = await mine('PUT', '/api/auth/profile', { phoneNumber });
    expect(taken.status).toBe(409);
    expect(taken.body.message).toBe('An account with this phone number already exists');
  });

  // spec: 5.28
  it('lets a removed number go', async () => {
    const { db, clock } = test.runtime;
    const { user, thread } = await aConnectedUser(test, await anExpert(test));
    const mine = callAs(test, await createToken(db, user.id, clock.now()));
    const { body } = await mine('PUT', '/api/auth/profile', { phoneNumber: '' });
    expect(body.user.phoneNumber).toBeNull();
    expect(body.user.isPhoneVerified).toBe(false);
    const left = await db.select().from(connections).where(eq(connections.userId, user.id));
    expect(left).toEqual([]);
    const [record] = await db.select().from(threads).where(eq(threads.id, thread.id));
    expect(record).toMatchObject({ userId: user.id, isCurrent: false });
  });

  it('changes nothing when the number stays, however it is written', async () => {
    const { db, clock } = test.runtime;
    const { user, phone } = await aConnectedUser(test, await anExpert(test));
    const mine = callAs(test, await createToken(db, user.id, clock.now()));
    const phoneNumber = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
    const { body } = await mine('PUT', '/api/auth/profile', { phoneNumber });
    expect(body.user).toMatchObject({ phoneNumber: phone, isPhoneVerified: true });
    const active = and(eq(connections.userId, user.id), eq(connections.state, 'active'));
    expect(await db.select().from(connections).where(active)).toHaveLength(1);
  });
});

it("refuses the sandbox's public password outside a sandbox, and beside real services", async () => {
  const passwordHash = await hashPassword(publicPassword);
  const statusWith = async (settings: Record<string, string>) => {
    const started = await startTestApp(settings);
    const { email } = await aUser(started, { passwordHash });
    const login = { email, password: publicPassword };
    const { status } = await callAs(started, null)('POST', '/api/auth/login', login);
    await started.close();
    return status;
  };
  expect(await statusWith({})).toBe(200);
  for (const SANDBOX of ['off', 'mixed']) expect(await statusWith({ SANDBOX }), SANDBOX).toBe(403);
});
