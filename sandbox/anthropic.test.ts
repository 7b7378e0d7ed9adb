import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngOf, startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
let claude: Anthropic;
beforeAll(async () => {
  product = await startTestProduct();
  claude = connect();
});
afterAll(() => product.close());

function connect(options: ClientOptions = {}): Anthropic {
  const baseURL = `${product.url}/anthropic`;
  return new Anthropic({ apiKey: 'sk-ant-test', baseURL, maxRetries: 0, ...options });
}

function buildRequest(content: Anthropic.MessageParam['content'], model = 'claude-sonnet-5-5') {
  return { model, max_tokens: 500, messages: [{ role: 'user' as const, content }] };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it answered'),
    (error: unknown) => error,
  );

describe('messages', () => {
  it('answer with a text, a reason to stop, tokens and a request id', async () => {
    const message = await claude.messages.create({
      ...buildRequest('What is photosynthesis?'),
      system: [{ type: 'text', text: 'You are Sol, a gardener.' }],
    });
    expect(message).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' });
    expect(message.content).toEqual([{ type: 'text', text: expect.stringMatching(/\w/) }]);
    expect(message.usage.input_tokens).toBeGreaterThan(5);
    expect(message.usage.output_tokens).toBeGreaterThan(0);
    expect(message._request_id).toMatch(/^req_/);
  });

  it.each([
    ['x-api-key', { 'x-api-key': 'sk-ant-test' }],
    ['Authorization', { authorization: 'Bearer sk-ant-test' }],
  ])('take the key in %s', async (_, headers) => {
    const body = JSON.stringify(buildRequest('Hi'));
    const url = `${product.url}/anthropic/v1/messages`;
    const all = { ...headers, 'anthropic-version': '2023-06-01' };
    expect((await fetch(url, { method: 'POST', headers: all, body })).status).toBe(200);
  });

  it('stream the very same answer', async () => {
    const whole = await claude.messages.create(buildRequest('Hello'));
    const stream = claude.messages.stream(buildRequest('Hello'));
    const pieces: string[] = [];
    stream.on('text', (piece) => pieces.push(piece));
    const { content, stop_reason, usage } = await stream.finalMessage();
    expect(pieces.length).toBeGreaterThan(1);
    expect(content).toEqual(whole.content);
    expect([stop_reason, usage.output_tokens]).toEqual(['end_turn', whole.usage.output_tokens]);
    expect(content).toEqual([{ type: 'text', text: pieces.join('') }]);
  });

  it.each([
    ['[long] Tell me all', 20, 'max_tokens'],
    ['[reject] do it', 500, 'refusal'],
  ])('end %j with %i tokens by %s', async (question, max_tokens, reason) => {
    const message = await claude.messages.create({ ...buildRequest(question), max_tokens });
    expect(message.stop_reason).toBe(reason);
  });

  it('fit the requested schema', async () => {
    const schema = {
      type: 'object',
      properties: { allowed: { type: 'boolean' }, reason: { type: 'string' } },
    };
    const { content } = await claude.messages.create({
      ...buildRequest('hello [reject]'),
      output_config: { format: { type: 'json_schema', schema } },
    });
    const [block] = content;
    expect(JSON.parse(block?.type === 'text' ? block.text : '')).toMatchObject({ allowed: false });
  });

  it('see a picture, unless the model reads text only', async () => {
    const source = { type: 'base64', media_type: 'image/png', data: pngOf(32, 12) } as const;
    const content = [{ type: 'image' as const, source }];
    const message = await claude.messages.create(buildRequest(content));
    expect(JSON.stringify(message.content)).toContain('32×12');
    expect(
      await failureOf(claude.messages.create(buildRequest(content, 'text-only'))),
    ).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    });
  });
});

describe('models', () => {
  it('are listed and retrieved', async () => {
    const models = await Array.fromAsync(claude.models.list({ limit: 2 }));
    expect(models.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['claude-sonnet-5-5', 'claude-haiku-4-5']),
    );
    expect(await claude.models.retrieve('claude-sonnet-4-5-20250929')).toMatchObject({
      type: 'model',
      id: 'claude-sonnet-4-5-20250929',
      display_name: 'Claude Sonnet 4.5',
    });
  });

  it('that are unknown are not found', async () => {
    for (const call of [
      claude.models.retrieve('claude-nope'),
      claude.messages.create(buildRequest('Hi', 'claude-nope')),
    ]) {
      const error = await failureOf(call);
      expect(error).toBeInstanceOf(Anthropic.NotFoundError);
      expect(error).toMatchObject({
        type: 'not_found_error',
        error: { type: 'error', error: { message: 'model: claude-nope' } },
      });
    }
  });
});

describe('errors', () => {
  it.each([
    ['[fail 429]', 429, 'rate_limit_error'],
    ['[fail 500]', 500, 'api_error'],
    ['[fail 529]', 529, 'overloaded_error'],
    ['[fail 403]', 403, 'permission_error'],
  ])('%s is %i %s, numbered in header and body', async (question, status, type) => {
    const error = (await failureOf(claude.messages.create(buildRequest(question)))) as InstanceType<
      typeof Anthropic.APIError
    >;
    expect(error).toMatchObject({ status, type, error: { request_id: error.requestID } });
    expect(error.requestID).toMatch(/^req_/);
    if (status === 429) expect(error.headers?.get('retry-after')).toBe('1');
  });

  it('name a wrong key and a wrong field', async () => {
    const stranger = connect({ apiKey: 'sk-invalid' });
    expect(await failureOf(stranger.messages.create(buildRequest('Hi')))).toBeInstanceOf(
      Anthropic.AuthenticationError,
    );
    const call = claude.messages.create({ ...buildRequest('Hi'), max_tokens: 0 });
    expect(await failureOf(call)).toMatchObject({
      status: 400,
      message: expect.stringContaining('max_tokens'),
    });
  });
});
