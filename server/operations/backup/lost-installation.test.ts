import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verifyLedger } from '#server/billing/ledger.ts';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { runAdmin } from '#server/commands/admin/run.ts';
import { openWithoutLimits } from '#server/db/client.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { createEmptyPlace } from '#test/database.ts';
import { cleanUp, makeFolder, type Settings, startProduct } from '#test/e2e/product.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

/** Its sandbox is the world that outlives the installations: gateway, model and payments. */
let world: TestApp;
let expert: ExpertRow;
let token: string;
let phones: string[];
const folder = makeFolder();
const places: Awaited<ReturnType<typeof createEmptyPlace>>[] = [];

beforeAll(async () => {
  world = await startTestApp();
  expert = await anExpert(world);
  token = (await signIn(world, asAdmin)).token;
  phones = [];
  for (let nth = 0; nth < 8; nth++) phones.push((await aConnectedUser(world, expert)).phone);
});
afterAll(async () => {
  await cleanUp();
  await world.close();
  for (const { remove } of places) await remove();
  rmSync(folder, { recursive: true, force: true });
});

const command = (settings: Settings, ...args: string[]) =>
  runAdmin(args, { environment: settings, openDatabase: openWithoutLimits });

/** Restores the backup into an empty place with the world's credentials. */
async function restoreFrom(file: string): Promise<Settings> {
  const place = await createEmptyPlace();
  places.push(place);
  const { config } = world.runtime;
  const twilio = channelFor(config, 'SMS')?.settings as TwilioAccount;
  const settings: Settings = {
    ...place.settings,
    SECRET_KEY: config.secretKeys.current.toString('base64'),
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_API_URL: twilio.apiUrl,
    OPENAI_BASE_URL: config.aiBaseUrls.openai as string,
    STRIPE_SECRET_KEY: config.stripe?.secretKey as string,
    STRIPE_WEBHOOK_SECRET: config.stripe?.webhookSecret as string,
    STRIPE_API_URL: config.stripe?.apiUrl as string,
    ALLOW_PRIVATE_URLS: 'true',
  };
  expect(await command(settings, 'restore', file)).toMatchObject({ code: 0, err: '' });
  return settings;
}

async function backUpWorld(): Promise<string> {
  const file = join(folder, 'world.backup');
  const { dataDir, databaseUrl, secretKeys } = world.runtime.config;
  const environment = {
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeys.current.toString('base64'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const { openDatabase } = world;
  expect(await runAdmin(['backup', file], { environment, openDatabase })).toMatchObject({
    code: 0,
  });
  return file;
}

const received = (phone: string) => world.sandbox.outbox.filter(({ to }) => to === phone).length;
const text = (url: string, from: string, body: string) =>
  world.sandbox.deliver('SMS', {
    webhookUrl: `${url}/api/webhooks/experts/${expert.id}`,
    to: expert.phoneNumber as string,
    ...{ from, body },
  });

async function ask(url: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const until = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 90_000, interval: 100 });

it('backed up under texts, killed and restored on another port: each text is answered once', async () => {
  const settings = await restoreFrom(await backUpWorld());
  const first = await startProduct(settings);
  expect((await command(first.settings, 'resume', '--waiting', 'answer')).out).toContain('again');

  const [quick, slow] = [phones.slice(0, 4), phones.slice(6)];
  const [sentLate, answeredLate] = phones.slice(4, 6) as [string, string];
  for (const phone of quick) await text(first.url, phone, 'What is 12 * 7?');
  await until(() => expect(quick.map(received)).toEqual([1, 1, 1, 1]));
  world.sandbox.planFailure(sentLate, { kind: '500', times: 1 });
  await text(first.url, sentLate, 'What is 12 * 8?');
  const refused = () => world.sandbox.wire.filter(({ response }) => response?.status === 500);
  await until(() => expect(refused()).toHaveLength(1));
  for (const phone of slow) await text(first.url, phone, '[slow 35s] What is 7 * 8?');
  await text(first.url, answeredLate, '[slow 4s] What is 7 * 9?');
  const file = join(folder, 'under-texts.backup');
  expect(await command(first.settings, 'backup', file)).toMatchObject({ code: 0, err: '' });
  // The installation works on after its backup: it sends and answers what waits in it.
  await until(() => expect([sentLate, answeredLate].map(received)).toEqual([1, 1]));
  await first.kill();

  const second = await startProduct(await restoreFrom(file));
  expect(second.url).not.toBe(first.url);
  await text(second.url, quick[0] as string, 'And 12 * 9?');
  const { pause } = (await ask(second.url, '/api/restore')) as { pause: object };
  expect(pause).toMatchObject({ unsent: { count: 1 }, arrived: 1 });
  expect(phones.map(received)).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);

  const choices = { waiting: 'answer', unsent: 'send' };
  expect(await ask(second.url, '/api/restore/choices', choices)).toEqual({ pause: null });
  await until(() => expect(phones.map(received)).toEqual([2, 1, 1, 1, 1, 1, 1, 1]));
  expect(await second.stop()).toBe(0);
  expect(phones.map(received)).toEqual([2, 1, 1, 1, 1, 1, 1, 1]);
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = second.settings;
  const open = await openWithoutLimits({ databaseUrl, dataDir });
  expect((await verifyLedger(open.db)).findings).toEqual([]);
  await open.close();
}, 240_000);
