import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertReceivers, alerts, auditLog } from '#server/db/schema.ts';
import { type Episode, receiversAtMost } from '#shared/api/alerts.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

type Call = Awaited<ReturnType<typeof signIn>>['call'];
let test: TestApp;
let admin: Call;
let adminId: string;
beforeAll(async () => {
  test = await startTestApp();
  await anExpert(test);
  const signedIn = await signIn(test, asAdmin);
  admin = signedIn.call;
  adminId = signedIn.user.id;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.runtime.db.delete(alertReceivers);
  await test.runtime.db.delete(alerts);
});

const path = '/api/alerts/receivers';
const phone = { kind: 'text', address: '(202) 555-0143', name: 'Night desk' };
const add = (receiver: object) => admin('POST', path, receiver);
const read = async () => (await admin('GET', '/api/alerts')).body;

async function findChange(entityId: string) {
  const [row] = await test.runtime.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'alert-receiver'), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id));
  return row;
}

describe('a receiver', () => {
  it('is added, changed and removed, each recorded without its address', async () => {
    const { body } = await add(phone);
    const { id } = body.receiver;
    expect(body.receiver).toMatchObject({
      ...{ address: '+12025550143', hours: null, isOnDuty: true },
      ...{ secret: null, problem: null },
    });
    expect(await findChange(id)).toMatchObject({
      actorId: adminId,
      after: { kind: 'text', address: '***0143', name: 'Night desk' },
    });
    const hours = { timeZone: 'UTC', days: ['00:00-00:01', '', '', '', '', '', ''] };
    const changed = await admin('PUT', `${path}/${id}`, { ...phone, name: 'Monday', hours });
    expect(changed.body.receiver).toMatchObject({ id, name: 'Monday', hours });
    expect((await read()).receivers).toMatchObject([{ id, name: 'Monday', hours }]);
    expect(await findChange(id)).toMatchObject({ before: { hours: null }, after: { hours } });
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await read()).receivers).toEqual([]);
    expect(await findChange(id)).toMatchObject({ before: { kind: 'text' }, after: { kind: null } });
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await admin(method, `${path}/${id}`, phone)).status).toBe(404);
    }
  });

  it('that is a webhook shows its secret, and keeps it', async () => {
    const { body } = await add({
      kind: 'webhook',
      address: 'https://example.com/x',
      name: 'Pager',
    });
    expect(body.receiver.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect((await read()).receivers[0].secret).toBe(body.receiver.secret);
  });

  it.each([
    [{ ...phone, address: '12' }, /^address: This number is too short/],
    [{ kind: 'mail', address: 'ops', name: 'Ops' }, 'address: Invalid email address'],
    [
      { kind: 'webhook', address: 'ftp://example.com', name: 'Pager' },
      'address: The address must start with https:// or http://',
    ],
    [
      { kind: 'webhook', address: 'https://me:word@example.com', name: 'Pager' },
      'address: The address must not contain a user or a password',
    ],
    [{ ...phone, name: ' ' }, 'name: Name is required'],
    [{ ...phone, kind: 'pigeon' }, 'kind: Kind must be one of mail, text, webhook'],
    [
      { ...phone, hours: { timeZone: 'UTC', days: Array(7).fill('') } },
      'hours: Choose at least one day, or always',
    ],
  ])('%j is refused', async (receiver, message) => {
    const { status, body } = await add(receiver);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('is told once, and there are at most so many', async () => {
    await add(phone);
    expect((await add({ ...phone, address: '+12025550143' })).body.message).toBe(
      'This address is told already',
    );
    const rows = Array.from({ length: receiversAtMost - 1 }, (_, nth) => ({
      ...{ kind: 'mail' as const, name: 'Ops' },
      address: `ops${nth}@example.com`,
    }));
    await test.runtime.db.insert(alertReceivers).values(rows);
    expect((await add({ ...phone, address: aPhone() })).status).toBe(422);
  });
});

describe('a test', () => {
  it('says for each receiver how it went', async () => {
    const text = (await add({ ...phone, address: aPhone() })).body.receiver;
    const mail = (await add({ kind: 'mail', address: 'ops@example.com', name: 'Ops' })).body
      .receiver;
    const { body } = await admin('POST', '/api/alerts/test', {});
    const noMail = 'No mail server is set up: SMTP_URL and MAIL_FROM.';
    expect(body.results).toEqual([
      { receiverId: text.id, problem: null },
      { receiverId: mail.id, problem: noMail },
    ]);
    expect((await read()).obstacles).toEqual({ mail: noMail, text: null, webhook: null });
    const sent = test.sandbox.outbox.filter(({ to }) => to === text.address);
    expect(sent.map(({ body: words }) => words)).toEqual([
      expect.stringMatching(/^Sagewire\. Test: Alerts reach you\. .* Nothing is wrong\. http/),
    ]);
  });

  it('goes to one receiver', async () => {
    const one = (await add({ ...phone, address: aPhone() })).body.receiver;
    const other = (await add({ ...phone, address: aPhone() })).body.receiver;
    await admin('POST', '/api/alerts/test', { receiverId: one.id });
    const toldTo = test.sandbox.outbox.map(({ to }) => to);
    expect(toldTo).toContain(one.address);
    expect(toldTo).not.toContain(other.address);
    expect((await admin('POST', '/api/alerts/test', { receiverId: adminId })).status).toBe(404);
  });

  it('is sent three times an hour, however many ask at once', async () => {
    await test.advance(3_600_001);
    await add({ ...phone, address: aPhone() });
    const ask = () => admin('POST', '/api/alerts/test', {});
    const replies = await Promise.all(Array.from({ length: 6 }, ask));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const { body } = await ask();
    expect(body.message).toMatch(/^Alerts can be tested 3 times an hour\. Please try again in /);
    await test.advance(3_600_001);
    expect((await ask()).status).toBe(200);
  });
});

it('episodes are listed with open ones first, then the newest', async () => {
  const start = test.runtime.clock.now().getTime();
  const ended = Array.from({ length: 60 }, (_, nth) => ({ nth, endedAt: new Date(start) }));
  const open = { nth: 99, endedAt: null };
  await test.runtime.db.insert(alerts).values(
    [...ended, open].map(({ nth, endedAt }) => {
      const at = new Date(start - nth * 1000);
      return {
        ...{ rule: 'provider' as const, subject: `${nth}`, detail: `${nth}`, link: '/providers' },
        ...{ beganAt: at, seenAt: at, repeatAt: at, endedAt },
      };
    }),
  );
  const episodes: Episode[] = (await read()).episodes;
  expect(episodes).toHaveLength(50);
  expect(episodes.slice(0, 3).map(({ detail }) => detail)).toEqual(['99', '0', '1']);
  expect(episodes[0]).toMatchObject({ title: 'AI provider down', endedAt: null });
});
