import { createGoogle } from '@ai-sdk/google';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#sandbox/test-product.ts';
import { describeModel, turnWith } from '#test/model-suite.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';
import { modelFor } from './index.ts';

const content = (parts: object[], finishReason: string) => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0 }],
  usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 10, totalTokenCount: 30 },
});
const reasons = { stop: 'STOP', length: 'MAX_TOKENS', safety: 'SAFETY' };

describeModel({
  key: 'google',
  model: 'gemini-3.8-flash',
  path: '/models/gemini-3.8-flash:generateContent',
  headers: { 'x-goog-api-key': 'key-1' },
  answer: (text, end = 'stop') => content(text ? [{ text }] : [], reasons[end]),
  toolCall: content([{ functionCall: { name: 'look_up', args: {} } }], 'STOP'),
  error: (message) => ({
    error: { code: 400, message, status: 'INVALID_ARGUMENT', details: [] },
  }),
  readConversation: ({ systemInstruction, contents }) => [systemInstruction, contents],
  connect: (baseURL, apiKey) => createGoogle({ apiKey, baseURL })('gemini-3.8-flash'),
});

const google = modelFor('google', fetch);

it("treats Google's 400 for an invalid key as invalid credentials", async () => {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
  ];
  const error = { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT', details };
  expect(await catchError(error)).toMatchObject({ kind: 'credentials', isRetryable: false });
});

it("reads the retry delay from Google's body", async () => {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.Help', links: [] },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' },
  ];
  const error = { code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED', details };
  expect(await catchError(error)).toMatchObject({ kind: 'rate_limited', retryAfterMs: 34_070 });
});

async function catchError(error: { code: number }): Promise<unknown> {
  const wire = await startVendorServer();
  wire.react(replyWith(error.code, { error }));
  const asked = turnWith({ model: 'gemini-3.8-flash', defaultBaseUrl: wire.url });
  const thrown = await google.reply(asked).catch((error) => error);
  wire.close();
  return thrown;
}

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

it('has a stand-in without the retired gemini-pro', async () => {
  const asked = turnWith({ model: 'gemini-pro', defaultBaseUrl: `${product.url}/google/v1` });
  const thrown = await google.reply(asked).catch((error) => error);
  expect(thrown).toMatchObject({ kind: 'not_found' });
  expect(thrown.detail).toBe('404 NOT_FOUND');
});
