import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { vi } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import type { ThreadsReply } from '#shared/api/threads.ts';
import { asAdmin, callAs, type Reply } from '../api-client.ts';
import { buy } from '../checkout.ts';
import { anExpert, aPhone, aUser } from '../factories.ts';
import type { TestApp } from '../runtime.ts';
import { createTexter } from '../texter.ts';
import {
  completion,
  type Call as Request,
  replyWith,
  type startVendorServer,
} from '../vendor-server.ts';
import { bodies, secrets } from './canaries.ts';
import { createMeta, readSecrets } from './gateways.ts';
import { fillPath, listOperations } from './operations.ts';
import { routeTable } from './route-table.ts';
import { aToken, type Things } from './scene.ts';

export type Heard = Pick<Reply, 'status' | 'text'> & { by: string; what: string };
const answers: Heard[] = [];
const patiently = { timeout: 60_000 };
let test: TestApp;
let vendor: Awaited<ReturnType<typeof startVendorServer>>;

/** Returns every answer, except secrets given to their owner. */
export async function driveJourneys(app: TestApp, server: typeof vendor): Promise<Heard[]> {
  [test, vendor] = [app, server];
  nameSecrets();
  const admin = await driveAdmin();
  const expert = await driveProvider(admin);
  const person = await drivePerson(expert);
  await driveTexts(expert, person, admin);
  await driveCodes(person);
  await driveFailures(expert, person);
  await readEverything(person, admin, expert);
  return answers;
}

function nameSecrets(): void {
  const { stripe, secretKeys } = test.runtime.config;
  const { AMB, ...others } = readSecrets(test);
  Object.assign(secrets, others, {
    AMB: AMB.secret,
    'AMB decoded': AMB.key.toString(),
    'Stripe key': stripe?.secretKey,
    SECRET_KEY: secretKeys.current.toString('base64'),
    'SECRET_KEY in hex': secretKeys.current.toString('hex'),
  });
}

function as(by: string, token: string | null) {
  const call = callAs(test, token);
  return async (...[method, url, payload]: Parameters<typeof call>) => {
    const reply = await call(method, url, payload);
    answers.push({ by, what: `${method} ${url}`, status: reply.status, text: reply.text });
    return reply;
  };
}
type Call = ReturnType<typeof as>;

/** The vendor's worst error: it repeats the request. */
const repeat = ({ headers, body }: Request) => JSON.stringify([headers, body]);

async function driveAdmin(): Promise<Call> {
  const password = secrets["admin's password"] ?? '';
  const passwordHash = await hashPassword(password);
  const { id, email } = await aUser(test, { ...asAdmin, passwordHash });
  secrets["admin's token"] = await aToken(test, id);
  const admin = as('admin', secrets["admin's token"]);
  const begun = await admin('POST', '/api/auth/second-factor', { password });
  forgetLast();
  secrets['TOTP secret'] = begun.body.secret;
  const authenticator = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
  const code = authenticator.generate({ timestamp: test.runtime.clock.now().getTime() });
  secrets['TOTP code'] = code;
  const confirmed = await admin('POST', '/api/auth/second-factor/confirm', { code });
  forgetLast();
  for (const [nth, one] of confirmed.body.recoveryCodes.entries()) secrets[`recovery ${nth}`] = one;
  const way = { email, password, code: secrets['recovery 0'] };
  const login = await as('visitor', null)('POST', '/api/auth/login', way);
  forgetLast();
  secrets["admin's second token"] = login.body.token;
  await admin('POST', '/api/auth/step-up', { code: '000000' });
  const invitation = { email: 'grace@example.com', role: 'ADMIN' };
  const { link } = (await admin('POST', '/api/team/invitations', invitation)).body;
  forgetLast();
  secrets['invitation token'] = /token=([\w-]+)/.exec(link)?.[1] ?? '';
  return admin;
}

function forgetLast(): void {
  answers.pop();
}

async function driveProvider(admin: Call): Promise<ExpertRow> {
  vendor.react((call, response) => {
    replyWith(401, { error: { message: repeat(call), code: 'invalid_api_key' } })(call, response);
  });
  const tried = {
    apiKey: secrets['a key that was tried'],
    model: 'x',
    baseUrl: `${vendor.url}/v1`,
  };
  await admin('POST', '/api/providers/test', { key: 'openai', config: tried });
  await admin('POST', '/api/providers', {
    key: 'openai',
    config: { apiKey: `${secrets['a key that was tried']} ` },
  });
  const { body } = await admin('POST', '/api/providers', {
    key: 'openai',
    displayName: 'House',
    config: { apiKey: secrets["provider's key"], model: 'gpt-4.1', baseUrl: `${vendor.url}/v1` },
  });
  return anExpert(test, {
    providerId: body.provider.id,
    systemPrompt: `You are Ada. ${bodies.prompt}`,
    validator: `Reject nothing. ${bodies.validator}`,
  });
}

async function drivePerson({ id }: ExpertRow) {
  const visitor = as('visitor', null);
  const account = { email: 'ann@example.com', phoneNumber: aPhone() };
  const password = secrets["person's password"];
  const { body } = await visitor('POST', '/api/auth/register', { ...account, password });
  forgetLast();
  secrets["person's token"] = body.token;
  const call = as('person', body.token);
  const wrong = secrets["person's wrong password"];
  await visitor('POST', '/api/auth/login', { email: account.email, password: wrong });
  await visitor('POST', '/api/auth/register', { ...account, password: 'short' });
  await call('POST', `/api/experts/${id}/connect`);
  const whatsapp = await anExpert(test, { channel: 'WHATSAPP' });
  const { body: link } = await call('POST', `/api/experts/${whatsapp.id}/connect`);
  forgetLast();
  secrets['CONNECT code'] = link.code;
  await test.runUntilIdle();
  return { ...account, id: body.user.id as string, call };
}
type Person = Awaited<ReturnType<typeof drivePerson>>;

async function driveTexts(expert: ExpertRow, person: Person, admin: Call): Promise<void> {
  const { text } = createTexter(test, expert);
  const { phoneNumber } = person;
  await text(phoneNumber, 'YES');
  await test.runUntilIdle();
  vendor.react((call, response) => {
    const verdict = JSON.stringify({ allow: true, reason: 'Fine.' });
    replyWith(200, completion(call.body.response_format ? verdict : bodies.reply))(call, response);
  });
  await text(phoneNumber, bodies.text);
  await test.runUntilIdle();
  const id = await findThread(person, expert);
  await person.call('POST', `/api/threads/${id}/messages`, { body: bodies.dashboard });
  await test.runUntilIdle();
  await admin('POST', `/api/threads/${id}/messages`, { body: bodies.human });
  await admin('POST', `/api/threads/${id}/notes`, { body: bodies.note });
  await admin('POST', `/api/threads/${id}/return`, { answer: 'all' });
  await test.runUntilIdle();
  await buy(test, person.call, 'payg');
}

async function findThread({ call }: Person, expert: ExpertRow): Promise<string> {
  const { threads } = (await call('GET', '/api/threads')).body as ThreadsReply;
  return threads.find((thread) => thread.expert.id === expert.id)?.id ?? '';
}

async function driveCodes({ email, phoneNumber, call }: Person): Promise<void> {
  const visitor = as('visitor', null);
  await visitor('POST', '/api/auth/password/forgot', { email });
  const isCode = /Your Sagewire code is (\d{6})/;
  // It is sent after the answer.
  const sent = await vi.waitUntil(async () => {
    await test.runUntilIdle();
    return test.sandbox.outbox.find(({ to, body }) => to === phoneNumber && isCode.test(body));
  }, patiently);
  secrets['reset code'] = isCode.exec(sent.body)?.[1] ?? '';
  const newPassword = secrets["person's next password"];
  await visitor('POST', '/api/auth/password/reset', { email, code: '000000', newPassword });
  const changed = await call('PUT', '/api/auth/password', {
    currentPassword: secrets["person's password"],
    newPassword,
  });
  forgetLast();
  secrets["person's next token"] = changed.body.token;
  const next = as('person', changed.body.token);
  await next('PUT', '/api/auth/profile', {
    email: 'new@example.com',
    currentPassword: newPassword,
  });
}

async function driveFailures(expert: ExpertRow, { phoneNumber, email }: Person): Promise<void> {
  const { text, webhookFor } = createTexter(test, expert);
  vendor.react((call, response) => {
    replyWith(500, { error: { message: repeat(call) } })(call, response);
  });
  await text(phoneNumber, `${bodies.text} again`);
  test.sandbox.planFailure(phoneNumber, { kind: '500', times: 3 });
  await test.runUntilIdle();
  await test.advance(10 * 60_000);
  await test.runUntilIdle();
  await webhookFor(phoneNumber, bodies.forged).send({ 'x-twilio-signature': 'forged' });
  const meta = createMeta(test);
  const broken = meta.message(
    { type: 'text', text: { body: bodies.unreadable }, id: 7 },
    phoneNumber,
  );
  const { url, headers, body } = meta.sign(meta.encode(broken));
  await test.app.inject({ method: 'POST', url, headers, payload: body });
  const unstored = webhookFor(phoneNumber, bodies.unstored, { MessageSid: `SM${'1'.repeat(32)}` });
  const password = secrets["person's next password"];
  const account = { email: `x${email}`, password, phoneNumber: aPhone() };
  await whileTablesRefuse(async () => {
    await unstored.send();
    await as('visitor', null)('POST', '/api/auth/register', account);
  });
}

/** The database's errors name the values. */
async function whileTablesRefuse(act: () => Promise<void>): Promise<void> {
  const { db } = test.runtime;
  const tables = [sql.identifier('messages'), sql.identifier('users')];
  for (const table of tables) {
    await db.execute(sql`alter table ${table} add constraint nothing check (id is null) not valid`);
  }
  await act();
  for (const table of tables) await db.execute(sql`alter table ${table} drop constraint nothing`);
}

async function readEverything(person: Person, admin: Call, expert: ExpertRow): Promise<void> {
  const next = { ...person, call: as('person', secrets["person's next token"] ?? null) };
  const ids: Things = {
    thread: await findThread(next, expert),
    ownThread: await findThread(next, expert),
    person: person.id,
    leaver: randomUUID(),
    colleague: randomUUID(),
    invitation: randomUUID(),
    expert: expert.id,
    version: '1',
    source: randomUUID(),
    unanswered: randomUUID(),
    apiToken: randomUUID(),
    provider: expert.providerId,
    message: randomUUID(),
    attachment: randomUUID(),
    note: randomUUID(),
    cannedReply: randomUUID(),
    label: randomUUID(),
    view: randomUUID(),
    receiver: randomUUID(),
    session: randomUUID(),
    phone: randomUUID(),
    payment: 'cs_test_unknown',
    purchase: randomUUID(),
    purchaseOf: randomUUID(),
    image: 'x.webp',
  };
  const visitor = as('visitor', null);
  const stranger = as('stranger', await aToken(test, (await aUser(test)).id));
  for (const { call, method, path } of await listOperations(test)) {
    if (method !== 'GET' || path === '/api/events') continue;
    const kinds = Object.entries(routeTable[call]?.ids ?? {});
    const named = Object.fromEntries(kinds.map(([name, kind]) => [name, ids[kind]]));
    const query = path.includes('{') ? '' : `?${new URLSearchParams(named)}`;
    for (const read of [visitor, stranger, next.call, admin]) {
      await read('GET', fillPath(path, named) + query);
    }
  }
  await visitor('GET', '/api/openapi.json');
  await visitor('GET', '/metrics');
  await as('monitor', secrets['metrics token'] ?? null)('GET', '/metrics');
}
