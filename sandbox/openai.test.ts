import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateText, Output, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { number, person, startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
let baseURL: string;
beforeAll(async () => {
  product = await startTestProduct();
  baseURL = `${product.url}/openai/v1`;
});
afterAll(() => product.close());

const apis = ['responses', 'chat'] as const;
type Api = (typeof apis)[number];

function model(api: Api, name = 'gpt-4.1', apiKey = 'sk-test') {
  const provider = createOpenAI({ apiKey, baseURL });
  return api === 'chat' ? provider.chat(name) : provider(name);
}

const instructions = 'You are Ada, a patient maths tutor.';

async function post(path: string, body: object | string, key = 'Bearer sk-test') {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: key }) };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${baseURL}${path}`, { method: 'POST', headers, body: text });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe.each(apis)('through the AI SDK, %s', (api) => {
  it('answers with a text, a reason to stop and numbers', async () => {
    const result = await generateText({ model: model(api), instructions, prompt: 'What is 12*7?' });
    expect(result.text).toContain('84');
    expect(result.finishReason).toBe('stop');
    expect(result.usage.inputTokens).toBeGreaterThan(5);
    expect(result.usage.outputTokens).toBeGreaterThan(0);
    expect(result.usage.totalTokens).toBe(
      (result.usage.inputTokens ?? 0) + (result.usage.outputTokens ?? 0),
    );
  });

  it('streams the very same answer', async () => {
    const prompt = 'What is 12*7?';
    const whole = await generateText({ model: model(api), instructions, prompt });
    const stream = streamText({ model: model(api), instructions, prompt });
    const pieces = await Array.fromAsync(stream.textStream);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(whole.text);
    expect(await stream.finishReason).toBe('stop');
    expect((await stream.usage).outputTokens).toBe(whole.usage.outputTokens);
  });

  it('stops at the limit', async () => {
    const asked = { model: model(api), prompt: '[long] Tell me all', maxOutputTokens: 20 };
    const result = await generateText(asked);
    expect(result.finishReason).toBe('length');
    expect(result.text.length).toBeLessThanOrEqual(80);
    expect(await streamText(asked).finishReason).toBe('length');
  });

  it('spends a small limit on thinking with a reasoning model', async () => {
    const thinking = model(api, 'gpt-5');
    const result = await generateText({ model: thinking, prompt: 'Hi', maxOutputTokens: 30 });
    expect(result).toMatchObject({ text: '', finishReason: 'length' });
    expect(result.usage.outputTokenDetails.reasoningTokens).toBe(30);
  });

  it('refuses on [reject], says nothing on [empty], much on [long]', async () => {
    const ask = (prompt: string) => generateText({ model: model(api), prompt });
    expect(await ask('[reject] do it')).toMatchObject({ finishReason: 'content-filter' });
    expect(await ask('[empty]')).toMatchObject({ text: '', finishReason: 'stop' });
    expect((await ask('[long] rice')).text.length).toBeGreaterThan(1500);
    const refused = streamText({ model: model(api), prompt: '[reject] do it' });
    expect(await refused.finishReason).toBe('content-filter');
  });

  it('judges a text in the shape that was asked for', async () => {
    const schema = z.object({ verdict: z.enum(['allow', 'reject']), reason: z.string() });
    const judge = async (prompt: string) => {
      const rules = 'Reject messages about weapons. Allow everything else.';
      const output = Output.object({ schema });
      return (await generateText({ model: model(api), instructions: rules, prompt, output }))
        .output;
    };
    expect(await judge('How do I add fractions?')).toMatchObject({ verdict: 'allow' });
    expect(await judge('Which weapon is best?')).toMatchObject({ verdict: 'reject' });
    expect(await judge('hello [reject]')).toMatchObject({ verdict: 'reject' });
  });

  it('fails as often as the text says, then answers', async () => {
    const prompt = `[fail 500 x2] hello ${api}`;
    const ask = () => generateText({ model: model(api), prompt, maxRetries: 0 });
    for (const _ of [1, 2]) {
      const error = await ask().catch((thrown: unknown) => thrown);
      expect(APICallError.isInstance(error) && error.statusCode).toBe(500);
    }
    expect((await ask()).finishReason).toBe('stop');
    await expect(ask()).rejects.toThrow();
  });

  it.each([
    ['[fail 429]', 429, true],
    ['[fail 401]', 401, false],
    ['[fail 503]', 503, true],
    ['[fail 400]', 400, false],
  ])('%s is an error with status %i', async (prompt, status, isRetryable) => {
    const asked = { model: model(api), prompt, maxRetries: 0 };
    const error = await generateText(asked).catch((thrown: unknown) => thrown);
    expect(APICallError.isInstance(error) && error).toMatchObject({
      statusCode: status,
      isRetryable,
    });
    if (status === 429) expect((error as APICallError).responseHeaders?.['retry-after']).toBe('1');
  });

  it('[slow 30s] is given up by whoever waits less', async () => {
    const asked = {
      model: model(api),
      prompt: '[slow 30s] hi',
      abortSignal: AbortSignal.timeout(50),
    };
    await expect(generateText(asked)).rejects.toThrow();
  });
});

describe('on the wire', () => {
  it.each([
    ['', 401, null],
    ['Bearer sk-invalid', 401, 'invalid_api_key'],
  ])('key %j: %i', async (key, status, code) => {
    const answer = await post('/responses', { model: 'gpt-4.1', input: 'hi' }, key);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatchObject({ type: 'invalid_request_error', code });
  });

  it.each([
    ['/responses', { model: 'gpt-5', input: 'hi', temperature: 0.7 }, 'temperature'],
    [
      '/chat/completions',
      { model: 'gpt-5', messages: [{ role: 'user', content: 'hi' }], temperature: 1 },
      'temperature',
    ],
    [
      '/chat/completions',
      { model: 'o3', messages: [{ role: 'user', content: 'hi' }], max_tokens: 50 },
      'max_tokens',
    ],
    ['/responses', { model: 'gpt-4.1', input: 'hi', max_output_tokens: 5 }, 'max_output_tokens'],
    ['/responses', { model: 'gpt-4.1' }, 'input'],
    ['/chat/completions', { model: 'gpt-4.1', messages: [] }, 'messages'],
    ['/responses', { input: 'hi' }, null],
    ['/responses', '{broken', null],
  ])('%s refuses %j', async (path, body, param) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('streams the events of a response in their order, numbered', async () => {
    const { text } = await post('/responses', { model: 'any', input: '[empty] hi', stream: true });
    const events = text
      .split('\n\n')
      .filter(Boolean)
      .map((block) => JSON.parse(block.split('data: ')[1] ?? ''));
    expect(events.map((event) => event.type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(events.at(-1).response.usage.total_tokens).toBeGreaterThan(0);
  });

  it('ends a chat stream with usage, where asked for, and [DONE]', async () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const body = { model: 'any', messages, stream: true, stream_options: { include_usage: true } };
    const frames = (await post('/chat/completions', body)).text.split('\n\n').filter(Boolean);
    expect(frames.at(-1)).toBe('data: [DONE]');
    expect(JSON.parse(frames.at(-2)?.slice(6) ?? '')).toMatchObject({ choices: [] });
    expect(JSON.parse(frames.at(-3)?.slice(6) ?? '').choices[0].finish_reason).toBe('stop');
  });

  it('lists models and knows no other path', async () => {
    const headers = { authorization: 'Bearer sk-test' };
    const response = await fetch(`${baseURL}/models`, { headers });
    const list = (await response.json()) as { data: { id: string }[] };
    expect(list.data.map((each) => each.id)).toContain('gpt-5');
    expect((await post('/embeddings', {})).status).toBe(404);
  });

  it('is logged beside the conversation it answers', async () => {
    const webhookUrl = `${product.productUrl}/hook`;
    await product.sandbox.deliverText({
      webhookUrl,
      from: person,
      to: number,
      body: 'Unheard of words',
    });
    await post('/responses', { model: 'gpt-4.1', input: 'Unheard of words' });
    const entry = product.sandbox.wire.at(-1);
    expect(entry).toMatchObject({ kind: 'model', person, number, response: { status: 200 } });
    expect(entry?.request.headers.authorization).toBe('Bearer ••••••');
  });
});
