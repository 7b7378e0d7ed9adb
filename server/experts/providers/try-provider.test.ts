import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aProvider } from '#test/factories.ts';
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
beforeEach(() => wire.react((_call, response) => response.destroy()));

const typed = { apiKey: 'sk-typed', model: 'gpt-4.1' };
const tryOut = (request: object) => admin('POST', '/api/providers/test', request);

it('makes a real call with the entered settings, and reports model and time', async () => {
  const { status, body } = await tryOut({ key: 'openai', config: typed });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    message: 'The sandbox answered, not OpenAI.',
    model: 'gpt-4.1',
  });
  expect(body.processingTimeMs).toBeGreaterThanOrEqual(0);
  const { body: list } = await admin('GET', '/api/providers');
  expect(list.providers).toEqual([]);
});

const errorBody = (message: string) => ({
  error: { message, type: 'x', param: null, code: null },
});
it.each([
  [400, 'Unknown parameter.', 'refused the request', ' Check the model and Max tokens.'],
  [
    401,
    'Incorrect API key provided.',
    'refused the API key',
    ' Enter a valid API key.',
    ', about the API key',
  ],
  [
    404,
    'The model does not exist.',
    'does not know this model',
    ' Check the model name and the base URL, which must end with the API version.',
  ],
  [
    429,
    'Quota used up.',
    'asked us to slow down',
    ' If this continues, check your limits and billing with the vendor.',
    ', about the quota or billing',
  ],
  [500, 'Oops.', 'had an error', ''],
])('says what a %i means, and what to do', async (status, message, words, advice, topic = '') => {
  wire.react(replyWith(status, errorBody(message)));
  const config = { ...typed, baseUrl: wire.url };
  const { status: replied, body } = await tryOut({ key: 'openai', config });
  expect([replied, body.ok]).toEqual([200, false]);
  expect(body.message).toBe(`The AI provider ${words}. (${status}${topic})${advice}`);
});

it('reports an address without a server', async () => {
  const { body } = await tryOut({ key: 'openai', config: { ...typed, baseUrl: wire.url } });
  expect(body.ok).toBe(false);
  expect(body.message).toContain('The AI provider could not be reached.');
});

it('follows no redirect with the key', async () => {
  wire.react((_call, response) => response.writeHead(307, { location: '/elsewhere' }).end());
  const { body } = await tryOut({ key: 'openai', config: { ...typed, baseUrl: wire.url } });
  expect(body.ok).toBe(false);
  expect(body.message).toContain("The AI provider's address redirects to another one");
  expect(wire.calls).toHaveLength(1);
});

it('reports a retired model, and which to choose', async () => {
  const { body } = await tryOut({ key: 'google', config: { apiKey: 'k', model: 'gemini-pro' } });
  expect(body).toMatchObject({ ok: false, model: 'gemini-pro' });
  expect(body.message).toMatch(/does not know this model/);
  expect(body.message).toContain(
    'Google retired gemini-pro on February 15, 2025. Choose another model, for example gemini-3.8-flash.',
  );
});

it('uses the stored key if none is entered, but sends it nowhere else', async () => {
  const config = { model: 'gpt-4.1', baseUrl: wire.url };
  const { id: providerId } = await aProvider(test, { config });
  wire.react(replyWith(401, errorBody('No.')));
  await tryOut({ key: 'openai', providerId, config });
  expect(wire.calls[0]?.headers.authorization).toBe('Bearer sk-sandbox-1234');

  for (const baseUrl of [`${wire.url}/elsewhere`, '', null, undefined]) {
    wire.react(replyWith(401, errorBody('No.')));
    const { body } = await tryOut({ key: 'openai', providerId, config: { ...config, baseUrl } });
    expect(body).toEqual({
      ok: false,
      message: 'Enter the API key again: the stored one is for another base URL.',
      processingTimeMs: null,
      model: null,
    });
    expect(wire.calls).toEqual([]);
  }
  const elsewhere = { ...config, apiKey: 'sk-other', baseUrl: `${wire.url}/elsewhere` };
  await tryOut({ key: 'openai', providerId, config: elsewhere });
  expect(wire.calls[0]?.headers.authorization).toBe('Bearer sk-other');
});

it("names what can't be tried", async () => {
  const { id: providerId } = await aProvider(test);
  const unknownId = crypto.randomUUID();
  for (const [request, status, message] of [
    [{ key: 'openai', config: {} }, 400, 'config.apiKey: API key is required'],
    [{ key: 'x', config: typed }, 400, 'key: Choose one of the AI providers'],
    [
      { key: 'google', providerId, config: {} },
      400,
      "key: The vendor of a provider can't be changed",
    ],
    [{ key: 'openai', providerId: unknownId, config: {} }, 404, 'AI provider not found'],
    [
      { key: 'google', config: { ...typed, useWebSearch: true } },
      400,
      'config.useWebSearch: Web search is available for OpenAI only',
    ],
  ] as const) {
    const refused = await tryOut(request);
    expect([refused.status, refused.body.message]).toEqual([status, message]);
  }
});
