import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
let wire: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = (await signIn(test, asAdmin)).call;
  wire = await startVendorServer();
});
afterAll(async () => {
  wire.close();
  await test.close();
});

async function listOffered(key: string, config: object = {}) {
  const facts = { key, displayName: key, config: { apiKey: 'sk-stored', ...config } };
  const { body } = await admin('POST', '/api/providers', facts);
  return admin('GET', `/api/providers/${body.provider.id}/models`);
}

it.each([
  ['openai', 'gpt-6-luna'],
  ['anthropic', 'claude-sonnet-5-5'],
  ['google', 'gemini-3.8-flash'],
])('offers what %s lists for the stored key', async (key, model) => {
  const { status, body } = await listOffered(key);
  expect(status).toBe(200);
  expect(body.models).toContain(model);
  expect(body.models).not.toContain('gemini-embedding-001');
});

it("uses the provider's address and key, and leaves out models that answer no text", async () => {
  wire.react(
    replyWith(200, { data: [{ id: 'llama-4' }, { id: 'text-embedding-3' }, { id: 'whisper-1' }] }),
  );
  expect((await listOffered('openai', { baseUrl: wire.url })).body).toEqual({
    models: ['llama-4'],
  });
  const [call] = wire.calls;
  expect(call).toMatchObject({ headers: { authorization: 'Bearer sk-stored' } });
});

it('offers nothing without a list', async () => {
  expect((await listOffered('azure_openai', { model: 'answers' })).body).toEqual({ models: [] });
  for (const reaction of [replyWith(401, {}), replyWith(200, []), replyWith(200, { data: [1] })]) {
    wire.react(reaction);
    const { status, body } = await listOffered('openai', { baseUrl: wire.url });
    expect([status, body]).toEqual([200, { models: [] }]);
  }
});

it('knows only stored providers', async () => {
  const { status } = await admin(
    'GET',
    '/api/providers/00000000-0000-4000-8000-000000000000/models',
  );
  expect(status).toBe(404);
});
