import { ApiError, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngOf, startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
let gemini: GoogleGenAI;
beforeAll(async () => {
  product = await startTestProduct();
  gemini = connect();
});
afterAll(() => product.close());

function connect(apiKey = 'a-key', apiVersion = 'v1beta'): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl: `${product.url}/google`, apiVersion } });
}

const model = 'gemini-3.8-flash';

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => expect.unreachable('it answered'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw error;
  return JSON.parse(error.message).error;
}

describe('generateContent', () => {
  it('answers with a text, a reason to stop and tokens', async () => {
    const reply = await gemini.models.generateContent({
      model,
      contents: 'What is photosynthesis?',
      config: { systemInstruction: 'You are Sol, a gardener.', temperature: 0.7 },
    });
    expect(reply.text).toMatch(/\w/);
    expect(reply.candidates?.[0]?.finishReason).toBe('STOP');
    expect(reply.modelVersion).toBe(model);
    expect(reply.usageMetadata?.promptTokenCount).toBeGreaterThan(5);
    expect(reply.usageMetadata?.candidatesTokenCount).toBeGreaterThan(0);
  });

  it('answers under v1, too', async () => {
    const stable = connect('a-key', 'v1');
    expect((await stable.models.generateContent({ model, contents: 'Hello' })).text).toMatch(/\w/);
  });

  it('streams the very same answer', async () => {
    const whole = await gemini.models.generateContent({ model, contents: 'Hello' });
    const stream = await gemini.models.generateContentStream({ model, contents: 'Hello' });
    const pieces = await Array.fromAsync(stream);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(({ text }) => text ?? '').join('')).toBe(whole.text);
    expect(pieces.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(pieces.at(-1)?.usageMetadata).toEqual(whole.usageMetadata);
  });

  it.each([
    ['[long] Tell me all', 20, 'MAX_TOKENS'],
    ['[reject] do it', 500, 'SAFETY'],
  ])('ends %j with %i tokens by %s', async (contents, maxOutputTokens, reason) => {
    const config = { maxOutputTokens };
    const { candidates } = await gemini.models.generateContent({ model, contents, config });
    expect(candidates?.[0]?.finishReason).toBe(reason);
  });

  it('fits the requested schema', async () => {
    const schema = { type: 'OBJECT', properties: { allowed: { type: 'BOOLEAN' } } };
    const config = { responseMimeType: 'application/json', responseSchema: schema };
    const reply = await gemini.models.generateContent({ model, contents: '[reject] hi', config });
    expect(JSON.parse(reply.text ?? '')).toEqual({ allowed: false });
  });

  it('sees a picture, unless the model reads text only', async () => {
    const contents = [{ inlineData: { mimeType: 'image/png', data: pngOf(32, 12) } }];
    expect((await gemini.models.generateContent({ model, contents })).text).toContain('32×12');
    const blind = gemini.models.generateContent({ model: 'text-only', contents });
    expect(await failureOf(blind)).toMatchObject({ code: 400 });
  });
});

describe('models', () => {
  it('are listed and retrieved', async () => {
    const models = await Array.fromAsync(await gemini.models.list({ config: { pageSize: 2 } }));
    const names = models.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([`models/${model}`, 'models/gemini-embedding-001']),
    );
    expect(await gemini.models.get({ model })).toMatchObject({
      name: `models/${model}`,
      supportedActions: ['generateContent'],
    });
  });

  it('that are unknown, or switched off, are not found', async () => {
    for (const call of [
      gemini.models.get({ model: 'gemini-nope' }),
      gemini.models.generateContent({ model: 'gemini-nope', contents: 'Hi' }),
      gemini.models.generateContentStream({ model: 'gemini-1.5-pro', contents: 'Hi' }),
    ]) {
      expect(await failureOf(call)).toMatchObject({
        status: 'NOT_FOUND',
        code: 404,
        message: expect.stringContaining('is not found for API version v1beta'),
      });
    }
  });
});

describe('errors', () => {
  it.each([
    ['[fail 429]', 429, 'RESOURCE_EXHAUSTED'],
    ['[fail 500]', 500, 'INTERNAL'],
    ['[fail 503]', 503, 'UNAVAILABLE'],
    ['[fail 403]', 403, 'PERMISSION_DENIED'],
  ])('%s is %i %s', async (contents, code, status) => {
    const call = gemini.models.generateContent({ model, contents });
    expect(await failureOf(call)).toMatchObject({ code, status });
  });

  it('name a wrong key and a wrong field', async () => {
    const stranger = connect('sk-invalid');
    const call = stranger.models.generateContent({ model, contents: 'Hi' });
    expect(await failureOf(call)).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      details: [{ reason: 'API_KEY_INVALID' }],
    });
    const config = { temperature: 3 };
    const hot = gemini.models.generateContent({ model, contents: 'Hi', config });
    expect(await failureOf(hot)).toMatchObject({
      code: 400,
      message: expect.stringContaining('generationConfig.temperature'),
    });
  });
});
