import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { secretKey, stripe, twilio } from '#test/doctor.ts';
import { environment } from './environment.ts';
import { explainProblem, findUnescaped, splitProblem } from './explain-problem.ts';
import { countEdits, findMisspelled } from './spelling.ts';

const known = Object.keys(environment.shape);
const doubtsOf = (settings: Record<string, string>) =>
  loadConfig({ SECRET_KEY: secretKey, ...settings }).doubts;

describe('a misspelled name', () => {
  it.each([
    ['TWILIO_ACOUNT_SID', 'TWILIO_ACCOUNT_SID'],
    ['TWILLIO_AUTH_TOKEN', 'TWILIO_AUTH_TOKEN'],
    ['TWILIO_SID', 'TWILIO_ACCOUNT_SID'],
    ['TWILIO_TOKEN', 'TWILIO_AUTH_TOKEN'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['URL_PUBLIC', 'PUBLIC_URL'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['TRUSTED_PROXIES', 'TRUST_PROXY'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['ADMIN_PASS', 'ADMIN_PASSWORD'],
    ['ADMIN_MAIL', 'ADMIN_EMAIL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
    ['STRIPE_WEBHOOK_SIGNING_SECRET', 'STRIPE_WEBHOOK_SECRET'],
    ['WHATSAPP_VERIFYTOKEN', 'WHATSAPP_VERIFY_TOKEN'],
    ['WHATSAPP_PHONE_ID', 'WHATSAPP_PHONE_NUMBER_ID'],
    ['SMTP_URI', 'SMTP_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['ROLE', 'ROLES'],
    ['PROT', 'PORT'],
    ['OPENAI_BASEURL', 'OPENAI_BASE_URL'],
    ['SANBOX', 'SANDBOX'],
  ])('%s means %s', (name, meant) => {
    expect(findMisspelled([name], known)).toEqual([{ name, meant }]);
  });

  it.each([
    ...['HOME', 'PATH', 'HOSTNAME', 'LOGNAME', 'MAIL', 'PWD', 'SHELL', 'USER', 'LANG', 'TERM'],
    ...['NODE_OPTIONS', 'HTTPS_PROXY', 'NO_PROXY', 'npm_config_cache', 'POSTGRES_PASSWORD', 'CI'],
    ...['OPENAI_API_KEY', 'DATABASE_PORT', 'DATABASE_SERVICE_HOST', 'SAGEWIRE_PORT', 'IS_SANDBOX'],
    ...['KUBERNETES_SERVICE_PORT', 'TEST_DATABASE_URL', 'SSH_AUTH_SOCK', 'XDG_DATA_DIRS', 'TZ'],
  ])("%s is another program's", (name) => {
    expect(findMisspelled([name], known)).toEqual([]);
  });

  it('counts edits, a swap as one', () => {
    expect([countEdits('', 'ab'), countEdits('PORT', 'PROT'), countEdits('ABC', 'ADC')]).toEqual([
      ...[2, 1, 1],
    ]);
  });
});

describe('an address with a password that is not percent-encoded', () => {
  it.each([
    ['DATABASE_URL', 'postgres://me:a#b@h/db', /%23 for #/],
    ['DATABASE_URL', 'postgres://me:a/b@h/db', /%2F for \//],
    ['DATABASE_URL', 'postgres://me:12/34@h/db', /%2F for \//],
    ['DATABASE_URL', 'postgres://me:a?b@h/db', /%3F for \?/],
    ['DATABASE_DIRECT_URL', 'postgres://me:a%b!@h/db', /%25 for %/],
    ['SMTP_URL', 'smtps://me:a#b@mail.example.com', /%23 for #/],
    ['FILES_URL', 's3://KEY:a/b+c@s3.example.com/bucket', /%2F for \//],
  ])('%s %s', (name, value, fix) => {
    expect(findUnescaped(name, value)).toMatch(fix);
    expect(findUnescaped(name, value)).not.toContain('me:');
  });

  it.each([
    ['DATABASE_URL', 'postgres://me:a%23b@h/db?options=x@y'],
    ['DATABASE_URL', 'postgres://h/db'],
    ['DATABASE_URL', 'postgres:///db?host=/run/postgresql&user=me@x'],
    ['PUBLIC_URL', 'https://example.com/@me'],
    ['SMTP_URL', 'smtp://me%40example.com:pass@mail.example.com:587'],
  ])('not %s %s', (name, value) => {
    expect(findUnescaped(name, value)).toBeNull();
  });

  it('is told at the start, and quotation marks, too', () => {
    const load = (DATABASE_URL: string) => () =>
      loadConfig({ SECRET_KEY: secretKey, DATABASE_URL });
    expect(load('postgres://me:12/34@h/db')).toThrow(/^DATABASE_URL has a \/ .*%2F/);
    expect(load('"postgres://me:a@h/db"')).toThrow(
      'DATABASE_URL is in quotation marks. Write it without quotes.',
    );
    expect(explainProblem('PORT', "'80'", 'must be a number')).toContain('without quotes');
  });
});

it.each([
  ['PORT must be at most 65535', 'Correct PORT; .env.example describes it.'],
  ['STRIPE_SECRET_KEY is required with STRIPE_WEBHOOK_SECRET', /^Set STRIPE_SECRET_KEY, or remove/],
  ['DATABASE_URL is in quotation marks. Write it without quotes.', 'Write it without quotes.'],
])('makes a finding of "%s"', (line, fix) => {
  const found = splitProblem(line);
  expect(found.about).toBe(line.split(' ')[0]);
  expect(found.fix).toMatch(fix);
});

const real = { ...twilio, METRICS_TOKEN: 'sixteen-letters-x', DATABASE_URL: 'postgres://h/db' };
const site = { PUBLIC_URL: 'https://chat.example.com' };

describe('valid settings that are not meant so', () => {
  it('are none in a sandbox, and none where everything is set', () => {
    expect(doubtsOf({})).toEqual([]);
    const mail = { SMTP_URL: 'smtps://m.example.com', MAIL_FROM: 'a@b.example' };
    expect(doubtsOf({ ...real, ...site, ...stripe, ...mail })).toEqual([]);
  });

  it.each([
    ['real credentials without PUBLIC_URL', real, 'PUBLIC_URL', 'broken', /https address/],
    ['localhost', { ...real, PUBLIC_URL: 'https://localhost' }, 'PUBLIC_URL', 'broken', /https/],
    [
      'a private address',
      { ...real, PUBLIC_URL: 'https://10.1.2.3' },
      'PUBLIC_URL',
      'broken',
      /https/,
    ],
    [
      'a name of the network',
      { ...real, PUBLIC_URL: 'https://box.lan' },
      'PUBLIC_URL',
      'broken',
      /https/,
    ],
    [
      'http',
      { ...real, PUBLIC_URL: 'http://a.example.com' },
      'PUBLIC_URL',
      'warning',
      /https address/,
    ],
    [
      'a path',
      { PUBLIC_URL: 'https://example.com/chat' },
      'PUBLIC_URL',
      'broken',
      /without a path/,
    ],
    ['http alone, embedded', { ROLES: 'http' }, 'ROLES', 'broken', /DATABASE_URL/],
    ['a worker alone, embedded', { ROLES: 'worker' }, 'ROLES', 'broken', /DATABASE_URL/],
    ['no METRICS_TOKEN', site, 'METRICS_TOKEN', 'warning', /openssl rand -hex 16/],
    ['open HOST, no METRICS_TOKEN', { HOST: '0.0.0.0' }, 'METRICS_TOKEN', 'warning', /Set METRICS/],
    [
      'a name',
      { TWILIO_ACOUNT_SID: 'AC1' },
      'TWILIO_ACOUNT_SID',
      'warning',
      /rename it to TWILIO_ACCOUNT_SID/,
    ],
    [
      'quotes',
      { ...real, ...site, TWILIO_AUTH_TOKEN: '"token"' },
      'TWILIO_AUTH_TOKEN',
      'warning',
      /without quotes/,
    ],
    [
      'half of WhatsApp',
      { WHATSAPP_APP_SECRET: 'x' },
      'WHATSAPP_APP_SECRET',
      'warning',
      /Set WHATSAPP_ACCESS_TOKEN/,
    ],
    [
      'a price alone',
      { STRIPE_PRICE_PAYG: 'price_1' },
      'STRIPE_PRICE_PAYG',
      'warning',
      /Set STRIPE_SECRET_KEY/,
    ],
    [
      'a product',
      { ...stripe, ...site, STRIPE_PRICE_PAYG: 'prod_1' },
      'STRIPE_PRICE_PAYG',
      'broken',
      /price_/,
    ],
    [
      'the public key',
      { ...stripe, ...site, STRIPE_SECRET_KEY: 'pk_live_1' },
      'STRIPE_SECRET_KEY',
      'broken',
      /sk_/,
    ],
    [
      'swapped keys',
      { ...stripe, ...site, STRIPE_WEBHOOK_SECRET: 'sk_live_1' },
      'STRIPE_WEBHOOK_SECRET',
      'broken',
      /whsec_/,
    ],
    [
      'a test key',
      { ...stripe, ...site, STRIPE_SECRET_KEY: 'sk_test_1' },
      'STRIPE_SECRET_KEY',
      'warning',
      /live mode/,
    ],
    ['ignored credentials', { ...twilio, SANDBOX: 'on' }, 'SANDBOX', 'warning', /Remove SANDBOX/],
    ['one key twice', { SECRET_KEY_OLD: secretKey }, 'SECRET_KEY_OLD', 'warning', /from before/],
    [
      'smtp at 465',
      { SMTP_URL: 'smtp://m.example.com:465', MAIL_FROM: 'a@b.example' },
      'SMTP_URL',
      'warning',
      /smtps:/,
    ],
    [
      'smtps at 587',
      { SMTP_URL: 'smtps://m.example.com:587', MAIL_FROM: 'a@b.example' },
      'SMTP_URL',
      'warning',
      /smtp:/,
    ],
  ] as [string, Record<string, string>, string, string, RegExp][])(
    '%s',
    (_, settings, about, state, fix) => {
      const found = doubtsOf(settings).filter((one) => one.about === about);
      expect(found).toMatchObject([{ state, fix: expect.stringMatching(fix) }]);
    },
  );
});
