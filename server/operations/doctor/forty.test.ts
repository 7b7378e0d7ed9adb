import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDatabaseServer, openTestDatabase } from '#test/database.ts';
import { type Expected, examine, expectFinding, secretKey, stripe, twilio } from '#test/doctor.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startS3Server } from '#test/s3-server.ts';

/** Misconfigurations that were tried by hand. Those that only the start can meet are in start.test.ts. */
type Case = [what: string, settings: Record<string, string>, expected: Expected];

const key = { SECRET_KEY: secretKey };
const site = { PUBLIC_URL: 'https://chat.example.invalid' };
const setting = (about: string, fix: RegExp, state: Expected['state'] = 'broken'): Expected => ({
  ...{ name: 'Settings', about, state, fix },
});
const connection = (why: RegExp, fix: RegExp): Expected => ({
  ...{ name: 'Connection', state: 'broken', why, fix },
});

const cases: Case[] = [
  [
    '1 mysql://',
    { ...key, DATABASE_URL: 'mysql://h/db' },
    setting('DATABASE_URL', /Correct DATABASE_URL/),
  ],
  [
    '2 port closed',
    { ...key, DATABASE_URL: 'postgres://127.0.0.1:1/db' },
    connection(/ECONNREFUSED/, /Start PostgreSQL/),
  ],
  [
    '3 no such host',
    { ...key, DATABASE_URL: 'postgres://nowhere.invalid/db' },
    connection(/ENOTFOUND|EAI_AGAIN/, /host/),
  ],
  [
    '6 # in the password',
    { ...key, DATABASE_URL: 'postgres://me:a#b@h/db' },
    setting('DATABASE_URL', /Percent-encode it: write %23/),
  ],
  [
    '6 / in the password',
    { ...key, DATABASE_URL: 'postgres://me:a/b@h/db' },
    setting('DATABASE_URL', /write %2F/),
  ],
  [
    '7 no SECRET_KEY',
    { DATABASE_URL: 'postgres://127.0.0.1:1/db' },
    setting('SECRET_KEY', /Set SECRET_KEY/),
  ],
  ['8 short SECRET_KEY', { SECRET_KEY: 'short' }, setting('SECRET_KEY', /Correct SECRET_KEY/)],
  [
    '10 weak password',
    { ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'short' },
    setting('ADMIN_PASSWORD', /Correct ADMIN_PASSWORD/),
  ],
  [
    '11 Stripe key alone',
    { ...key, STRIPE_SECRET_KEY: 'sk_live_1' },
    setting('STRIPE_WEBHOOK_SECRET', /Set STRIPE_WEBHOOK_SECRET/),
  ],
  [
    '12 Stripe secret alone',
    { ...key, STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    setting('STRIPE_SECRET_KEY', /Set STRIPE_SECRET_KEY/),
  ],
  [
    '13 SID without token',
    { TWILIO_ACCOUNT_SID: twilio.TWILIO_ACCOUNT_SID },
    setting('TWILIO_AUTH_TOKEN', /Set TWILIO_AUTH_TOKEN/),
  ],
  [
    '13 bad SID',
    { ...twilio, TWILIO_ACCOUNT_SID: 'AC1' },
    setting('TWILIO_ACCOUNT_SID', /Correct TWILIO_ACCOUNT_SID/),
  ],
  ['14 ROLES=web', { ROLES: 'web' }, setting('ROLES', /Correct ROLES/)],
  ['15 TRUST_PROXY=true', { TRUST_PROXY: 'true' }, setting('TRUST_PROXY', /Correct TRUST_PROXY/)],
  [
    '16 several at once',
    { PORT: '0', ROLES: 'web', LOG_LEVEL: 'loud' },
    setting('LOG_LEVEL', /LOG_LEVEL/),
  ],
  [
    '17 localhost with Twilio',
    { ...key, ...twilio, TWILIO_API_URL: 'http://127.0.0.1:1' },
    setting('PUBLIC_URL', /https address/),
  ],
  [
    '18 PUBLIC_URL with a path',
    { PUBLIC_URL: 'https://example.com/chat' },
    setting('PUBLIC_URL', /without a path/),
  ],
  [
    '20 http alone, embedded',
    { ROLES: 'http' },
    setting('ROLES', /Remove ROLES, or set DATABASE_URL/),
  ],
  [
    '20 worker alone, embedded',
    { ROLES: 'worker' },
    setting('ROLES', /Remove ROLES, or set DATABASE_URL/),
  ],
  [
    'NODE_ENV=prod',
    { ...key, NODE_ENV: 'prod' },
    setting('NODE_ENV', /Set NODE_ENV to production/, 'warning'),
  ],
  [
    '22 a misspelled name',
    { ...key, STRIPE_SECERT_KEY: 'sk' },
    setting('STRIPE_SECERT_KEY', /rename it to STRIPE_SECRET_KEY/, 'warning'),
  ],
  [
    '32 SMTP scheme',
    { SMTP_URL: 'https://m.example.com', MAIL_FROM: 'a@b.example' },
    setting('SMTP_URL', /Correct SMTP_URL/),
  ],
  ['32 half of mail', { SMTP_URL: 'smtps://m.example.com' }, setting('MAIL_FROM', /Set MAIL_FROM/)],
  [
    '33 mail host unknown',
    { ...key, SMTP_URL: 'smtps://mail.invalid', MAIL_FROM: 'a@b.example' },
    { name: 'Mail server', state: 'broken', fix: /host in SMTP_URL/ },
  ],
  [
    '33 mail port closed',
    { ...key, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' },
    { name: 'Mail server', state: 'broken', fix: /host and port in SMTP_URL/ },
  ],
  [
    '34 FILES_URL',
    { FILES_URL: 'https://s3.example.com/bucket' },
    setting('FILES_URL', /Correct FILES_URL/),
  ],
  [
    '36 no METRICS_TOKEN',
    { ...key, ...site },
    setting('METRICS_TOKEN', /openssl rand -hex 16/, 'warning'),
  ],
  [
    '37 no TRUST_PROXY',
    { ...key, ...site },
    { name: 'Forwarding headers', state: 'warning', fix: /Set TRUST_PROXY/ },
  ],
  [
    '40 quoted DATABASE_URL',
    { ...key, DATABASE_URL: '"postgres://h/db"' },
    setting('DATABASE_URL', /without quotes/),
  ],
  [
    'PUBLIC_URL unknown to the DNS',
    { ...key, ...site },
    { name: 'PUBLIC_URL', state: 'broken', fix: /DNS/ },
  ],
];

describe('without a database', () => {
  it.concurrent.each(cases)('%s', async (_, settings, expected) => {
    const reply = await examine(settings);
    expectFinding(reply, expected);
    expect(reply.state).not.toBe('ok');
  });

  it('4 wrong password', async () => {
    // A server for tests may ask for none, so this one speaks as PostgreSQL does when it refuses one.
    const field = (name: string, text: string) => `${name}${text}\0`;
    const refusal = Buffer.from(
      `${field('S', 'FATAL')}${field('C', '28P01')}${field('M', 'password authentication failed for user "sagewire"')}\0`,
    );
    const packet = (kind: string, body: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(body.length + 4);
      return Buffer.concat([Buffer.from(kind), length, body]);
    };
    const askForPassword = packet('R', Buffer.from([0, 0, 0, 3]));
    const server = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(askForPassword);
        socket.once('data', () => socket.end(packet('E', refusal)));
      });
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reply = await examine({
      ...key,
      DATABASE_URL: `postgres://sagewire:wrong-word@127.0.0.1:${port}/sagewire`,
    });
    server.close();
    expectFinding(
      reply,
      connection(/password authentication failed/, /Correct user and password in DATABASE_URL/),
    );
    expect(JSON.stringify(reply)).not.toContain('wrong-word');
  });

  it('25 DATA_DIR is a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sagewire-file-'));
    const DATA_DIR = join(folder, 'file');
    writeFileSync(DATA_DIR, '');
    const reply = await examine({ ...key, DATA_DIR });
    expectFinding(reply, {
      name: 'Pictures',
      about: 'DATA_DIR',
      state: 'broken',
      fix: /to a folder/,
    });
    rmSync(folder, { recursive: true });
  });

  // Linux lets no user write there, root neither.
  it.runIf(process.platform === 'linux')('25 DATA_DIR is read-only', async () => {
    const onServer = { DATABASE_URL: 'postgres://127.0.0.1:1/db' };
    for (const settings of [key, { ...key, ...onServer }]) {
      expectFinding(await examine({ ...settings, DATA_DIR: '/sys/sagewire' }), {
        ...{ name: 'Pictures', about: 'DATA_DIR', state: 'broken', why: /may not write there/ },
        fix: /^Let the user that runs Sagewire write there, set another DATA_DIR/,
      });
    }
  });

  it('runs the rest where a setting is wrong, and calls no stand-in for it', async () => {
    const reply = await examine({
      ...key,
      ...stripe,
      PORT: 'x',
      STRIPE_API_URL: 'http://127.0.0.1:1',
    });
    expectFinding(reply, setting('PORT', /Correct PORT/));
    expectFinding(reply, {
      name: 'Stripe endpoint',
      state: 'broken',
      why: /127.0.0.1:1/,
      fix: /STRIPE_API_URL/,
    });
  });
});

describe('35 a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.close());
  const pictures = (fix: RegExp): Expected => ({ ...{ name: 'Pictures', state: 'broken', fix } });

  it('takes, returns and removes a file', async () => {
    const reply = await examine({ ...key, FILES_URL: s3.FILES_URL });
    expect(reply.findings).toContainEqual(
      expect.objectContaining({ name: 'Pictures', state: 'ok', fix: null }),
    );
    expect(s3.stored.size).toBe(0);
  });

  it('refuses a wrong key, another name, and does not answer', async () => {
    const wrongKey = await examine({ ...key, FILES_URL: s3.settingsFor('wrong-secret') });
    expectFinding(wrongKey, pictures(/Correct KEY and SECRET in FILES_URL/));
    const noBucket = await examine({ ...key, FILES_URL: s3.settingsFor(s3.secret, 'nowhere') });
    expectFinding(noBucket, pictures(/Create the bucket/));
    const closed = await examine({ ...key, FILES_URL: 's3://K:S@127.0.0.1:1/b?tls=false' });
    expectFinding(closed, pictures(/host in FILES_URL/));
  });
});

describe('33 a mail server', () => {
  it('answers, or does not speak SMTP', async () => {
    const mail = await startMailServer();
    const good = await examine({ ...key, ...mail.settings });
    expect(good.findings).toContainEqual(
      expect.objectContaining({ name: 'Mail server', state: 'ok' }),
    );
    const { port } = new URL(mail.settings.SMTP_URL);
    const wrong = { ...mail.settings, SMTP_URL: `smtps://127.0.0.1:${port}` };
    expectFinding(await examine({ ...key, ...wrong }), {
      name: 'Mail server',
      state: 'broken',
      fix: /smtp:\/\//,
    });
    await mail.close();

    const refusing = createTcpServer((socket) => {
      socket.write('220 hello ESMTP\r\n');
      socket.on('data', (data) => {
        const isGreeting = /^EHLO/.test(data.toString());
        socket.write(isGreeting ? '250-hello\r\n250 AUTH PLAIN\r\n' : '535 5.7.8 no\r\n');
      });
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const at = (refusing.address() as AddressInfo).port;
    const login = { SMTP_URL: `smtp://me:pass-word@127.0.0.1:${at}`, MAIL_FROM: 'a@b.example' };
    const reply = await examine({ ...key, ...login });
    expectFinding(reply, {
      name: 'Mail server',
      state: 'broken',
      fix: /user and password in SMTP_URL/,
    });
    expect(JSON.stringify(reply)).not.toContain('pass-word');
    refusing.close();
  });
});

it('a wrong setting turns no stand-in off', async () => {
  const { findings } = await examine({ LOG_LEVEL: 'verbose' });
  const wrong = findings.filter(({ state }) => state !== 'ok').map(({ name }) => name);
  expect(wrong).toEqual(['Settings']);
});

describe.runIf(hasDatabaseServer)('PostgreSQL', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let admin: pg.Client;
  const mine = `doctor_${randomBytes(4).toString('hex')}`;
  const urlOf = (change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'search'>>) =>
    Object.assign(new URL(test.url as string), change).href;
  const run = (DATABASE_URL: string, more: Record<string, string> = {}) =>
    examine({ ...key, DATABASE_URL, ...more });

  beforeAll(async () => {
    test = await openTestDatabase();
    admin = new pg.Client({ connectionString: test.url });
    await admin.connect();
    await admin.query(`create role ${mine} login password 'right-word' connection limit 3`);
    await admin.query(
      `create database ${mine}_latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    await admin.query(`create database ${mine}_empty`);
  });
  afterAll(async () => {
    await admin.query(`drop owned by ${mine}`);
    for (const end of ['latin', 'empty'])
      await admin.query(`drop database ${mine}_${end} with (force)`);
    await admin.query(`drop role ${mine}`);
    await admin.end();
    await test.close();
  });

  it('is well as it should be', async () => {
    const { findings } = await run(test.url as string);
    const database = findings.filter(({ group }) => group === 'Database');
    // A server for tests may be faster than it is safe.
    const others = database.filter(({ name }) => name !== 'Durability');
    expect(others.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(database.length - others.length).toBe(1);
  });

  it('5, 9, 28, 29: another database, TLS, LATIN1, and one that no start has seen', async () => {
    expectFinding(
      await run(urlOf({ pathname: '/nope' })),
      connection(/"nope" does not exist/, /Create that database/),
    );
    expectFinding(
      await run(urlOf({ search: '?sslmode=require' })),
      connection(/SSL/, /Turn on TLS/),
    );
    expectFinding(await run(urlOf({ pathname: `/${mine}_latin` })), connection(/LATIN1/, /UTF8/));
    const empty = await run(urlOf({ pathname: `/${mine}_empty` }));
    expectFinding(empty, { name: 'Tables', state: 'warning', fix: /Start Sagewire/ });
    const foreign = await run(
      urlOf({ pathname: `/${mine}_empty`, username: mine, password: 'right-word' }),
    );
    expectFinding(foreign, { name: 'Rights', state: 'broken', fix: /own the database/ });
  });

  it('30, 31: a user without rights, and with few connections', async () => {
    const reply = await run(urlOf({ username: mine, password: 'right-word' }));
    expectFinding(reply, {
      name: 'Rights',
      state: 'broken',
      why: /may not read/,
      fix: /own the database and its tables/,
    });
    expect(JSON.stringify(reply)).not.toContain('right-word');
  });

  it('a DATABASE_DIRECT_URL that leads to another database', async () => {
    const DATABASE_DIRECT_URL = urlOf({ pathname: `/${mine}_empty` });
    expectFinding(await run(test.url as string, { DATABASE_DIRECT_URL }), {
      ...{ name: 'Pooler', about: 'DATABASE_DIRECT_URL', state: 'broken' },
      ...{ why: /another database/, fix: /Name the same database/ },
    });
    const { findings } = await run(test.url as string, { DATABASE_DIRECT_URL: test.url as string });
    expect(findings.find(({ name }) => name === 'Pooler')).toMatchObject({ state: 'ok' });
  });

  it('21: another SECRET_KEY', async () => {
    await examine({ ...key, DATABASE_URL: test.url as string });
    const SECRET_KEY = Buffer.alloc(32, 9).toString('base64');
    expectFinding(await run(test.url as string, { SECRET_KEY }), {
      ...{ name: 'Secret key', state: 'broken', fix: /Set the SECRET_KEY from before/ },
    });
  });
});
