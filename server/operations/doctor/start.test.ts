import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDatabaseServer, openTestDatabase, placeDatabase } from '#test/database.ts';
import { secretKey, twilio } from '#test/doctor.ts';
import { freePort } from '#test/free-port.ts';

const home = mkdtempSync(join(tmpdir(), 'sagewire-start-'));
const dataDir = join(home, 'data');
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Ended = { code: number | null; out: string; err: string };
type Running = { ended: Promise<Ended>; stop(): void; said(words: RegExp): Promise<string> };

/** Without our environment or a `.env` file. */
function run(program: string, settings: Record<string, string>, args: string[] = []): Running {
  const path = join(import.meta.dirname, '../..', program);
  const child = spawn(process.execPath, ['--liftoff-only', path, ...args], {
    env: { DATA_DIR: dataDir, ...settings },
    cwd: home,
  });
  let [out, err] = ['', ''];
  const heard = Promise.withResolvers<string>();
  let words = /$^/;
  const look = () => words.test(out) && heard.resolve(out);
  child.stdout.on('data', (text) => {
    out += text;
    look();
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      resolve({ code, out, err });
      heard.resolve(out);
    });
  });
  return {
    ended,
    stop: () => void child.kill('SIGTERM'),
    said(wanted) {
      words = wanted;
      look();
      return heard.promise;
    },
  };
}

const start = (settings: Record<string, string>) => run('main.ts', settings).ended;
const aFile = () => {
  const path = join(home, randomBytes(4).toString('hex'));
  writeFileSync(path, '');
  return path;
};
const onServer = { SECRET_KEY: secretKey, DATABASE_URL: 'postgres://127.0.0.1:1/db' };

describe('the start', () => {
  it.concurrent.each([
    [
      'a # in a password',
      { ...onServer, DATABASE_URL: 'postgres://me:a#b@h/db' },
      /^DATABASE_URL has a # .*Percent-encode it: write %23 for #\.\n$/,
    ],
    [
      'quotation marks',
      { ...onServer, DATABASE_URL: "'postgres://h/db'" },
      /^DATABASE_URL is in quotation marks\. Write it without quotes\.\n$/,
    ],
    [
      "Stripe's secret without its key",
      { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      /^STRIPE_SECRET_KEY is required with STRIPE_WEBHOOK_SECRET\n$/,
    ],
    [
      'DATA_DIR as a file',
      { ...onServer, DATA_DIR: aFile() },
      /^DATA_DIR .* can't be used: it is a file, or lies in one\. Set DATA_DIR to a folder\.\n$/,
    ],
    [
      'DATA_DIR as a folder that may not be written',
      { ...onServer, DATA_DIR: '/sys/sagewire' },
      /^DATA_DIR \/sys\/sagewire can't be used: this user may not write there \(\w+\)\. Let the user .*\n$/,
    ],
    [
      'the same on the embedded database, before a key is made',
      { DATA_DIR: '/sys/sagewire' },
      /^DATA_DIR \/sys\/sagewire can't be used: this user may not write there \(\w+\)\. Let the user .*\n$/,
    ],
  ] as [string, Record<string, string>, RegExp][])(
    'ends with one line for %s',
    async (_, settings, line) => {
      const { code, err } = await start(settings);
      expect([code, err]).toEqual([1, expect.stringMatching(line)]);
    },
  );

  it('lists everything that is surely broken at once', async () => {
    const { err } = await start({
      ...{ DATABASE_URL: 'postgres://me:a/b@h/db', STRIPE_WEBHOOK_SECRET: 'whsec_1', PORT: 'x' },
    });
    expect(err.match(/^\w+/gm)).toEqual([
      'PORT',
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'SECRET_KEY',
    ]);
  });
});

describe('beside a running Sagewire on the embedded database', () => {
  let product: Running;
  let port: string;
  beforeAll(async () => {
    placeDatabase(dataDir);
    port = String(await freePort());
    product = run('main.ts', {
      ...twilio,
      ...{ ROLES: 'worker', PORT: port, TWILIO_ACOUNT_SID: 'AC1' },
    });
    await product.said(/"msg":"started"|can't be used/);
  });

  it('the start has warned of what may be wrong', async () => {
    const log = await product.said(/"msg":"started"/);
    expect(log).toMatch(/TWILIO_ACOUNT_SID is set, but is no setting/);
    expect(log).toMatch(/ROLES=worker, but the embedded database serves one process only/);
    expect(log).toMatch(/PUBLIC_URL is not set, which Twilio can't reach/);
  });

  it('24: a worker names a port that is in use, and works on', async () => {
    const DATA_DIR = join(home, 'other');
    placeDatabase(DATA_DIR);
    const other = run('main.ts', { ROLES: 'worker', PORT: port, DATA_DIR });
    const log = await other.said(/"msg":"started"/);
    other.stop();
    expect((await other.ended).code).toBe(0);
    expect(log).toContain(`PORT ${port} is in use. Stop what uses it, or set another PORT.`);
  });

  it('27: another start says that its folder is in use, and leaves it alone', async () => {
    const { code, err } = await start({ ROLES: 'worker', PORT: String(await freePort()) });
    const line = `DATA_DIR ${dataDir} is in use by another Sagewire. Stop that one, or set another DATA_DIR.\n`;
    expect([code, err]).toEqual([1, line]);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  });

  it('the doctor says what it could not look into, checks the rest and ends with 1', async () => {
    const settings = { ...twilio, TWILIO_API_URL: 'http://127.0.0.1:1' };
    const { code, out } = await run('commands/doctor.ts', settings).ended;
    expect(code).toBe(1);
    expect(out).toMatch(/^broken {3}/);
    expect(out).toMatch(/warning {2}Connection .* running Sagewire holds the embedded database/);
    expect(out).toMatch(/Settings > Doctor/);
    expect(out).toMatch(/broken {3}Twilio account .* can't be reached/);
    expect(out).toMatch(/\n\d+ broken, \d+ warning, \d+ ok, in [\d.]+ s\.\n$/);
    expect(out).not.toContain('\u001b[');
    expect(out).not.toContain(twilio.TWILIO_AUTH_TOKEN);
  });

  it('the doctor answers as JSON, and with its usage', async () => {
    const json = await run('commands/doctor.ts', { ROLES: 'web' }, ['--json']).ended;
    expect(json.code).toBe(1);
    const { state, findings } = JSON.parse(json.out);
    expect([state, findings[0]]).toEqual(['broken', expect.objectContaining({ about: 'ROLES' })]);
    const usage = await run('commands/doctor.ts', {}, ['--help']).ended;
    expect([usage.code, usage.err]).toEqual([1, expect.stringMatching(/^Usage: npm run doctor/)]);
  });

  afterAll(async () => {
    product.stop();
    await product.ended;
  });
});

describe.runIf(hasDatabaseServer)('on PostgreSQL', () => {
  const mine = `start_${randomBytes(4).toString('hex')}`;
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  let admin: pg.Client;
  beforeAll(async () => {
    test = await openTestDatabase();
    admin = new pg.Client({ connectionString: test.url });
    await admin.connect();
    await admin.query(`create role ${mine} login password 'a-password'`);
  });
  afterAll(async () => {
    await admin.query(`drop role ${mine}`);
    await admin.end();
    await test.close();
  });

  it('30: the start says in one line that its user has no rights', async () => {
    const url = Object.assign(new URL(test.url as string), {
      username: mine,
      password: 'a-password',
    });
    const { code, err } = await start({ SECRET_KEY: secretKey, DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(err).toMatch(/permission denied/);
    expect(err).toMatch(/own the database/);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['admin', ['list']],
    ['admin', ['backup', join(home, 'never.backup')]],
    ['ledger', ['verify']],
  ])('so does npm run %s -- %s', async (program, args) => {
    const url = Object.assign(new URL(test.url as string), {
      username: mine,
      password: 'a-password',
    });
    const settings = { SECRET_KEY: secretKey, DATABASE_URL: url.href };
    const { code, err } = await run(`commands/${program}.ts`, settings, args).ended;
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The database can't be used: permission denied .* own the database and its tables\.\n$/,
    );
  });

  it('the doctor names the rights that its user lacks, and no process that is not Sagewire', async () => {
    const url = Object.assign(new URL(test.url as string), {
      username: mine,
      password: 'a-password',
    });
    const settings = { SECRET_KEY: secretKey, DATABASE_URL: url.href };
    const few = await run('commands/doctor.ts', settings).ended;
    expect(few.out).toMatch(/broken {3}Tables .* may not read which migrations are applied/);
    const all = { ...settings, DATABASE_URL: test.url as string };
    const { out } = await run('commands/doctor.ts', all).ended;
    expect(out).toMatch(/broken {3}Workers .*No process of Sagewire answers\./);
  });

  it('38: the start warns of a clock that is off, and the doctor names the process', async () => {
    const ahead = join(home, 'ahead.mjs');
    writeFileSync(
      ahead,
      `const Real = Date; const ms = 90_000;
       globalThis.Date = class extends Real {
         constructor(...given) { given.length === 0 ? super(Real.now() + ms) : super(...given); }
         static now() { return Real.now() + ms; }
       };`,
    );
    const settings = { SECRET_KEY: secretKey, DATABASE_URL: test.url as string, ROLES: 'worker' };
    const late = { ...settings, PORT: String(await freePort()), NODE_OPTIONS: `--import ${ahead}` };
    const product = run('main.ts', late);
    const log = await product.said(/"msg":"started"/);
    expect(log).toMatch(/this machine's clock is (89|90|91)\.\d s ahead of the database's/);
    const { out } = await run('commands/doctor.ts', settings, ['--json']).ended;
    product.stop();
    await product.ended;
    const { findings } = JSON.parse(out) as {
      findings: { name: string; state: string; why: string }[];
    };
    const clock = findings.find(({ name }) => name === 'Clocks');
    expect(clock).toMatchObject({ state: 'broken', fix: expect.stringMatching(/^Synchronize/) });
    expect(clock?.why).toMatch(/The clock of .*, process \d+ is (89|90|91) seconds ahead/);
    const workers = findings.filter(({ name }) => name === 'Workers');
    expect(workers).toMatchObject([
      { state: 'broken', why: expect.stringMatching(/No process with ROLES=http/) },
    ]);
  });
});
