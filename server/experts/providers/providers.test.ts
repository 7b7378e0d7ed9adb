import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog, type ProviderRow, providers } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { findProvider, toCallable } from './store.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

const apiKey = 'sk-very-secret-key-9876';
const openAi = (config: object = {}) => ({
  key: 'openai',
  displayName: 'Our OpenAI',
  config: { apiKey, ...config },
});
const add = async (request: object) =>
  (await admin.call('POST', '/api/providers', request)).body.provider;

// spec: 9.4 9.5
it('stores a provider with the defaults of its vendor', async () => {
  const { status, body } = await admin.call('POST', '/api/providers', openAi());
  expect(status).toBe(200);
  expect(body.provider).toMatchObject({
    key: 'openai',
    displayName: 'Our OpenAI',
    isActive: true,
    isSandboxed: true,
    config: {
      hasApiKey: true,
      apiKeyLast4: '9876',
      model: 'gpt-6.1-terra',
      temperature: 0.7,
      maxTokens: 4096,
      useWebSearch: false,
      webSearchDomains: [],
      baseUrl: null,
    },
  });
});

it('requires a model where the default one retires soon and only the admin knows another', async () => {
  const { status, body } = await admin.call('POST', '/api/providers', {
    ...openAi(),
    key: 'azure_openai',
  });
  expect([status, body.message]).toEqual([400, 'Model is required']);
});

it('shows no part of a short key', async () => {
  const provider = await add(openAi({ apiKey: 'short' }));
  expect(provider.config).toMatchObject({ hasApiKey: true, apiKeyLast4: null });
});

// spec: 5.20 9.4
it.each([
  [0.75, 0.8],
  [0.3 + 0.1 - 0.1, 0.3],
  [0.1 + 0.2, 0.3],
  [1.04, 1],
  [2, 2],
])('stores the temperature %d as a step of 0.1: %d', async (typed, stored) => {
  const { id, config } = await add(openAi({ temperature: typed }));
  expect(config.temperature).toBe(stored);
  const change = { config: { temperature: typed } };
  const { body } = await admin.call('PUT', `/api/providers/${id}`, change);
  expect(body.provider.config.temperature).toBe(stored);
});

it('changes only what is sent, and keeps the key when it is blank', async () => {
  const { db, secrets } = test.runtime;
  const { id } = await add(openAi({ model: 'gpt-4.1', maxTokens: 300 }));
  const change = { config: { apiKey: ' ', temperature: 0 } };
  const { status, body } = await admin.call('PUT', `/api/providers/${id}`, change);
  expect(status).toBe(200);
  expect(body.provider).toMatchObject({
    displayName: 'Our OpenAI',
    config: { model: 'gpt-4.1', maxTokens: 300, temperature: 0, apiKeyLast4: '9876' },
  });
  const { settings } = toCallable((await findProvider(db, id)) as ProviderRow, secrets);
  expect(settings).toMatchObject({ apiKey, maxTokens: 300 });

  await admin.call('PUT', `/api/providers/${id}`, { config: { apiKey: 'sk-new-key-1111' } });
  const renewed = toCallable((await findProvider(db, id)) as ProviderRow, secrets);
  expect(renewed.settings).toMatchObject({ apiKey: 'sk-new-key-1111', temperature: 0 });
});

it('sends a stored key only to the address it was entered for', async () => {
  const baseUrl = 'https://ai.example.com/v1';
  const { id } = await add(openAi());
  const change = (config: object) => admin.call('PUT', `/api/providers/${id}`, { config });
  const refusal = 'config.apiKey: Enter the API key again: the stored one is for another base URL';
  const without = await change({ baseUrl, temperature: 0 });
  expect([without.status, without.body.message]).toEqual([422, refusal]);
  const { body: listed } = await admin.call('GET', '/api/providers');
  const stored = listed.providers.find((provider: { id: string }) => provider.id === id);
  expect(stored.config).toMatchObject({ baseUrl: null, temperature: 0.7 });

  const { status, body } = await change({ baseUrl, apiKey: 'sk-of-our-server' });
  expect(status).toBe(200);
  expect(body.provider).toMatchObject({ isSandboxed: false, config: { baseUrl } });
  // The same address, in another spelling or not sent.
  for (const config of [{ baseUrl: `${baseUrl}/` }, { temperature: 1 }]) {
    expect((await change(config)).status).toBe(200);
  }
  for (const elsewhere of ['https://ai.example.com/v2', '', null]) {
    const refused = await change({ baseUrl: elsewhere });
    expect([refused.status, refused.body.message]).toEqual([422, refusal]);
  }
});

// spec: 3.4
it('never reveals a key, in replies or logs', async () => {
  const created = await admin.call('POST', '/api/providers', openAi());
  const { id } = created.body.provider;
  const changed = await admin.call('PUT', `/api/providers/${id}`, { config: { apiKey } });
  const listed = await admin.call('GET', '/api/providers');
  const { db } = test.runtime;
  const [row] = await db.select().from(providers).where(eq(providers.id, id));
  const audit = await db.select().from(auditLog);
  const sealed = row?.apiKey.data as string;
  for (const text of [created.text, changed.text, listed.text, JSON.stringify(audit)]) {
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain(sealed);
  }
  expect(JSON.stringify(row)).not.toContain(apiKey);
});

// spec: 3.4 5.17 5.24
it.each([
  [{ key: 'nobody' }, 'key: Choose one of the AI providers'],
  [{ displayName: ' ' }, 'displayName: Display name is required'],
  [{ config: { apiKey: ' ' } }, 'config.apiKey: API key is required'],
  [
    { config: { apiKey, temperature: 2.1 } },
    'config.temperature: Temperature must be between 0 and 2',
  ],
  [
    { config: { apiKey: 'sk-“quoted”' } },
    'config.apiKey: API key must not contain spaces or special characters. Copy it again.',
  ],
  [
    { config: { apiKey, baseUrl: 'https://me:secret@ai.example.com/v1' } },
    'config.baseUrl: Base URL must not contain a password, ? or #',
  ],
  [
    { config: { apiKey, baseUrl: 'https://ai.example.com/v1?key=1' } },
    'config.baseUrl: Base URL must not contain a password, ? or #',
  ],
  [
    { config: { apiKey, webSearchDomains: ['who int'] } },
    'config.webSearchDomains.0: Domains must look like who.int',
  ],
  [{ config: { apiKey, maxTokens: 0 } }, 'config.maxTokens: Max tokens must be at least 1'],
  [
    { config: { apiKey, maxTokens: 1_000_001 } },
    'config.maxTokens: Max tokens must not exceed 1,000,000',
  ],
  [
    { config: { apiKey, model: 'x'.repeat(201) } },
    'config.model: Model must not exceed 200 characters',
  ],
  [
    { key: 'google', config: { apiKey, useWebSearch: true } },
    'config.useWebSearch: Web search is available for OpenAI only',
  ],
  [
    { key: 'google', config: { apiKey, webSearchDomains: ['example.com'] } },
    'config.webSearchDomains: Web search is available for OpenAI only',
  ],
])('refuses %j', async (change, message) => {
  const { status, body } = await admin.call('POST', '/api/providers', { ...openAi(), ...change });
  expect([status, body]).toEqual([400, { message }]);
});

it('accepts search domains copied from an address bar', async () => {
  const webSearchDomains = [' https://www.WHO.int/news?page=1 ', 'cdc.gov/'];
  const { config } = await add(openAi({ useWebSearch: true, webSearchDomains }));
  expect(config.webSearchDomains).toEqual(['www.who.int', 'cdc.gov']);
});

it("accepts the form's empty search fields for any vendor", async () => {
  const config = { apiKey, useWebSearch: false, webSearchDomains: [] };
  const { key } = await add({ key: 'google', displayName: 'Google', config });
  expect(key).toBe('google');
});

it('refuses an edit of an older state with the provider as it is now', async () => {
  const provider = await add(openAi());
  const url = `/api/providers/${provider.id}`;
  const { headers } = await admin.call('GET', url);
  const read = { 'if-match': String(headers.etag) };
  const first = await admin.call('PUT', url, { config: { model: 'gpt-5.6' } }, read);
  expect([first.status, first.headers.etag]).toEqual([200, '"2"']);
  const late = await admin.call('PUT', url, { config: { apiKey: 'sk-2', temperature: 1 } }, read);
  expect([late.status, late.body]).toEqual([
    409,
    {
      message: 'You have since changed this AI provider in another window.',
      current: first.body.provider,
    },
  ]);
  expect((await admin.call('GET', url)).body).toEqual(first.body);
});

it('reports an unknown id', async () => {
  const change = { displayName: 'X' };
  const missing = '01a1fc91-9743-7ba3-b724-476a9e21bd15';
  const unknown = await admin.call('PUT', `/api/providers/${missing}`, change);
  expect([unknown.status, unknown.body.message]).toEqual([404, 'AI provider not found']);
  const odd = await admin.call('PUT', '/api/providers/1', change);
  expect([odd.status, odd.body.message]).toEqual([400, 'id: id must be a valid id']);
});

it('records who changed what', async () => {
  const { id } = await add(openAi());
  await admin.call('PUT', `/api/providers/${id}`, { displayName: 'Renamed' });
  expect(await listAudit(test, id)).toMatchObject([
    { actorId: admin.user.id, action: 'provider.create', before: null },
    {
      actorId: admin.user.id,
      action: 'provider.update',
      before: { displayName: 'Our OpenAI' },
      after: { displayName: 'Renamed' },
    },
  ]);
});
