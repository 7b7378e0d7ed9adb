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

describe('the Responses API', () => {
  const openai = modelFor('openai', fetch);
  const settled = async (body: object, judges = false) => {
    const wire = await startVendorWire();
    wire.react(replying(200, { ...responsesAnswer(''), ...body }));
    const turn = turnWith({ model: 'gpt-4o', defaultBaseUrl: wire.url });
    const thrown = await (judges ? openai.judge(turn) : openai.reply(turn)).catch((one) => one);
    wire.close();
    return thrown;
  };

  it.each([
    ['server_error', 'provider_down'],
    ['rate_limit_exceeded', 'rate_limited'],
    ['invalid_prompt', 'refusal'],
  ])('may fail with a 200 and the code %s', async (code, kind) => {
    for (const more of [{}, { type: 'error', param: null }]) {
      const error = { code, message: 'Broken.', ...more };
      const thrown = await settled({ status: 'failed', output: [], error });
      expect(thrown).toMatchObject({ kind, detail: expect.stringMatching(/^\d{3} Broken\.$/) });
    }
  });

  it.each([
    ['an answer', false],
    ['a verdict', true],
  ])('may refuse %s in words', async (_what, judges) => {
    const content = [{ type: 'refusal', refusal: 'I can’t help with that.' }];
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content,
    };
    expect(await settled({ output: [message] }, judges)).toMatchObject({ kind: 'refusal' });
  });
});

describe('Chat Completions, at an address of its own', () => {
  const openai = modelFor('openai', fetch);
  let wire: Awaited<ReturnType<typeof startVendorWire>>;
  beforeAll(async () => {
    wire = await startVendorWire();
  });
  afterAll(() => wire.close());
  const turn = () => turnWith({ model: 'prod-chat', baseUrl: wire.url, defaultBaseUrl: undefined });
  const failure = () => openai.reply(turn()).catch((one) => one);
  const chat = (message: object, finish_reason = 'stop') => ({
    id: 'chat_1',
    created: 1_763_700_000,
    model: 'gpt-6.1-terra',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  });

  it('gives the limit another name and leaves the temperature out, where the model wants it so', async () => {
    const unsupported = (name: string, advice = '') =>
      replying(
        400,
        responsesError(
          `Unsupported parameter: '${name}' is not supported with this model.${advice}`,
        ),
      );
    wire.react((call, response) => {
      const reaction =
        'max_tokens' in call.body
          ? unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
          : 'temperature' in call.body
            ? unsupported('temperature')
            : replying(200, chat({ content: 'Four.' }));
      reaction(call, response);
    });
    expect((await openai.reply(turn())).text).toBe('Four.');
    expect(wire.calls.length).toBe(3);
    expect(wire.calls.at(-1)?.body).toMatchObject({ max_completion_tokens: 300 });
  });

  it('may refuse, have only thoughts, or hold nothing', async () => {
    const refusal = 'I can’t help with that.';
    wire.react(replying(200, chat({ content: null, refusal })));
    expect((await failure()).kind).toBe('refusal');
    expect(await openai.judge(turn()).catch((one) => one)).toMatchObject({
      kind: 'refusal',
      detail: refusal,
    });
    wire.react(replying(200, chat({ content: null, reasoning_content: 'Hm' })));
    expect((await failure()).kind).toBe('empty');
    wire.react(replying(200, { ...chat({}), choices: [] }));
    expect((await failure()).kind).toBe('provider_down');
  });

  it.each([
    [200, { error: { message: 'Overloaded', code: 502 } }, 'provider_down'],
    [500, { error: 'Overloaded' }, 'provider_down'],
    [422, { message: 'Overloaded' }, 'bad_request'],
  ])('brings the words of a %i in any form', async (status, body, kind) => {
    wire.react(replying(status, body));
    expect(await failure()).toMatchObject({ kind, detail: `${status} Overloaded` });
  });
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
