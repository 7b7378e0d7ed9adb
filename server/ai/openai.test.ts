import { readFileSync } from 'node:fs';
import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#sandbox/test-product.ts';
import { replying, startVendorWire } from '#test/vendor-wire.ts';
import { responsesAnswer, responsesError, responsesToolCall } from './fixtures/responses-api.ts';
import { modelFor } from './index.ts';
import { describeModel, turnWith } from './model-suite.ts';

describeModel({
  key: 'openai',
  model: 'gpt-4o',
  path: '/responses',
  headers: { authorization: 'Bearer key-1' },
  answer: responsesAnswer,
  toolCall: responsesToolCall,
  error: responsesError,
  said: ({ input }) => input,
  connect: (baseURL, apiKey) => createOpenAI({ apiKey, baseURL })('gpt-4o'),
});

describe('web search', () => {
  const openai = modelFor('openai', fetch);
  const searching = { model: 'gpt-6.1-terra', useWebSearch: true };

  it('asks for the search with its domains, and keeps what the answer cites', async () => {
    const wire = await startVendorWire();
    const file = new URL('fixtures/responses-web-search.json', import.meta.url);
    wire.react(replying(200, JSON.parse(readFileSync(file, 'utf8'))));
    const settings = { ...searching, webSearchDomains: ['who.int', 'cdc.gov'] };
    const reply = await openai.reply(turnWith({ ...settings, defaultBaseUrl: wire.url }));
    wire.close();
    expect(wire.calls[0]?.body.tools).toEqual([
      { type: 'web_search', filters: { allowed_domains: ['who.int', 'cdc.gov'] } },
    ]);
    expect(reply.text).toBe('Wash your hands for 20 seconds. Use soap.');
    // Both searched, one cited twice, one looked at and not cited.
    expect(reply.sources).toEqual([
      { url: 'https://www.who.int/hands', title: 'Hand hygiene' },
      { url: 'https://www.cdc.gov/soap', title: 'Soap and water' },
    ]);
  });

  it('searches by the Responses API at an address of its own, too', async () => {
    const wire = await startVendorWire();
    wire.react(replying(200, responsesAnswer('Four.')));
    const here = { baseUrl: wire.url, defaultBaseUrl: undefined };
    await openai.reply(turnWith({ ...searching, ...here }));
    wire.close();
    expect(wire.calls[0]?.path).toBe('/responses');
  });

  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct();
  });
  afterAll(() => product.close());

  it.each([
    ['anywhere', [], ['en.wikipedia.org', 'www.example.com']],
    ['on the domains that are allowed', ['who.int'], ['who.int']],
  ])('finds pages %s in the stand-in', async (_where, webSearchDomains, hosts) => {
    const defaultBaseUrl = `${product.url}/openai/v1`;
    const reply = await openai.reply(turnWith({ ...searching, webSearchDomains, defaultBaseUrl }));
    expect(reply.text).toContain('4');
    expect(reply.text).not.toContain('http');
    expect(reply.sources.map(({ url }) => new URL(url).host)).toEqual(hosts);
    expect(reply.sources[0]?.title).toContain('what is 2');
  });
});
