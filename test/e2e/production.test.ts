import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase, runOnServer } from '#test/database-template.ts';
import { freePort } from '#test/free-port.ts';
import { callApi } from './api.ts';
import { install, readUnit } from './installation.ts';
import { cleanUp, makeFolder, type Settings, startProduct } from './product.ts';
import { startVendors } from './vendors.ts';

const project = join(import.meta.dirname, '../..');
const serverUrl = process.env.TEST_DATABASE_URL ?? '';
const admin = { email: 'you@example.com', password: 'Kestrel-7-tunnel' };
const secretKey = randomBytes(32).toString('base64');

afterEach(cleanUp);

async function prepareDatabase(): Promise<string> {
  const name = `sagewire_production_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(serverUrl, name);
  onTestFinished(() => runOnServer(serverUrl, `drop database ${name} with (force)`));
  return url;
}

describe.skipIf(!serverUrl)('in production, on PostgreSQL', () => {
  it('starts with every line of .env.example exported, empty ones too, and so do the commands', async () => {
    const example = parseEnv(readFileSync(join(project, '.env.example'), 'utf8')) as Settings;
    const empty = Object.values(example).filter((value) => value === '');
    expect(empty.length).toBeGreaterThan(20);
    const settings: Settings = {
      ...example,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      DATA_DIR: makeFolder(),
      DATABASE_URL: await prepareDatabase(),
      SECRET_KEY: secretKey,
    };
    const product = await startProduct(settings);
    expect((await fetch(`${product.url}/login`)).status).toBe(200);
    expect((await fetch(`${product.url}/sandbox`)).status, 'no stand-ins').toBe(404);
    const aboveInfo = /"level":[4-6]0/;
    expect(product.problems().filter((line) => aboveInfo.test(line))).toEqual([]);

    const run = (...parameters: string[]) =>
      execFileSync(process.execPath, parameters, {
        cwd: makeFolder(),
        env: { PATH: process.env.PATH, ...settings },
        encoding: 'utf8',
      });
    run(join(project, 'server/commands/admin.ts'), 'create', '--email', admin.email);
    expect(run(join(project, 'server/commands/admin.ts'), 'list')).toContain(admin.email);
    run(join(project, 'server/commands/ledger.ts'), 'verify');
    expect(await product.stop()).toBe(0);
  });

  it('answers a text after the steps without Docker', async () => {
    const experts: { phoneNumber: string }[] = [];
    let port = '';
    const vendors = await startVendors(
      (address, init) => passOn(port, address, init),
      () => experts,
    );
    onTestFinished(() => vendors.close());
    const folder = install({
      ...vendors.settings,
      DATABASE_URL: await prepareDatabase(),
      SECRET_KEY: secretKey,
      ADMIN_PASSWORD: admin.password,
      METRICS_TOKEN: randomBytes(16).toString('hex'),
    });
    const { command, settings } = readUnit(folder);
    port = String(await freePort());
    const DATA_DIR = join(folder, 'data');
    const product = await startProduct({ ...settings, PORT: port, DATA_DIR }, command);
    const { url } = product;
    expect((await fetch(`${url}/login`)).status).toBe(200);

    const { token } = await call<{ token: string }>(`${url}/api/auth/login`, admin);
    const { provider } = await call<{ provider: Made }>(
      `${url}/api/providers`,
      { key: 'openai', displayName: 'OpenAI', config: { apiKey: 'sk-production' } },
      token,
    );
    const ada = { channel: 'SMS', handle: 'ada', displayName: 'Ada', phoneNumber: '+12025550100' };
    experts.push(ada);
    const { expert } = await call<{ expert: Made }>(
      `${url}/api/experts`,
      { ...ada, providerId: provider.id },
      token,
    );
    const put = (path: string, body: object) => callApi(url + path, { method: 'PUT', body, token });
    await put(`/api/experts/${expert.id}/webhook`, {});
    await put(`/api/experts/${expert.id}`, { status: 'ACTIVE' });

    const phone = '+12025550143';
    const person = { email: 'mia@example.com', password: 'Harbor-9-lantern', phoneNumber: phone };
    const session = await call<{ token: string }>(`${url}/api/auth/register`, person);
    await callApi(`${url}/api/experts/${expert.id}/connect`, { body: {}, token: session.token });
    const webhookUrl = `https://chat.example.com/api/webhooks/experts/${expert.id}`;
    const text = (body: string) =>
      vendors.sandbox.deliver('SMS', { webhookUrl, from: phone, to: ada.phoneNumber, body });
    const received = () =>
      vendors.sandbox.outbox.filter(({ to }) => to === phone).map(({ body }) => body);
    const receive = (pattern: RegExp) =>
      vi.waitFor(() => expect(received().join('\n')).toMatch(pattern), { timeout: 60_000 });
    await receive(/Reply YES/);
    await text('YES');
    await receive(/You're connected with Ada/);
    await text('What is 7 x 8?');
    await receive(/ is 56\b/);
    expect(await product.stop()).toBe(0);
  });
});

type Made = { id: string };
const call = <Reply>(url: string, body: object, token?: string) =>
  callApi(url, { body, ...(token && { token }) }) as Promise<Reply>;

/** As a proxy with TLS does. */
function passOn(port: string, address: string | URL | Request, init: RequestInit = {}) {
  const { host, pathname, search } = new URL(String(address));
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-host', host);
  headers.set('x-forwarded-for', '203.0.113.9');
  headers.set('x-forwarded-proto', 'https');
  return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
}
