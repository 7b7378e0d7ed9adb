import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateText, Output, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestProduct, type TestProduct } from '../test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const vendors = {
  anthropic: (apiKey: string) =>
    createAnthropic({ apiKey, baseURL: `${product.url}/anthropic/v1` })('claude-sonnet-4-6'),
  google: (apiKey: string) =>
    createGoogle({ apiKey, baseURL: `${product.url}/google/v1beta` })('gemini-3.8-flash'),
  azure: (apiKey: string) =>
    createOpenAI({
      apiKey,
      baseURL: `${product.url}/azure/openai/v1`,
      headers: { 'api-key': apiKey },
    })('gpt-4.1-house'),
};

const instructions = 'You are Ada, a patient maths tutor.';

describe.each(Object.entries(vendors))('%s through the AI SDK', (_name, modelOf) => {
  const model = () => modelOf('key-1');
  const failure = (prompt: string, apiKey = 'key-1') =>
    generateText({ model: modelOf(apiKey), prompt, maxRetries: 0 }).then(
      () => expect.unreachable('it answered'),
      (error) => error as APICallError,
    );

  it('answers with a text, a reason to stop and numbers', async () => {
    const result = await generateText({ model: model(), instructions, prompt: 'What is 12*7?' });
    expect(result.text).toContain('84');
    expect(result.finishReason).toBe('stop');
    expect(result.usage.inputTokens).toBeGreaterThan(5);
    expect(result.usage.outputTokens).toBeGreaterThan(0);
  });

  it('streams the very same answer', async () => {
    const prompt = 'What is 12*7?';
    const whole = await generateText({ model: model(), instructions, prompt });
    const stream = streamText({ model: model(), instructions, prompt });
    const pieces = await Array.fromAsync(stream.textStream);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(whole.text);
    expect(await stream.finishReason).toBe('stop');
  });

  it('remembers what was said', async () => {
    const messages = [
      { role: 'user' as const, content: 'My name is Mia' },
      { role: 'assistant' as const, content: 'Hello Mia!' },
      { role: 'user' as const, content: 'What is my name?' },
    ];
    expect((await generateText({ model: model(), instructions, messages })).text).toContain('Mia');
  });

  it('stops at the limit, refuses on [reject], says nothing on [empty]', async () => {
    const ask = (prompt: string, maxOutputTokens = 500) =>
      generateText({ model: model(), prompt, maxOutputTokens });
    expect((await ask('[long] Tell me all', 20)).finishReason).toBe('length');
    expect((await ask('[reject] do it')).finishReason).toBe('content-filter');
    expect((await ask('[empty]')).text).toBe('');
  });

  it('judges a text in the shape that was asked for', async () => {
    const schema = z.object({ allow: z.boolean(), reason: z.string() });
    const judge = (prompt: string) =>
      generateText({ model: model(), prompt, output: Output.object({ schema }) });
    expect((await judge('What is 12*7?')).output.allow).toBe(true);
    expect((await judge('[reject] this')).output.allow).toBe(false);
  });

  it.each([404, 429, 500, 503])(
    'fails with %i where a text asks for it, then recovers',
    async (status) => {
      const prompt = `[fail ${status} x1] What is 2+2?`;
      const error = await failure(prompt);
      expect(APICallError.isInstance(error)).toBe(true);
      expect(error.statusCode).toBe(status);
      expect((await generateText({ model: model(), prompt })).text).toContain('4');
    },
  );

  it('refuses a wrong key and a broken call in the vendor’s words', async () => {
    const error = await failure('Hi', 'sk-invalid');
    expect([400, 401]).toContain(error.statusCode);
    expect(error.message).toMatch(/key/i);
  });
});

it.each([
  ['/anthropic/v1/messages', { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }],
  ['/google/v1beta/models/gemini-3.8-flash:generateContent', { 'x-goog-api-key': 'k' }],
  ['/azure/openai/v1/responses', { 'api-key': 'k' }],
])('%s answers 400 to what is no call', async (path, headers: Record<string, string>) => {
  for (const body of ['{', '{}', '[1]']) {
    const json = { 'content-type': 'application/json' };
    const response = await fetch(product.url + path, {
      method: 'POST',
      headers: { ...headers, ...json },
      body,
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('message');
  }
});

it('says that Google has switched gemini-pro off', async () => {
  const google = createGoogle({ apiKey: 'k', baseURL: `${product.url}/google/v1beta` });
  const error = await generateText({
    model: google('gemini-pro'),
    prompt: 'Hi',
    maxRetries: 0,
  }).catch((thrown) => thrown);
  expect(error.statusCode).toBe(404);
  expect(error.message).toContain('models/gemini-pro is not found');
});
