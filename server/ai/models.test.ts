import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiProviderKey } from '#shared/ai-providers.ts';
import { modelFor } from './index.ts';
import type { ModelError, ModelSettings, Turn } from './model.ts';

/** How a vendor's answers look on the wire: the least that its API documents. */
type Vendor = {
  model: string;
  /** Where a call must arrive. */
  path: string;
  auth: [header: string, value: string];
  /** Behind its version segment. */
  base: string;
  answer(text: string, end?: 'stop' | 'length' | 'safety'): object;
  error(message: string): object;
  /** What was said, as the call carries it. */
  said(body: Body): unknown;
};
// biome-ignore lint/suspicious/noExplicitAny: four vendors' requests, looked into by the row that knows them
type Body = any;

const openAiError = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
});

function responsesAnswer(text: string, end = 'stop') {
  const cut: Record<string, string> = { length: 'max_output_tokens', safety: 'content_filter' };
  const reason = cut[end];
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_763_700_000,
    status: reason ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: reason ? { reason } : null,
    model: 'gpt-6.1-terra',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
  };
}

const vendors: Record<AiProviderKey, Vendor> = {
  openai: {
    model: 'gpt-4o',
    base: '/v1',
    path: '/v1/responses',
    auth: ['authorization', 'Bearer key-1'],
    answer: responsesAnswer,
    error: openAiError,
    said: ({ input }) => input,
  },
  azure_openai: {
    model: 'our-deployment',
    base: '/openai/v1',
    path: '/openai/v1/responses',
    auth: ['api-key', 'key-1'],
    answer: responsesAnswer,
    error: openAiError,
    said: ({ input }) => input,
  },
  anthropic: {
    model: 'claude-sonnet-4-6',
    base: '/v1',
    path: '/v1/messages',
    auth: ['x-api-key', 'key-1'],
    answer: (text, end = 'stop') => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-6',
      content: text ? [{ type: 'text', text }] : [],
      stop_reason: { stop: 'end_turn', length: 'max_tokens', safety: 'refusal' }[end],
      stop_sequence: null,
      usage: { input_tokens: 20, output_tokens: 10 },
    }),
    error: (message) => ({ type: 'error', error: { type: 'api_error', message } }),
    said: ({ system, messages }) => [system, messages],
  },
  google: {
    model: 'gemini-3.8-flash',
    base: '/v1beta',
    path: '/v1beta/models/gemini-3.8-flash:generateContent',
    auth: ['x-goog-api-key', 'key-1'],
    answer: (text, end = 'stop') => ({
      candidates: [
        {
          content: { parts: text ? [{ text }] : [], role: 'model' },
          finishReason: { stop: 'STOP', length: 'MAX_TOKENS', safety: 'SAFETY' }[end],
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 10, totalTokenCount: 30 },
    }),
    error: (message) => ({
      error: { code: 400, message, status: 'INVALID_ARGUMENT', details: [] },
    }),
    said: ({ systemInstruction, contents }) => [systemInstruction, contents],
  },
};

type Seen = { path: string; headers: IncomingMessage['headers']; body: Body };
type Reaction = (seen: Seen, response: ServerResponse) => void;

let server: Server;
let origin: string;
let seen: Seen[] = [];
let react: Reaction;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const one = {
      path: pathname,
      headers: request.headers,
      body: JSON.parse(`${Buffer.concat(chunks)}`),
    };
    seen.push(one);
    react(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
});

function replying(status: number, body: object, headers: Record<string, string> = {}): Reaction {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

describe.each(Object.entries(vendors) as [AiProviderKey, Vendor][])('%s', (key, vendor) => {
  const settings = (): ModelSettings => ({
    apiKey: 'key-1',
    model: vendor.model,
    temperature: 0.7,
    maxTokens: 300,
    useWebSearch: false,
    webSearchDomains: [],
    baseUrl: null,
    defaultBaseUrl: origin + vendor.base,
  });
  const turn = (more: Partial<Turn> = {}): Turn => ({
    instructions: 'You are Ada.',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'What is 2+2?' },
    ],
    settings: settings(),
    timeoutMs: 5_000,
    ...more,
  });
  const model = modelFor(key, fetch);
  const failure = (more?: Partial<Turn>) =>
    model.reply(turn(more)).then(
      () => expect.unreachable('it answered'),
      (error: ModelError) => error,
    );

  it('carries prompt, history, limits and key, and brings back text and tokens', async () => {
    react = replying(200, vendor.answer(' Four. '));
    const reply = await model.reply(turn());
    expect(reply).toEqual({ text: 'Four.', tokens: { input: 20, output: 10 } });
    const [call] = seen;
    expect(call?.path).toBe(vendor.path);
    expect(call?.headers[vendor.auth[0]]).toBe(vendor.auth[1]);
    const said = JSON.stringify(vendor.said(call?.body)) + JSON.stringify(call?.body);
    for (const words of ['You are Ada.', 'Hi', 'Hello!', 'What is 2+2?'])
      expect(said).toContain(words);
    expect(JSON.stringify(call?.body)).toMatch(
      /"(max_output_tokens|max_tokens|maxOutputTokens)":300/,
    );
    expect(JSON.stringify(call?.body)).toContain('"temperature":0.7');
  });

  it.each([
    [400, 'bad_request', false],
    [401, 'credentials', false],
    [403, 'credentials', false],
    [404, 'not_found', false],
    [408, 'provider_down', true],
    [429, 'rate_limited', true],
    [500, 'provider_down', true],
    [503, 'provider_down', true],
  ] as const)('turns %i into %s', async (status, kind, isRetryable) => {
    react = replying(status, vendor.error('Something is wrong.'));
    const error = await failure();
    expect(error).toMatchObject({ name: 'ModelError', kind, isRetryable });
    expect(error.detail).toContain('Something is wrong.');
    expect(seen.length, 'the pipeline alone decides when to try again').toBe(1);
  });

  it('hands on when to come back', async () => {
    react = replying(429, vendor.error('Slow down.'), { 'retry-after': '7' });
    expect((await failure()).retryAfterMs).toBe(7_000);
  });

  it('gives up a call that takes too long', async () => {
    react = () => {};
    expect((await failure({ timeoutMs: 50 })).kind).toBe('timeout');
  });

  it('names a line that is cut, before the answer and in it', async () => {
    react = (_seen, response) => response.destroy();
    expect((await failure()).kind).toBe('network');
    react = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' });
      response.write('{"id":', () => response.destroy());
    };
    expect((await failure()).isRetryable).toBe(true);
  });

  it('takes no page of a proxy for an answer', async () => {
    react = (_seen, response) => response.writeHead(200).end('<html>Welcome</html>');
    expect((await failure()).kind).toBe('provider_down');
  });

  it('never answers with nothing: empty, cut before the first word, blocked', async () => {
    react = replying(200, vendor.answer(''));
    expect((await failure()).kind).toBe('empty');
    react = replying(200, vendor.answer('', 'length'));
    expect((await failure()).kind).toBe('too_short');
    react = replying(200, vendor.answer('', 'safety'));
    expect((await failure()).kind).toBe('refusal');
  });

  it('keeps an answer that the limit has cut', async () => {
    react = replying(200, vendor.answer('Four, because', 'length'));
    expect((await model.reply(turn())).text).toBe('Four, because');
  });

  it('asks once more without the temperature where the model refuses one', async () => {
    react = (call, response) => {
      const refused = JSON.stringify(call.body).includes('"temperature"');
      const message = "Unsupported parameter: 'temperature' is not supported with this model.";
      if (refused) replying(400, vendor.error(message))(call, response);
      else replying(200, vendor.answer('Four.'))(call, response);
    };
    expect((await model.reply(turn())).text).toBe('Four.');
    expect(seen.length).toBe(2);
  });

  it('judges by a structured answer', async () => {
    react = replying(200, vendor.answer('{"allow":false,"reason":"Not about maths."}'));
    const verdict = await model.judge(turn());
    expect(verdict).toMatchObject({ isAllowed: false, reason: 'Not about maths.' });
    react = replying(200, vendor.answer('Sure!'));
    await expect(model.judge(turn())).rejects.toMatchObject({ name: 'ModelError' });
  });
});

it('says that Azure needs an address where it has none', async () => {
  const settings = { apiKey: 'k', model: 'm', temperature: 1, maxTokens: 10, useWebSearch: false };
  const nowhere = { ...settings, webSearchDomains: [], baseUrl: null, defaultBaseUrl: undefined };
  const asked = { instructions: '', messages: [], settings: nowhere, timeoutMs: 100 };
  const error = await modelFor('azure_openai', fetch)
    .reply(asked)
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'ModelError', kind: 'no_address' });
});

it('takes Google’s 400 to a wrong key for what it is', async () => {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
  ];
  const error = { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details };
  react = replying(400, { error });
  const settings = { apiKey: 'k', model: 'm', temperature: 1, maxTokens: 10, useWebSearch: false };
  const here = {
    ...settings,
    webSearchDomains: [],
    baseUrl: `${origin}/v1beta`,
    defaultBaseUrl: undefined,
  };
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const asked = { instructions: 'Hi', messages, settings: here, timeoutMs: 1_000 };
  const thrown = await modelFor('google', fetch)
    .reply(asked)
    .catch((one) => one);
  expect(thrown).toMatchObject({ kind: 'credentials', isRetryable: false });
});
