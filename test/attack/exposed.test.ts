import { Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { demo } from '#sandbox/demo/demo.ts';
import { publicPassword } from '#server/access/sandbox-admin.ts';
import { seed } from '#server/commands/start/seed.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { describeMissingProxy } from '#server/outside/proxies.ts';
import type { SetupStep } from '#shared/api/setup.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

const apps: TestApp[] = [];
async function startWith(settings: Record<string, string>) {
  const test = await startTestApp(settings);
  apps.push(test);
  return test;
}
afterAll(() => Promise.all(apps.map((app) => app.close())));

const publicSettings = { PUBLIC_URL: 'https://chat.example.com' };

describe('metrics where others reach the product', () => {
  it('need the token, also from this machine', async () => {
    const { app } = await startWith(publicSettings);
    expect((await app.inject('/metrics')).statusCode).toBe(403);
    const METRICS_TOKEN = 'sixteen-letters!';
    const guarded = await startWith({ ...publicSettings, METRICS_TOKEN });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await guarded.app.inject({ url: '/metrics', headers })).statusCode).toBe(200);
    expect((await guarded.app.inject('/metrics')).statusCode).toBe(403);
  });

  it('are not read through a name that only resolves to this machine', async () => {
    const { app } = await startWith({});
    const readAs = async (host: string) =>
      (await app.inject({ url: '/metrics', headers: { host } })).statusCode;
    expect(await readAs('localhost:3000')).toBe(200);
    expect(await readAs('rebound.example.com')).toBe(403);
  });

  it('have no token that is quickly guessed', () => {
    const load = () => loadConfig({ METRICS_TOKEN: 'fifteen-letters' });
    expect(load).toThrow(new ConfigError(['METRICS_TOKEN must have at least 16 characters']));
  });
});

describe('a sandbox that others can reach', () => {
  const loadDemo = async () => demo;
  const logIn = async (test: TestApp, password: string, email = 'admin@example.com') =>
    (await callAs(test, null)('POST', '/api/auth/login', { email, password })).status;

  it.each<Record<string, string>>([
    publicSettings,
    { HOST: '0.0.0.0' },
    { HOST: '192.0.2.7', SANDBOX: 'on' },
  ])('has another password for its people, which only its terminal shows: %o', async (settings) => {
    const test = await startWith(settings);
    await seed(test.runtime, loadDemo);
    const { password = '' } = test.runtime.config.admin ?? {};
    expect(await logIn(test, publicPassword)).toBe(401);
    expect(await logIn(test, password)).toBe(200);
    expect(await logIn(test, password, 'mia@example.com')).toBe(200);
    const { body } = await test.app.inject('/api/branding');
    expect(body).not.toContain(password);
    expect(JSON.parse(body).sandbox.demo).toBeNull();
  });

  it('ends the public password of a sandbox that was closed before, and gives it back after', async () => {
    const [closed, open] = [await startWith({}), await startWith(publicSettings)];
    const restartAs = async ({ runtime: { config } }: TestApp) => {
      closed.runtime.config = config;
      await seed(closed.runtime, loadDemo);
      return config.admin?.password ?? '';
    };
    const { config } = closed.runtime;
    await seed(closed.runtime, loadDemo);
    const printed = await restartAs(open);
    expect(await logIn(closed, publicPassword)).toBe(401);
    expect(await logIn(closed, printed)).toBe(200);
    await restartAs({ runtime: { config } } as TestApp);
    expect(await logIn(closed, printed)).toBe(401);
    expect(await logIn(closed, publicPassword)).toBe(200);
  });

  it('by a proxy or tunnel that it knows nothing of names no login', async () => {
    const { app } = await startWith({});
    const askDemo = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/api/branding', headers })).json().sandbox.demo;
    expect(await askDemo({ host: 'localhost:3000' })).not.toBeNull();
    expect(await askDemo({ host: 'tunnel.example.com' })).toBeNull();
    expect(await askDemo({ host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' })).toBeNull();
  });

  it('by a proxy or tunnel that it knows nothing of takes no public password from there', async () => {
    const test = await startWith({});
    await seed(test.runtime, loadDemo);
    const logInBy = async (headers: Record<string, string>) => {
      const payload = { email: 'admin@example.com', password: publicPassword };
      const request = { method: 'POST', url: '/api/auth/login', headers, payload } as const;
      return (await test.app.inject(request)).statusCode;
    };
    expect(await logInBy({ host: 'localhost:3000' })).toBe(200);
    expect(await logInBy({ host: 'tunnel.example.com' })).toBe(403);
    for (const header of ['x-forwarded-for', 'client-ip', 'tailscale-user-login']) {
      expect(await logInBy({ host: 'localhost:3000', [header]: '203.0.113.9' }), header).toBe(403);
    }
  });
});

describe('a proxy that is not in TRUST_PROXY', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  async function readProblem(test: TestApp): Promise<string | null> {
    const { call } = await signIn(test, asAdmin);
    const { body } = await call('GET', '/api/setup');
    return body.steps.find(({ name }: SetupStep) => name === 'proxy').detail;
  }
  const nameIt = /TRUST_PROXY/;

  it('is missed at the start and on the setup strip, where PUBLIC_URL is https', async () => {
    const describe = (settings: Record<string, string>) =>
      describeMissingProxy(loadConfig(settings));
    const secret = { SECRET_KEY: Buffer.alloc(32).toString('base64') };
    expect(describe({ ...publicSettings, ...secret })).toMatch(nameIt);
    const isSet = { ...publicSettings, TRUST_PROXY: 'loopback' };
    for (const settings of [isSet, { ...publicSettings, ROLES: 'worker' }, {}]) {
      expect(describe({ ...settings, ...secret })).toBeNull();
    }
    expect(await readProblem(await startWith(publicSettings))).toMatch(nameIt);
    expect(await readProblem(await startWith(isSet))).toBeNull();
  });

  it.each<Record<string, string>>([{}, { TRUST_PROXY: '192.0.2.1' }])(
    'is named in the log once, and on the setup strip for a day, with %o',
    async (settings) => {
      const lines: string[] = [];
      const write = (line: Buffer, _: string, done: () => void) => {
        lines.push(line.toString());
        done();
      };
      const test = await startTestApp(settings, undefined, new Writable({ write }));
      apps.push(test);
      await test.app.inject('/health/live');
      expect(await readProblem(test)).toBeNull();
      const from = { url: '/api/pricing', headers: forwarded, remoteAddress: '192.0.2.7' };
      for (let nth = 0; nth < 3; nth++) await test.app.inject(from);
      expect(await readProblem(test)).toMatch(/^192\.0\.2\.7 sent .* x-forwarded-for/);
      expect(lines.filter((line) => nameIt.test(line))).toHaveLength(1);
      await test.advance(25 * hourMs);
      expect(await readProblem(test)).toBeNull();
    },
  );

  it('is another than the one that is', async () => {
    const test = await startWith({ TRUST_PROXY: '192.0.2.1' });
    await test.app.inject({ url: '/', headers: forwarded, remoteAddress: '192.0.2.1' });
    expect(await readProblem(test)).toBeNull();
  });
});
