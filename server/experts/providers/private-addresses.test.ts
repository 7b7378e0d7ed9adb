import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { startVendorServer } from '#test/vendor-server.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
let wire: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  test = await startTestApp({ ALLOW_PRIVATE_URLS: 'false' });
  admin = (await signIn(test, asAdmin)).call;
  wire = await startVendorServer();
});
beforeEach(() => wire.react((_call, response) => response.destroy()));
afterAll(async () => {
  wire.close();
  await test.close();
});

const apiKey = 'sk-typed-1234';
const isPrivate = 'The AI provider is at a private address, which is not called.';

it.each([
  'http://127.0.0.1:11434/v1',
  'http://localhost/v1',
  'http://0x7f000001/v1',
  'http://[::1]:8080/v1',
  'http://[::ffff:10.0.0.1]/v1',
  'http://169.254.169.254/latest/meta-data',
  'https://192.168.1.10/v1',
  'https://224.0.0.1/v1',
])('refuses to save the base URL %s', async (baseUrl) => {
  const message =
    'config.baseUrl: Base URL leads to a private address, which is not called. To allow it, set ALLOW_PRIVATE_URLS=true.';
  const config = { apiKey, baseUrl };
  const added = await admin('POST', '/api/providers', { key: 'openai', displayName: 'X', config });
  expect([added.status, added.body]).toEqual([400, { message }]);
  const { id } = await aProvider(test);
  const changed = await admin('PUT', `/api/providers/${id}`, { config });
  expect([changed.status, changed.body]).toEqual([400, { message }]);
});

it('saves names that are not known yet', async () => {
  const config = { apiKey, baseUrl: 'https://ai.example.com/v1' };
  const facts = { key: 'openai', displayName: 'X', config };
  expect((await admin('POST', '/api/providers', facts)).status).toBe(200);
});

it('does not call a private address, however it was saved', async () => {
  const { id } = await aProvider(test, { config: { model: 'gpt-4.1', baseUrl: wire.url } });
  const config = { model: 'gpt-4.1', baseUrl: wire.url };
  const request = { key: 'openai', providerId: id, config };
  const { body } = await admin('POST', '/api/providers/test', request);
  expect(body.ok).toBe(false);
  expect(body.message).toContain(isPrivate);
  expect((await admin('GET', `/api/providers/${id}/models`)).body).toEqual({ models: [] });
  expect(wire.calls).toEqual([]);
});

it('calls the stand-ins, which are on this machine', async () => {
  const request = { key: 'openai', config: { apiKey, model: 'gpt-4.1' } };
  const { body } = await admin('POST', '/api/providers/test', request);
  expect(body).toMatchObject({ ok: true, message: 'The sandbox answered, not OpenAI.' });
});
