import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripeEventTypes } from '#server/billing/stripe-event-types.ts';
import type { DoctorReply } from '#shared/api/doctor.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { type Expected, expectFinding, stripe, twilio } from '#test/doctor.ts';
import { anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { type Reaction, startVendorServer } from '#test/vendor-server.ts';
import { allChecks } from './checks.ts';
import { runChecks } from './run.ts';
import { toPatient } from './service.ts';

type Vendor = Awaited<ReturnType<typeof startVendorServer>>;
let vendor: Vendor;
let test: TestApp;
let publicUrl: string;
const service = `MG${'2'.repeat(32)}`;

beforeAll(async () => {
  vendor = await startVendorServer();
  test = await startTestApp({
    ...twilio,
    ...stripe,
    TWILIO_MESSAGING_SERVICE_SID: service,
    ...{ TWILIO_API_URL: vendor.url, STRIPE_API_URL: vendor.url, WHATSAPP_API_URL: vendor.url },
    ...{ AMB_API_URL: vendor.url, AMB_MSP_ID: 'msp', AMB_SECRET: 'c2VjcmV0LW9mLWFwcGxl' },
    ...{ WHATSAPP_ACCESS_TOKEN: 'wa-token-secret', WHATSAPP_APP_SECRET: 'wa-app-secret' },
    ...{ WHATSAPP_VERIFY_TOKEN: 'wa-verify-token', STRIPE_PRICE_MONTHLY: 'price_monthly' },
  });
  publicUrl = test.runtime.config.publicUrl;
  const provider = await aProvider(test, {
    config: { model: 'gpt-3.5-turbo', baseUrl: vendor.url },
  });
  const common = { providerId: provider.id };
  await anExpert(test, { ...common, displayName: 'Ada', phoneNumber: '+12025550100' });
  await anExpert(test, { ...common, displayName: 'Wim', channel: 'WHATSAPP', phoneNumberId: '77' });
  await anExpert(test, { ...common, displayName: 'Amy', channel: 'AMB', handle: 'urn:biz:1' });
});
afterAll(async () => {
  await test.close();
  vendor.close();
});

type Answers = Record<string, [status: number, body: unknown]>;
const day = 86_400;
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * day + 60;

/** All vendors as they should be; by the end of the path. */
const good = (): Answers => ({
  [`Accounts/${twilio.TWILIO_ACCOUNT_SID}.json`]: [200, { status: 'active' }],
  'IncomingPhoneNumbers.json': [200, { incoming_phone_numbers: [aNumber()] }],
  [service]: [200, { sid: service, use_inbound_webhook_on_number: true }],
  Usa2p: [200, { compliance: [{ campaign_status: 'VERIFIED' }] }],
  debug_token: [200, { data: aToken() }],
  subscribed_apps: [200, { data: [{ whatsapp_business_api_data: { id: '5' } }] }],
  'v25.0/5/subscriptions': [200, { data: [aSubscription()] }],
  'v25.0/77': [200, { id: '77' }],
  preUpload: [200, { 'upload-url': 'https://example.com' }],
  webhook_endpoints: [200, { data: [anEndpoint()] }],
  price_monthly: [200, aPrice()],
  models: [200, { data: [{ id: 'gpt-3.5-turbo' }] }],
});
const aNumber = (change = {}) => ({
  ...{ sid: 'PN1', phone_number: '+12025550100', sms_method: 'POST' },
  sms_url: `${publicUrl}/api/webhooks/experts/1`,
  ...change,
});
const aToken = (change = {}) => ({
  ...{ is_valid: true, app_id: '5', expires_at: 0 },
  scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
  granular_scopes: [{ scope: 'whatsapp_business_management', target_ids: ['9'] }],
  ...change,
});
const aSubscription = (change = {}) => ({
  ...{ object: 'whatsapp_business_account', active: true, fields: [{ name: 'messages' }] },
  callback_url: `${publicUrl}/api/webhooks/whatsapp`,
  ...change,
});
const anEndpoint = (change = {}) => ({
  ...{
    url: `${publicUrl}/api/webhooks/stripe`,
    status: 'enabled',
    enabled_events: stripeEventTypes,
  },
  ...change,
});
const aPrice = (change = {}) => ({
  ...{ active: true, currency: 'usd', unit_amount: 1999, recurring: { interval: 'month' } },
  ...change,
});

const answer =
  (answers: Answers): Reaction =>
  ({ path }, response) => {
    const [status, body] =
      Object.entries(answers).find(([end]) => path.endsWith(end))?.[1] ??
      ([...[404, { code: 20404 }]] as [number, unknown]);
    response.writeHead(status as number, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const outside = ['Channels', 'Payments', 'AI'];
const outsideChecks = allChecks.filter(({ group }) => outside.includes(group));

async function examine(change: Answers | Reaction = {}): Promise<DoctorReply> {
  vendor.react(typeof change === 'function' ? change : answer({ ...good(), ...change }));
  return runChecks(outsideChecks, toPatient(test.runtime), (text) => text);
}

const html = '<!doctype html><title>Hello</title>';
type Row = [what: string, change: Answers, expected: Expected];
const broken = (name: string, fix: RegExp, about?: string): Expected => ({
  ...{ name, state: 'broken', fix, ...(about && { about }) },
});
const doubtful = (name: string, fix: RegExp): Expected => ({ name, state: 'warning', fix });
const account = `Accounts/${twilio.TWILIO_ACCOUNT_SID}.json`;

const rows = (): Row[] => [
  [
    'wrong token',
    { [account]: [401, { code: 20003 }] },
    broken('Twilio account', /Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN/),
  ],
  [
    'no such account',
    { [account]: [404, {}] },
    broken('Twilio account', /Correct TWILIO_ACCOUNT_SID/),
  ],
  ['suspended', { [account]: [200, { status: 'suspended' }] }, broken('Twilio account', /console/)],
  ['HTML', { [account]: [200, html] }, broken('Twilio account', /TWILIO_API_URL/)],
  ['Twilio down', { [account]: [503, html] }, doubtful('Twilio account', /status page/)],
  ['too many calls', { [account]: [429, {}] }, doubtful('Twilio account', /in a minute/)],
  [
    'not our number',
    { 'IncomingPhoneNumbers.json': [200, { incoming_phone_numbers: [] }] },
    broken('Twilio webhooks', /number \+12025550100/, 'Ada'),
  ],
  [
    'webhook elsewhere',
    {
      'IncomingPhoneNumbers.json': [
        200,
        { incoming_phone_numbers: [aNumber({ sms_url: 'https://demo.twilio.com/a?key=secret' })] },
      ],
    },
    broken('Twilio webhooks', /Set webhook/, 'Ada'),
  ],
  [
    'no webhook',
    { 'IncomingPhoneNumbers.json': [200, { incoming_phone_numbers: [aNumber({ sms_url: '' })] }] },
    broken('Twilio webhooks', /Set webhook/, 'Ada'),
  ],
  [
    'no such service',
    { [service]: [404, {}] },
    broken('Twilio webhooks', /TWILIO_MESSAGING_SERVICE_SID/),
  ],
  [
    "the service's own address",
    {
      [service]: [
        200,
        {
          sid: service,
          use_inbound_webhook_on_number: false,
          inbound_request_url: 'https://x.example',
        },
      ],
    },
    broken('Twilio webhooks', /defer to the sender/, 'Ada'),
  ],
  [
    'no campaign',
    { Usa2p: [200, { compliance: [] }] },
    broken('A2P 10DLC', /Register brand and campaign/),
  ],
  [
    'a failed campaign',
    { Usa2p: [200, { compliance: [{ campaign_status: 'FAILED' }] }] },
    broken('A2P 10DLC', /submit it again/),
  ],
  [
    'a campaign in review',
    { Usa2p: [200, { compliance: [{ campaign_status: 'IN_PROGRESS' }] }] },
    doubtful('A2P 10DLC', /Wait/),
  ],
  [
    'a revoked token',
    { debug_token: [200, { data: { is_valid: false } }] },
    broken('WhatsApp token', /permanent token/),
  ],
  [
    'another token',
    { debug_token: [400, { error: { code: 190 } }] },
    broken('WhatsApp token', /WHATSAPP_ACCESS_TOKEN/),
  ],
  [
    'a token for 3 days',
    { debug_token: [200, { data: aToken({ expires_at: inDays(3) }) }] },
    doubtful('WhatsApp token', /permanent token/),
  ],
  [
    'a token without rights',
    { debug_token: [200, { data: aToken({ scopes: ['email'] }) }] },
    broken('WhatsApp token', /whatsapp_business_messaging/),
  ],
  [
    'not subscribed',
    { subscribed_apps: [200, { data: [] }] },
    broken('WhatsApp subscription', /POST \/v25.0\/9\/subscribed_apps/),
  ],
  [
    'another app subscribed',
    { subscribed_apps: [200, { data: [{ whatsapp_business_api_data: { id: '6' } }] }] },
    broken('WhatsApp subscription', /Subscribe the app/),
  ],
  [
    'webhook elsewhere',
    {
      'v25.0/5/subscriptions': [
        200,
        { data: [aSubscription({ callback_url: 'https://x.example' })] },
      ],
    },
    broken('WhatsApp webhook', /set the webhook/),
  ],
  [
    'without messages',
    { 'v25.0/5/subscriptions': [200, { data: [aSubscription({ fields: [] })] }] },
    broken('WhatsApp webhook', /subscribe to messages/),
  ],
  [
    'wrong app secret',
    { 'v25.0/5/subscriptions': [400, { error: { code: 190 } }] },
    broken('WhatsApp webhook', /Set WHATSAPP_APP_SECRET/),
  ],
  [
    'an unknown number',
    { 'v25.0/77': [400, { error: { code: 100 } }] },
    broken('WhatsApp numbers', /phone number ID of Wim/, 'Wim'),
  ],
  [
    'a refused Apple token',
    { preUpload: [403, ''] },
    broken('Apple token', /AMB_MSP_ID and AMB_SECRET/, 'Amy'),
  ],
  ['an unknown business', { preUpload: [404, ''] }, broken('Apple token', /business ID/, 'Amy')],
  [
    'wrong Stripe key',
    { webhook_endpoints: [401, {}], price_monthly: [401, {}] },
    broken('Stripe endpoint', /Correct STRIPE_SECRET_KEY/),
  ],
  [
    'restricted Stripe key',
    { webhook_endpoints: [403, {}] },
    broken('Stripe endpoint', /Webhook Endpoints/),
  ],
  [
    'no endpoint',
    { webhook_endpoints: [200, { data: [] }] },
    broken('Stripe endpoint', /add an endpoint/),
  ],
  [
    'a disabled endpoint',
    { webhook_endpoints: [200, { data: [anEndpoint({ status: 'disabled' })] }] },
    broken('Stripe endpoint', /Enable it/),
  ],
  [
    'missing events',
    { webhook_endpoints: [200, { data: [anEndpoint({ enabled_events: ['invoice.paid'] })] }] },
    broken('Stripe endpoint', /checkout.session.completed/),
  ],
  ['no such price', { price_monthly: [404, {}] }, broken('Stripe prices', /STRIPE_PRICE_MONTHLY/)],
  [
    'another amount',
    { price_monthly: [200, aPrice({ unit_amount: 500 })] },
    doubtful('Stripe prices', /STRIPE_PRICE_MONTHLY/),
  ],
  [
    'another interval',
    { price_monthly: [200, aPrice({ recurring: { interval: 'year' } })] },
    broken('Stripe prices', /STRIPE_PRICE_MONTHLY/),
  ],
  [
    'an archived price',
    { price_monthly: [200, aPrice({ active: false })] },
    broken('Stripe prices', /STRIPE_PRICE_MONTHLY/),
  ],
  [
    'wrong API key',
    { models: [401, {}] },
    broken('Provider keys', /Enter a valid API key/, 'Sandbox AI'),
  ],
  ['wrong base URL', { models: [404, {}] }, broken('Provider keys', /base URL/, 'Sandbox AI')],
  [
    'a page at the base URL',
    { models: [200, html] },
    broken('Provider keys', /base URL/, 'Sandbox AI'),
  ],
  ['no quota', { models: [429, {}] }, doubtful('Provider keys', /billing/)],
  [
    'an unlisted model',
    { models: [200, { data: [{ id: 'other' }] }] },
    doubtful('Provider keys', /Test connection/),
  ],
];

describe('the vendors', () => {
  it('are well, but for a model that has retired', async () => {
    const { findings } = await examine();
    const found = findings.filter(({ group, state }) => outside.includes(group) && state !== 'ok');
    expect(found).toMatchObject([
      { name: 'Models', state: 'broken', fix: expect.stringContaining('Choose another model') },
    ]);
    expect(new Set(findings.map(({ name }) => name)).size).toBeGreaterThan(10);
  });

  it('are each named with what is wrong, and the others stay well', async () => {
    const seen: string[] = [];
    for (const [what, change, expected] of rows()) {
      const reply = await examine(change);
      expectFinding(reply, expected);
      seen.push(what);
      for (const secret of [
        'auth-token',
        'sk_live_key',
        'wa-token-secret',
        'wa-app-secret',
        'key=secret',
      ]) {
        expect(JSON.stringify(reply)).not.toContain(secret);
      }
    }
    expect(seen).toHaveLength(rows().length);
  });

  it('time out and hang up without taking the other checks along', async () => {
    const reply = await examine(({ path }, response) => {
      if (path.endsWith('models')) return response.destroy();
      if (path.endsWith('preUpload')) return; // never
      answer(good())({ path, headers: {}, body: '' }, response);
    });
    expectFinding(reply, { name: 'Apple token', state: 'warning', fix: /let this machine reach/ });
    expectFinding(reply, broken('Provider keys', /base URL/));
    expect(reply.findings.find(({ name }) => name === 'Stripe endpoint')?.state).toBe('ok');
    expect(reply.tookMs).toBeLessThan(10_000);
  });
});

it('is for admins, and runs once for those who ask together', async () => {
  vendor.react(answer(good()));
  const agent = await signIn(test, { ...asAdmin, role: 'AGENT' });
  expect((await agent.call('GET', '/api/doctor')).status).toBe(403);
  const { call } = await signIn(test, asAdmin);
  const [one, other] = await Promise.all([call('GET', '/api/doctor'), call('GET', '/api/doctor')]);
  expect(one.body).toEqual(other.body);
});

it('finds nothing broken in a sandbox, whose stand-ins answer as the vendors do', async () => {
  const sandbox = await startTestApp();
  try {
    await anExpert(sandbox);
    await anExpert(sandbox, { channel: 'WHATSAPP' });
    await anExpert(sandbox, { channel: 'AMB', handle: 'urn:biz:2' });
    const { call } = await signIn(sandbox, asAdmin);
    const { body } = await call('GET', '/api/doctor');
    const found = (body as DoctorReply).findings.filter(
      ({ group, state, name }) =>
        [...outside, 'Work'].includes(group) && state !== 'ok' && name !== 'Models',
    );
    expect(found).toEqual([]);
    const names = (body as DoctorReply).findings.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['A2P 10DLC', 'WhatsApp webhook', 'Apple token']));
  } finally {
    await sandbox.close();
  }
});

it('names the setting where a provider is called at the address of the settings', async () => {
  vendor.react(answer({}));
  const elsewhere = await startTestApp({ OPENAI_BASE_URL: vendor.url });
  try {
    const provider = await aProvider(elsewhere);
    await anExpert(elsewhere, { providerId: provider.id });
    const { call } = await signIn(elsewhere, asAdmin);
    const { body } = await call('GET', '/api/doctor');
    expectFinding(body as DoctorReply, broken('Provider keys', /OPENAI_BASE_URL/));
  } finally {
    await elsewhere.close();
  }
});

it('sees a clock that is ahead of the database', async () => {
  await test.advance(90_000);
  const { call } = await signIn(test, asAdmin);
  const { body } = await call('GET', '/api/doctor');
  const clock = (body as DoctorReply).findings.find(({ name }) => name === 'Clocks');
  // The embedded database has its process's clock.
  if (!test.runtime.config.databaseUrl) expect(clock).toBeUndefined();
  else expect(clock).toMatchObject({ state: 'broken', fix: expect.stringMatching(/^Synchronize/) });
});
