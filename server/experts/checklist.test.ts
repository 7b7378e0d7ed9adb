import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { experts } from '#server/db/schema.ts';
import { hashPassword } from '#server/people/passwords/passwords.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { anExpert, aPhone, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { setWebhook } from './checklist-service.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
const asked = { model: 0, numbers: 0 };
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
  test.runtime.fetch = (url, init) => {
    if (String(url).includes('/IncomingPhoneNumbers')) asked.numbers++;
    if (String(url).endsWith('/responses')) asked.model++;
    return fetch(url, init);
  };
});
afterAll(() => test.close());

async function check(id: string) {
  const { status, body } = await admin.call('GET', `/api/experts/${id}/checklist`);
  expect(status).toBe(200);
  const steps = body.steps as { name: string; isDone: boolean; detail: string | null }[];
  const missing = steps.filter(({ isDone }) => !isDone);
  return {
    missing: missing.map(({ name }) => name),
    detailOf: (wanted: string) => steps.find(({ name }) => name === wanted)?.detail,
    canSetWebhook: body.canSetWebhook as boolean,
  };
}

it('is ticked off by what is measured, and calls nothing outside once texts went both ways', async () => {
  const expert = await anExpert(test, { status: 'PAUSED' });
  const path = `/api/experts/${expert.id}`;
  const start = await check(expert.id);
  expect(start.missing).toEqual(['seen', 'answered', 'live']);
  expect(start.detailOf('seen')).toBe(
    `Text ${expert.phoneNumber} from any phone, for example "Hello".`,
  );
  await check(expert.id);
  expect(asked).toEqual({ model: 1, numbers: 2 });

  await test.sandbox.deliverText({
    webhookUrl: `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`,
    from: aPhone(),
    to: expert.phoneNumber as string,
    body: 'Hello',
  });
  expect((await check(expert.id)).missing).toEqual(['answered', 'live']);
  await test.runUntilIdle();
  expect((await check(expert.id)).missing).toEqual(['live']);
  await admin.call('PUT', path, { status: 'ACTIVE' });
  expect((await check(expert.id)).missing).toEqual([]);
  expect(asked).toEqual({ model: 1, numbers: 2 });
});

it('is measured again at a new address and with a new provider', async () => {
  const expert = await anExpert(test);
  const path = `/api/experts/${expert.id}`;
  const textTo = async (number: string | null) => {
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`;
    await test.sandbox.deliverText({ webhookUrl, from: aPhone(), to: `${number}`, body: 'Hello' });
    await test.runUntilIdle();
  };
  await textTo(expert.phoneNumber);
  expect((await check(expert.id)).missing).toEqual([]);
  await test.advance(60_000);
  const phoneNumber = aPhone();
  expect((await admin.call('PUT', path, { phoneNumber })).status).toBe(200);
  expect((await check(expert.id)).missing).toEqual(['seen', 'answered']);
  await test.advance(60_000);
  await textTo(phoneNumber);
  await admin.call('PUT', path, { phoneNumber, tagline: 'Sums' });
  expect((await check(expert.id)).missing).toEqual([]);
  const off = await aProvider(test, { isActive: false });
  await test.runtime.db
    .update(experts)
    .set({ providerId: off.id })
    .where(eq(experts.id, expert.id));
  expect((await check(expert.id)).missing).toEqual(['provider']);
});

it("sets the number's webhook at the gateway, and writes down who did", async () => {
  const expert = await anExpert(test);
  const account = test.runtime.config.channels.SMS?.settings as {
    accountSid: string;
    authToken: string;
    apiUrl: string;
  };
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`;
  const numbers = `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/IncomingPhoneNumbers`;
  const readNumber = async () => {
    const query = new URLSearchParams({ PhoneNumber: expert.phoneNumber as string });
    const reply = await fetch(`${numbers}.json?${query}`, { headers: { authorization } });
    const page = (await reply.json()) as { incoming_phone_numbers: { sid: string }[] };
    return page.incoming_phone_numbers[0];
  };
  const sid = (await readNumber())?.sid;
  await fetch(`${numbers}/${sid}.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({
      SmsUrl: 'https://me:secret@demo.twilio.com/welcome/sms/reply?key=1',
    }),
  });
  const wrong = await check(expert.id);
  expect(wrong).toMatchObject({
    missing: ['webhook', 'seen', 'answered'],
    canSetWebhook: true,
  });
  expect(wrong.detailOf('webhook')).toBe(
    'Texts currently go to https://demo.twilio.com/welcome/sms/reply.',
  );
  await expect(setWebhook(test.runtime, 'no id', expert.id)).rejects.toThrow();
  expect((await check(expert.id)).missing, 'without an audit row').toContain('webhook');
  expect((await admin.call('PUT', `/api/experts/${expert.id}/webhook`)).status).toBe(200);
  expect((await check(expert.id)).missing).toEqual(['seen', 'answered']);
  const { publicUrl } = test.runtime.config;
  const webhookUrl = `${publicUrl}/api/webhooks/experts/${expert.id}`;
  // By default Twilio retries failed connections only.
  expect(await readNumber()).toMatchObject({
    sms_url: `${webhookUrl}#rc=5&rp=5xx,ct,rt`,
    sms_method: 'POST',
  });
  expect(await listAudit(test, expert.id)).toMatchObject([
    {
      actorId: admin.user.id,
      action: 'expert.set-webhook',
      before: { webhookUrl: 'https://demo.twilio.com/welcome/sms/reply' },
      after: { webhookUrl },
    },
  ]);
});

it('says what is missing, and what is done by hand', async () => {
  const off = await aProvider(test, { displayName: 'Off', isActive: false });
  const bare = await anExpert(test, { phoneNumber: null, status: 'PAUSED', providerId: off.id });
  const found = await check(bare.id);
  expect(found.detailOf('provider')).toBe('Off is inactive.');
  expect(found.detailOf('number')).toBe('Add a phone number.');
  expect(found.canSetWebhook).toBe(false);
  const refused = await admin.call('PUT', `/api/experts/${bare.id}/webhook`);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'The webhook of this channel is set at the gateway by hand.',
  ]);
  const onWhatsApp = await anExpert(test, { channel: 'WHATSAPP' });
  expect((await check(onWhatsApp.id)).detailOf('webhook')).toMatch(/^At Meta, /);

  const { SMS } = test.runtime.config.channels;
  const expert = await anExpert(test);
  test.runtime.config.channels.SMS = { settings: SMS?.settings, isSandboxed: false };
  const unreachable = await admin.call('PUT', `/api/experts/${expert.id}/webhook`);
  expect([unreachable.status, unreachable.body.message]).toEqual([
    422,
    `The gateway can't reach ${test.runtime.config.publicUrl}. Set PUBLIC_URL to the https address of this service.`,
  ]);
  test.runtime.config.channels.SMS = {
    settings: { ...(SMS?.settings as object), authToken: 'wrong' },
    isSandboxed: true,
  };
  const refusedByGateway = await check(expert.id);
  test.runtime.config.channels.SMS = SMS as NonNullable<typeof SMS>;
  expect(refusedByGateway.detailOf('number')).toBe(
    'The gateway refused our credentials. (Twilio 20003: Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.)',
  );
});

it('measures what the installation still needs', async () => {
  const { config } = test.runtime;
  const listMissing = async () => {
    const { body } = await admin.call('GET', '/api/setup');
    const steps = body.steps as { name: string; isDone: boolean }[];
    return steps.filter(({ isDone }) => !isDone).map(({ name }) => name);
  };
  const password = 'Winter-harbor-41!';
  const passwordHash = await hashPassword(password);
  const { user, call } = await signIn(test, { ...asAdmin, passwordHash });
  const real = { settings: config.channels.SMS?.settings, isSandboxed: false };
  test.runtime.config = {
    ...config,
    admin: { email: user.email, password, isSandboxDefault: false, otherPassword: null },
  };
  expect(await listMissing()).toEqual(['password', 'provider', 'expert', 'payments', 'domain']);
  const newPassword = 'Summer-harbor-42!';
  const change = { currentPassword: password, newPassword };
  expect((await call('PUT', '/api/auth/password', change)).status).toBe(200);
  expect(await listMissing()).toEqual(['provider', 'expert', 'payments', 'domain']);
  test.runtime.config = {
    ...test.runtime.config,
    publicUrl: 'https://chat.example.com',
    trustProxy: ['loopback'],
    channels: { ...config.channels, SMS: real },
    sandbox: { ...config.sandbox, ai: [], stripe: false },
  };
  const ready = test.runtime.config;
  const answersHelp = async (answersKeywords: boolean) => {
    const settings = { ...(real.settings as TwilioAccount), answersKeywords };
    test.runtime.config = { ...ready, channels: { ...ready.channels, SMS: { ...real, settings } } };
    const missing = await listMissing();
    test.runtime.config = config;
    return missing;
  };
  expect(await answersHelp(false)).toEqual([]);
  expect(await answersHelp(true)).toEqual(['help']);
  // As Twilio sends it once Advanced Opt-Out answers.
  const texter = createTexter(test, await anExpert(test));
  await texter.webhookFor(aPhone(), 'HELP', { OptOutType: 'HELP' }).send();
  expect(await answersHelp(true)).toEqual([]);
});

it('starts an expert at a real gateway paused', async () => {
  const { SMS } = test.runtime.config.channels;
  const provider = await aProvider(test);
  test.runtime.config.channels.SMS = { settings: SMS?.settings, isSandboxed: false };
  const { body } = await admin.call('POST', '/api/experts', {
    channel: 'SMS',
    handle: 'newcomer',
    displayName: 'Newcomer',
    providerId: provider.id,
    phoneNumber: aPhone(),
  });
  test.runtime.config.channels.SMS = SMS as NonNullable<typeof SMS>;
  expect(body.expert.status).toBe('PAUSED');
});
