import { afterAll, beforeAll, expect, it } from 'vitest';
import { demo } from '#sandbox/demo/demo.ts';
import { ConfigError } from '#server/config.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { seed } from './seed.ts';

const loadDemo = async () => demo;
const apps: TestApp[] = [];
async function startWith(settings: Record<string, string>) {
  const test = await startTestApp(settings);
  apps.push(test);
  return test;
}
let sandbox: TestApp;
beforeAll(async () => {
  sandbox = await startWith({});
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

it('makes the admin that the sandbox prints', async () => {
  await seed(sandbox.runtime, loadDemo);
  const { admin } = sandbox.runtime.config;
  const login = { email: admin?.email, password: admin?.password };
  const { status, body } = await callAs(sandbox, null)('POST', '/api/auth/login', login);
  expect([status, body.user.role]).toEqual([200, 'ADMIN']);
});

it.each(['off', 'mixed'])(
  'ends what was signed in with the public password, with SANDBOX=%s',
  async (SANDBOX) => {
    const [earlier, now] = [await startWith({}), await startWith({ SANDBOX })];
    await seed(earlier.runtime, loadDemo);
    const { admin } = earlier.runtime.config;
    const other = await signIn(earlier, asAdmin);
    const login = { email: admin?.email, password: admin?.password };
    const logIn = async () => (await callAs(earlier, null)('POST', '/api/auth/login', login)).body;
    const known = callAs(earlier, (await logIn()).token);
    const isIn = async () => (await known('GET', '/api/auth/user')).status;

    await seed(earlier.runtime, loadDemo);
    expect(await isIn()).toBe(200);
    await seed({ ...earlier.runtime, config: now.runtime.config }, loadDemo);
    expect(await isIn()).toBe(401);
    expect((await other.call('GET', '/api/auth/user')).status).toBe(200);
  },
);

it('refuses an ADMIN_PASSWORD that is easy to guess, and makes no admin', async () => {
  const settings = { ADMIN_EMAIL: 'chief@example.com', ADMIN_PASSWORD: 'Password1!' };
  const test = await startWith(settings);
  const problems = [
    "ADMIN_PASSWORD can't be used: This password is too easy to guess. Choose another one",
  ];
  await expect(seed(test.runtime, loadDemo)).rejects.toEqual(new ConfigError(problems));
  const login = { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD };
  expect((await callAs(test, null)('POST', '/api/auth/login', login)).status).toBe(401);
});
