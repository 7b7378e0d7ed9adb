import { afterEach, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
afterEach(() => test.close());

const pages = [
  '/sandbox',
  '/sandbox/outbox',
  '/sandbox/api/people',
  '/sandbox/stripe',
  '/sandbox/stripe/api/overview',
];
const password = 'a long password';
const basic = (text: string) => ({
  authorization: `Basic ${Buffer.from(`anyone:${text}`).toString('base64')}`,
});
type Seen = { remoteAddress?: string; headers?: Record<string, string> };
const statusOf = async (url: string, seen: Seen = {}) =>
  (await test.app.inject({ url, headers: { host: 'localhost:3000' }, ...seen })).statusCode;

it('ask for SANDBOX_PASSWORD where it is set, from everywhere', async () => {
  test = await startTestApp({ SANDBOX: 'mixed', SANDBOX_PASSWORD: password });
  for (const url of pages) {
    const asked = await test.app.inject({ url });
    expect([url, asked.statusCode]).toEqual([url, 401]);
    expect(asked.headers['www-authenticate']).toMatch(/^Basic /);
    expect(await statusOf(url, { headers: basic('a wrong password') })).toBe(401);
    const remoteAddress = '203.0.113.9';
    expect(await statusOf(url, { headers: basic(password), remoteAddress })).toBe(200);
  }
});

it("leave the vendors' APIs and the experts' pictures to those who need them", async () => {
  test = await startTestApp({ SANDBOX: 'mixed', SANDBOX_PASSWORD: password });
  expect(await statusOf('/sandbox/faces/ada.svg')).toBe(200);
  const { call } = await signIn(test, asAdmin);
  const config = { apiKey: 'sk-typed', model: 'gpt-4.1' };
  const { body } = await call('POST', '/api/providers/test', { key: 'openai', config });
  expect(body.ok).toBe(true);
});

it('are shown only on this machine in mixed mode without a password', async () => {
  test = await startTestApp({ SANDBOX: 'mixed' });
  for (const url of pages) {
    expect([url, await statusOf(url)]).toEqual([url, 200]);
    const outside: Seen[] = [
      { remoteAddress: '203.0.113.9' },
      { headers: { host: 'chat.example.com' } },
      { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.9' } },
      { headers: { host: 'localhost', forwarded: 'for=203.0.113.9' } },
      { headers: { host: 'localhost', 'fly-client-ip': '203.0.113.9' } },
      { headers: { host: 'localhost', 'tailscale-user-login': 'ada@example.com' } },
    ];
    for (const seen of outside) expect([url, await statusOf(url, seen)]).toEqual([url, 403]);
  }
});

it('tell the dashboard what is not real, in mixed mode only', async () => {
  const off = { WHATSAPP_ACCESS_TOKEN: 't', WHATSAPP_APP_SECRET: 's', WHATSAPP_VERIFY_TOKEN: 'v' };
  test = await startTestApp({ SANDBOX: 'mixed', ...off });
  const branding = await test.app.inject('/api/branding');
  expect(branding.json().standIns).toEqual([
    ...['Apple Messages', 'SMS', 'OpenAI', 'Anthropic', 'Google', 'Azure OpenAI', 'Stripe'],
  ]);
});

it('are missing where one service is real; services without credentials say so', async () => {
  test = await startTestApp({ OPENAI_BASE_URL: 'https://ai.example.com/v1' });
  expect(test.runtime.config.sandbox.any).toBe(false);
  expect((await test.app.inject('/api/branding')).json().standIns).toBeUndefined();
  expect(Object.keys((await test.app.inject('/api/pricing')).json().plans)).toEqual(['trial']);
  await anExpert(test);
  const demo = test.runtime.secrets;
  const id = crypto.randomUUID();
  await aProvider(test, {
    id,
    apiKey: demo.seal({ column: 'providers.api_key', row: id }, 'sk-sandbox'),
  });
  const { call } = await signIn(test, asAdmin);
  expect((await call('GET', '/api/experts')).body.experts).toMatchObject([{ gateway: 'missing' }]);
  const { providers } = (await call('GET', '/api/providers')).body;
  const found = providers.find((provider: { id: string }) => provider.id === id);
  expect(found).toMatchObject({
    isSandboxed: false,
    config: { hasApiKey: false, apiKeyLast4: null },
  });
});
