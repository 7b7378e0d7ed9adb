import { readFileSync } from 'node:fs';
import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#sandbox/test-product.ts';
import { describeModel, turnWith } from '#test/model-suite.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';
import {
  createResponsesAnswer,
  createResponsesError,
  createResponsesToolCall,
} from './fixtures/responses-api.ts';
import { modelFor } from './index.ts';

describeModel({
  key: 'openai',
  model: 'gpt-4o',
  path: '/responses',
  headers: { authorization: 'Bearer key-1' },
  answer: createResponsesAnswer,
  toolCall: createResponsesToolCall,
  error: createResponsesError,
  readConversation: ({ input }) => input,
  connect: (baseURL, apiKey) => createOpenAI({ apiKey, baseURL })('gpt-4o'),
});

describe('the Responses API', () => {
  const openai = modelFor('openai', fetch);
  const callAndCatch = async (body: object, method: 'reply' | 'validate' = 'reply') => {
    const wire = await startVendorServer();
    wire.react(replyWith(200, { ...createResponsesAnswer(''), ...body }));
    const turn = turnWith({ model: 'gpt-4o', defaultBaseUrl: wire.url });
    const thrown = await openai[method](turn).catch((error) => error);
    wire.close();
    return thrown;
  };

  it.each([
    ['server_error', 'provider_down'],
    ['rate_limit_exceeded', 'rate_limited'],
    ['invalid_prompt', 'refusal'],
  ])('may fail with 200 and the code %s', async (code, kind) => {
    for (const more of [{}, { type: 'error', param: null }]) {
      const error = { code, message: 'Broken.', ...more };
      const thrown = await callAndCatch({ status: 'failed', output: [], error });
      expect(thrown).toMatchObject({
        kind,
        detail: expect.stringMatching(new RegExp(`^\\d{3} ${code}$`)),
      });
    }
  });

  it.each([
    ['an answer', 'reply'],
    ['a verdict', 'validate'],
  ] as const)('may refuse %s in a message', async (_what, method) => {
    const content = [{ type: 'refusal', refusal: "I can't help with that." }];
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content,
    };
    expect(await callAndCatch({ output: [message] }, method)).toMatchObject({ kind: 'refusal' });
  });
});

describe('Chat Completions at a custom address', () => {
  const openai = modelFor('openai', fetch);
  let wire: Awaited<ReturnType<typeof startVendorServer>>;
  beforeAll(async () => {
    wire = await startVendorServer();
  });
  afterAll(() => wire.close());
  const turn = () => turnWith({ model: 'prod-chat', baseUrl: wire.url, defaultBaseUrl: undefined });
  const failure = () => openai.reply(turn()).catch((error) => error);
  const chat = (message: object, finish_reason = 'stop') => ({
    id: 'chat_1',
    created: 1_763_700_000,
    model: 'gpt-6.1-terra',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  });

  it('renames the limit and omits the temperature if the model refuses them', async () => {
    const unsupported = (name: string, advice = '') =>
      replyWith(
        400,
        createResponsesError(
          `Unsupported parameter: '${name}' is not supported with this model.${advice}`,
        ),
      );
    wire.react((call, response) => {
      const reaction =
        'max_tokens' in call.body
          ? unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
          : 'temperature' in call.body
            ? unsupported('temperature')
            : replyWith(200, chat({ content: 'Four.' }));
      reaction(call, response);
    });
    expect((await openai.reply(turn())).text).toBe('Four.');
    expect(wire.calls.length).toBe(3);
    expect(wire.calls.at(-1)?.body).toMatchObject({ max_completion_tokens: 300 });
  });

  it('may contain a refusal, only thoughts, or nothing', async () => {
    const refusal = "I can't help with that.";
    wire.react(replyWith(200, chat({ content: null, refusal })));
    expect((await failure()).kind).toBe('refusal');
    expect(await openai.validate(turn()).catch((error) => error)).toMatchObject({
      kind: 'refusal',
      detail: 'content filter',
    });
    wire.react(replyWith(200, chat({ content: null, reasoning_content: 'Hm' })));
    expect((await failure()).kind).toBe('empty');
    wire.react(replyWith(200, { ...chat({}), choices: [] }));
    expect((await failure()).kind).toBe('provider_down');
  });

  it.each([
    [200, { error: { message: 'Over your quota', code: 502 } }, 'provider_down'],
    [500, { error: 'Over your quota' }, 'provider_down'],
    [422, { message: 'Over your quota' }, 'bad_request'],
  ])('reads the error of a %i in any form', async (status, body, kind) => {
    wire.react(replyWith(status, body));
    expect(await failure()).toMatchObject({
      kind,
      detail: `${status}, about the quota or billing`,
    });
  });
});

describe('web search', () => {
  const openai = modelFor('openai', fetch);
  const searching = { model: 'gpt-6.1-terra', useWebSearch: true };

  it('searches the allowed domains, and keeps the cited pages', async () => {
    const wire = await startVendorServer();
    const file = new URL('fixtures/responses-web-search.json', import.meta.url);
    wire.react(replyWith(200, JSON.parse(readFileSync(file, 'utf8'))));
    const settings = { ...searching, webSearchDomains: ['who.int', 'cdc.gov'] };
    const reply = await openai.reply(turnWith({ ...settings, defaultBaseUrl: wire.url }));
    wire.close();
    expect(wire.calls[0]?.body.tools).toEqual([
      { type: 'web_search', filters: { allowed_domains: ['who.int', 'cdc.gov'] } },
    ]);
    expect(reply.text).toBe('Wash your hands for 20 seconds. Use soap.');
    expect(reply.sources).toEqual([
      { url: 'https://www.who.int/hands', title: 'Hand hygiene' },
      { url: 'https://www.cdc.gov/soap', title: 'Soap and water' },
    ]);
  });

  it('uses the Responses API at a custom address, too', async () => {
    const wire = await startVendorServer();
    wire.react(replyWith(200, createResponsesAnswer('Four.')));
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
    ['on the allowed domains', ['who.int'], ['who.int']],
  ])('finds pages %s in the stand-in', async (_where, webSearchDomains, hosts) => {
    const defaultBaseUrl = `${product.url}/openai/v1`;
    const reply = await openai.reply(turnWith({ ...searching, webSearchDomains, defaultBaseUrl }));
    expect(reply.text).toContain('4');
    expect(reply.text).not.toContain('http');
    expect(reply.sources.map(({ url }) => new URL(url).host)).toEqual(hosts);
    expect(reply.sources[0]?.title).toContain('what is 2');
  });
});
