import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ExpertRow, invitations, tokens, users } from '#server/db/schema.ts';
import { deleteExpired } from '#server/operations/upkeep/delete-expired.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, type Reply, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { aConnectedUser, anExpert, aPhone, aUser, getUser } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { beforeTransaction } from '#test/transactions.ts';
import { hashPassword } from '../passwords/passwords.ts';

let test: TestApp;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  mails = await startMailServer();
  test = await startTestApp(mails.settings);
  admin = await signIn(test, asAdmin);
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

const password = 'Kestrel-7-tunnel';
let made = 0;
const anEmail = () => `colleague-${++made}@example.com`;
const emailVerifiedAt = new Date();

async function invite(email = anEmail(), role = 'AGENT') {
  const { status, body } = await admin.call('POST', '/api/team/invitations', { email, role });
  expect(status).toBe(200);
  return { email, ...body, token: new URLSearchParams(body.link.split('#')[1]).get('token') };
}

const textTo = (email: string) =>
  mails.to(email)[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';

const accept = (token: string | null, typed = password): Promise<Reply> =>
  callAs(test, null)('POST', '/api/invitations/accept', { token, password: typed });

/** Nothing else is asked of an admin whose sign-in is long ago. */
async function enterPassword(userId: string) {
  const { db, clock } = test.runtime;
  await db.update(tokens).set({ passwordAt: clock.now() }).where(eq(tokens.userId, userId));
}

describe('an invitation', () => {
  it('is mailed and shown, and makes an account with its role, once', async () => {
    const { email, link, token, isMailed, invitation } = await invite();
    expect(isMailed).toBe(true);
    expect(textTo(email)).toContain(link);
    expect(link).toMatch(`${test.runtime.config.publicUrl}/invitation#token=`);
    const listed = (await admin.call('GET', '/api/team')).body;
    expect(listed.invitations).toContainEqual(invitation);
    expect(invitation).toMatchObject({ email, role: 'AGENT', invitedBy: admin.user.email });

    const { status, body } = await accept(token);
    expect([status, body.user.role, body.user.email]).toEqual([200, 'AGENT', email]);
    const agent = callAs(test, body.token);
    expect((await agent('GET', '/api/people')).status).toBe(200);
    expect((await agent('GET', '/api/team')).status).toBe(403);
    const team = (await admin.call('GET', '/api/team')).body;
    expect(team.invitations).not.toContainEqual(invitation);
    expect(team.members).toContainEqual({
      id: body.user.id,
      email,
      name: null,
      role: 'AGENT',
      hasSecondFactor: false,
      isYou: false,
    });
    expect(await listActions(body.user.id)).toEqual(['sign-in', 'user.change-role']);
    const again = await accept(token);
    expect([again.status, again.body.message]).toEqual([400, expect.stringMatching(/used/)]);
  });

  it('makes one account, however often it is accepted at once', async () => {
    const { token, email } = await invite(anEmail(), 'ADMIN');
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => accept(token)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { db } = test.runtime;
    expect(await db.select().from(users).where(eq(users.email, email))).toMatchObject([
      { role: 'ADMIN' },
    ]);
  });

  it('gives its role to the account that proved the address, by its password only', async () => {
    const email = anEmail();
    await aUser(test, { email, emailVerifiedAt, passwordHash: await hashPassword(password) });
    const { token } = await invite(email.toUpperCase());
    const wrong = await accept(token, 'Not-the-password-1');
    expect([wrong.status, wrong.body.message]).toEqual([403, 'That password is wrong.']);
    const { status, body } = await accept(token);
    expect([status, body.user.role]).toEqual([200, 'AGENT']);
  });

  it('ends codes and links that the account was sent before', async () => {
    const email = anEmail();
    const { user, call } = await signIn(test, {
      email,
      emailVerifiedAt,
      phoneNumber: null,
      passwordHash: await hashPassword(password),
    });
    const anyone = callAs(test, null);
    await anyone('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(() => expect(mails.to(email)).toHaveLength(1), { timeout: 60_000 });
    const code = /\b\d{6}\b/.exec(textTo(email).split('\r\n\r\n')[1] ?? '')?.[0];
    const thief = anEmail();
    await call('PUT', '/api/auth/profile', { email: thief, currentPassword: password });
    const link = /#confirm=([\w-]+)/.exec(textTo(thief))?.[1];
    expect([code, link]).toEqual([expect.any(String), expect.any(String)]);
    const sol = await anExpert(test, { channel: 'WHATSAPP' });
    const connect = (await call('POST', `/api/experts/${sol.id}/connect`)).body;
    const { token } = await invite(email, 'ADMIN');
    expect((await accept(token)).status).toBe(200);

    const reset = { email, code, newPassword: 'Other-Harbor-8' };
    expect((await anyone('POST', '/api/auth/password/reset', reset)).status).toBe(400);
    const confirmation = { answer: 'confirm', token: link };
    expect((await anyone('POST', '/api/auth/email-change', confirmation)).status).toBe(400);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ email, role: 'ADMIN' });
    expect(await tellsOf(sol, connect.code)).toContain('wrong or too old');
  });

  it('ends the link with which an earlier address could take the account back', async () => {
    const [stranger, email] = [anEmail(), anEmail()];
    const passwordHash = await hashPassword(password);
    const { user, call } = await signIn(test, { email: stranger, passwordHash });
    await call('PUT', '/api/auth/profile', { email, currentPassword: password });
    const confirmation = /#confirm=([\w-]+)/.exec(textTo(email))?.[1];
    const objection = /#object=([\w-]+)/.exec(textTo(stranger))?.[1];
    const follow = (answer: string, link?: string) =>
      call('POST', '/api/auth/email-change', { answer, token: link });
    expect((await follow('confirm', confirmation)).status).toBe(200);
    const { token } = await invite(email, 'ADMIN');
    expect((await accept(token)).status).toBe(200);
    expect((await follow('object', objection)).status).toBe(400);
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ email, role: 'ADMIN' });
  });

  it('stops a reset that runs with a code sent before', async () => {
    const email = anEmail();
    const passwordHash = await hashPassword(password);
    await signIn(test, { email, emailVerifiedAt, phoneNumber: null, passwordHash });
    const anyone = callAs(test, null);
    await anyone('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(() => expect(mails.to(email)).toHaveLength(1), { timeout: 60_000 });
    const code = /\b\d{6}\b/.exec(textTo(email).split('\r\n\r\n')[1] ?? '')?.[0];
    const { token } = await invite(email, 'ADMIN');
    // The first transaction counts the attempt; the next follows the check.
    beforeTransaction(test, 2, async () => {
      expect((await accept(token)).status).toBe(200);
    });
    const reset = { email, code, newPassword: 'Other-Harbor-8' };
    expect((await anyone('POST', '/api/auth/password/reset', reset)).status).toBe(401);
  });

  it('has a code for a new password mailed: a stranger may have made the account', async () => {
    const [email, expert] = [anEmail(), await anExpert(test)];
    const { phone } = await aConnectedUser(test, expert, { email });
    await invite(email);
    await callAs(test, null)('POST', '/api/auth/password/forgot', { email });
    await vi.waitFor(
      async () => {
        await test.runUntilIdle();
        const texts = createTexter(test, expert).received(phone);
        expect([...texts, ...mails.to(email)]).toHaveLength(2);
      },
      { timeout: 60_000 },
    );
    expect(mails.to(email)[1]?.text).toMatch(/code is \d{6}/);
  });

  it('ends after 24 hours, when it is withdrawn, and with the next one', async () => {
    const late = await invite();
    await test.advance(24 * hourMs);
    expect((await accept(late.token)).status).toBe(400);
    await enterPassword(admin.user.id);
    const team = (await admin.call('GET', '/api/team')).body;
    expect(team.invitations).toEqual([]);
    await deleteExpired(test.runtime);
    expect(await test.runtime.db.select().from(invitations)).toEqual([]);

    const withdrawn = await invite();
    const url = `/api/team/invitations/${withdrawn.invitation.id}`;
    expect((await admin.call('DELETE', url)).status).toBe(200);
    expect((await admin.call('DELETE', url)).status).toBe(404);
    expect((await accept(withdrawn.token)).status).toBe(400);

    const first = await invite();
    const second = await invite(first.email, 'ADMIN');
    expect((await accept(first.token)).status).toBe(400);
    expect((await accept(second.token)).body.user.role).toBe('ADMIN');
  });

  it('is refused for someone who works here, and with a wrong address or role', async () => {
    for (const [request, status, message] of [
      [
        { email: admin.user.email, role: 'AGENT' },
        409,
        `${admin.user.email} is already on the team.`,
      ],
      [{ email: 'nonsense', role: 'AGENT' }, 400, 'email: Invalid email address'],
      [{ email: anEmail(), role: 'USER' }, 400, 'role: Role must be ADMIN or AGENT'],
    ] as const) {
      const reply = await admin.call('POST', '/api/team/invitations', request);
      expect([reply.status, reply.body.message]).toEqual([status, message]);
    }
  });

  it.each([
    ['short', 'password: Password must be at least 8 characters'],
    ['Password-1', /^password: /],
  ])('wants a good password, not %s', async (typed, message) => {
    const { token } = await invite();
    const { status, body } = await accept(token, typed);
    expect(status).toBe(400);
    expect(body.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect((await accept(token)).status).toBe(200);
  });
});

describe('PUT /api/team/:id', () => {
  it('takes the role away, with every session and invitation, and keeps the account', async () => {
    const other = await signIn(test, asAdmin);
    const email = anEmail();
    const request = { email, role: 'ADMIN' };
    const { body } = await other.call('POST', '/api/team/invitations', request);
    const token = new URLSearchParams(body.link.split('#')[1]).get('token');
    const url = `/api/team/${other.user.id}`;
    expect((await admin.call('PUT', url, { role: 'USER' })).status).toBe(200);
    expect((await other.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await accept(token)).status).toBe(400);
    expect(await getUser(test.runtime.db, other.user.id)).toMatchObject({
      role: 'USER',
      email: other.user.email,
    });
    expect(await listActions(other.user.id)).toEqual(['user.change-role']);
    expect((await admin.call('PUT', url, { role: 'ADMIN' })).status).toBe(404);
  });

  it('ends an invitation that a former admin was making at that moment', async () => {
    const other = await signIn(test, asAdmin);
    const email = anEmail();
    beforeTransaction(test, 1, async () => {
      const demotion = await admin.call('PUT', `/api/team/${other.user.id}`, { role: 'USER' });
      expect(demotion.status).toBe(200);
    });
    const request = { email, role: 'ADMIN' };
    const { body } = await other.call('POST', '/api/team/invitations', request);
    const token = new URLSearchParams(body.link?.split('#')[1]).get('token');
    expect((await accept(token)).status).toBe(400);
  });

  it('makes an agent of an admin', async () => {
    const other = await signIn(test, asAdmin);
    await admin.call('PUT', `/api/team/${other.user.id}`, { role: 'AGENT' });
    expect(await getUser(test.runtime.db, other.user.id)).toMatchObject({ role: 'AGENT' });
  });

  it('leaves one admin where two remove each other at once', async () => {
    const first = await signIn(test, asAdmin);
    const second = await signIn(test, asAdmin);
    const replies = await Promise.all([
      first.call('PUT', `/api/team/${second.user.id}`, { role: 'USER' }),
      second.call('PUT', `/api/team/${first.user.id}`, { role: 'USER' }),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const own = await admin.call('PUT', `/api/team/${admin.user.id}`, { role: 'USER' });
    expect([own.status, own.body.message]).toEqual([
      409,
      "You can't change your own role. Ask another admin.",
    ]);
  });
});

async function tellsOf(expert: ExpertRow, code: string): Promise<string | undefined> {
  const [phone, { text, received }] = [aPhone(), createTexter(test, expert)];
  await text(phone, `CONNECT ${code}`);
  await test.runUntilIdle();
  return received(phone).at(-1);
}

async function listActions(entityId: string): Promise<string[]> {
  const rows = await listAudit(test, entityId);
  return rows.map(({ action }) => action).sort();
}
