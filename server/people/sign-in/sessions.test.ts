import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { tokens, users } from '#server/db/schema.ts';
import { hourMs } from '#shared/time.ts';
import { callAs, signIn } from '#test/api-client.ts';
import { followEvents } from '#test/events.ts';
import { aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { hashPassword } from '../passwords/passwords.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function onTwoDevices() {
  const { user, token, call: here } = await signIn(test);
  const { db, clock } = test.runtime;
  const otherToken = await createToken(db, user.id, clock.now());
  return { user, token, here, otherToken, there: callAs(test, otherToken) };
}
const listOf = async (call: ReturnType<typeof callAs>) =>
  (await call('GET', '/api/auth/sessions')).body.sessions;

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('sessions', () => {
  it.each([
    [windows, 'Chrome on Windows'],
    [`${windows} Edg/140.0.0.0`, 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', null],
  ])('name the device %s', async (userAgent, device) => {
    const phoneNumber = aPhone();
    const { body } = await test.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'user-agent': userAgent },
      payload: { email: `x${phoneNumber}@example.com`, password: 'Quiet-Harbor-7', phoneNumber },
    });
    const [session] = await listOf(callAs(test, JSON.parse(body).token));
    expect(session).toMatchObject({ device, isCurrent: true });
  });

  it('show when each was last used, and which one is the current one', async () => {
    const { here, there } = await onTwoDevices();
    const before = await listOf(here);
    expect(before.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([
      false,
      true,
    ]);
    await test.advance(hourMs);
    const [newest, other] = await listOf(there);
    expect(newest.isCurrent).toBe(true);
    expect(Date.parse(newest.lastUsedAt)).toBeGreaterThan(Date.parse(other.lastUsedAt));
    expect(Date.parse(newest.createdAt)).toBeLessThan(Date.parse(newest.lastUsedAt));
  });

  it('end one by one', async () => {
    const { here, there } = await onTwoDevices();
    const { id } = (await listOf(here)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await here('DELETE', `/api/auth/sessions/${id}`)).body).toEqual({ ok: true });
    expect((await there('GET', '/api/auth/user')).status).toBe(401);
    expect(await listOf(here)).toHaveLength(1);
  });

  it('end all but this one', async () => {
    const { here, there } = await onTwoDevices();
    expect((await here('DELETE', '/api/auth/sessions')).status).toBe(200);
    expect((await there('GET', '/api/auth/user')).status).toBe(401);
    expect((await here('GET', '/api/auth/user')).status).toBe(200);
  });

  it('of other people look missing', async () => {
    const { here } = await onTwoDevices();
    const other = await signIn(test);
    const [theirs] = await listOf(other.call);
    const { status, body } = await here('DELETE', `/api/auth/sessions/${theirs.id}`);
    expect([status, body.message]).toEqual([404, 'Session not found']);
    expect((await other.call('GET', '/api/auth/user')).status).toBe(200);
    expect((await here('DELETE', '/api/auth/sessions/x')).status).toBe(400);
  });
});

describe('many sign-ins', () => {
  it('leave twenty sessions: the longest unused end, with their streams', async () => {
    const passwordHash = await hashPassword('Quiet-Harbor-7');
    const { user, token: first, call } = await signIn(test, { passwordHash });
    const logIn = async () => {
      await test.advance(1_000);
      const login = { email: user.email, password: 'Quiet-Harbor-7' };
      return (await callAs(test, null)('POST', '/api/auth/login', login)).body.token as string;
    };
    const second = await logIn();
    const stream = await followEvents(test, second);
    await test.advance(6 * 60_000);
    expect((await call('GET', '/api/auth/user')).status).toBe(200);
    const tokens: string[] = [];
    for (let count = 0; count < 25; count++) tokens.push(await logIn());
    let event: unknown;
    do event = await stream.next();
    while (event !== null);
    const statuses = async (which: string[]) => {
      const of = async (token: string) =>
        (await callAs(test, token)('GET', '/api/auth/user')).status;
      return new Set(await Promise.all(which.map(of)));
    };
    expect(await listOf(callAs(test, tokens.at(-1) ?? null))).toHaveLength(20);
    expect(await statuses([first, second, ...tokens.slice(0, 5)])).toEqual(new Set([401]));
    expect(await statuses(tokens.slice(5))).toEqual(new Set([200]));
  });

  it('end none that is in use', async () => {
    const passwordHash = await hashPassword('Quiet-Harbor-7');
    const { user, call } = await signIn(test, { passwordHash });
    const login = { email: user.email, password: 'Quiet-Harbor-7' };
    for (let count = 0; count < 25; count++) {
      await test.advance(6 * 60_000);
      expect((await call('GET', '/api/auth/user')).status).toBe(200);
      await callAs(test, null)('POST', '/api/auth/login', login);
    }
    expect((await call('GET', '/api/auth/user')).status).toBe(200);
    expect(await listOf(call)).toHaveLength(20);
  });
});

describe('event streams', () => {
  /** The change's own event may come first. */
  async function expectEnd(stream: Awaited<ReturnType<typeof followEvents>>) {
    const first = await stream.next();
    if (first !== null) expect(await stream.next()).toBeNull();
  }

  it('end with the sign-out of their session, and no other', async () => {
    const { user, token, here, otherToken } = await onTwoDevices();
    const mine = await followEvents(test, token);
    const others = await followEvents(test, otherToken);
    await here('POST', '/api/auth/logout');
    await expectEnd(mine);
    expect(await others.next()).toEqual({ type: 'account' });
    test.runtime.changes.publish({ type: 'account', userId: user.id });
    expect(await others.next()).toEqual({ type: 'account' });
    others.stop();
  });

  it('end even if their session ended while they opened', async () => {
    const { user, token, there } = await onTwoDevices();
    await test.advance(6 * 60_000);
    const { db } = test.runtime;
    const { update } = db;
    // Opening a stream looks the token up, then stores its use.
    const storeUse = (values: object) => ({
      where: async () => {
        db.update = update;
        await there('DELETE', '/api/auth/sessions');
        return values;
      },
    });
    db.update = (() => ({ set: storeUse })) as never;
    const stream = await followEvents(test, token);
    expect(await stream.next()).toBeNull();
    const left = await db.select().from(tokens).where(eq(tokens.userId, user.id));
    expect(left).toHaveLength(1);
  });

  it('end with a session that another device ends', async () => {
    const { here, otherToken } = await onTwoDevices();
    const stream = await followEvents(test, otherToken);
    await here('DELETE', '/api/auth/sessions');
    await expectEnd(stream);
  });

  it('end when the role changes', async () => {
    const { user, token } = await signIn(test);
    const stream = await followEvents(test, token);
    const { db, changes } = test.runtime;
    await db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, user.id));
    changes.publish({ type: 'account', userId: user.id });
    await expectEnd(stream);
  });
});
