import { createOpenAI } from '@ai-sdk/openai';
import { expect, it } from 'vitest';
import { responsesAnswer, responsesError, responsesToolCall } from './fixtures/responses-api.ts';
import { modelFor } from './index.ts';
import { describeModel, turnWith } from './model-suite.ts';

describeModel({
  key: 'azure_openai',
  model: 'our-deployment',
  path: '/responses',
  headers: { 'api-key': 'key-1' },
  answer: responsesAnswer,
  toolCall: responsesToolCall,
  error: responsesError,
  said: ({ input }) => input,
  connect: (baseURL, apiKey) =>
    createOpenAI({ apiKey, baseURL, headers: { 'api-key': apiKey } })('our-deployment'),
});

it('says that Azure needs an address where it has none', async () => {
  const nowhere = turnWith({ model: 'our-deployment', defaultBaseUrl: undefined });
  const error = await modelFor('azure_openai', fetch)
    .reply(nowhere)
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'ModelError', kind: 'no_address' });
});

it.each([
  'https://ours.openai.azure.com',
  'https://ours.openai.azure.com/',
  'https://ours.openai.azure.com/openai/',
  'https://ours.openai.azure.com/openai/v1',
])('finds the API at %s, as the portal shows it', async (baseUrl) => {
  const asked: string[] = [];
  const azure = modelFor('azure_openai', async (input) => {
    asked.push(String(input));
    return Response.json(responsesAnswer('Four.'));
  });
  await azure.reply(turnWith({ model: 'ours', baseUrl, defaultBaseUrl: undefined }));
  expect(asked).toEqual(['https://ours.openai.azure.com/openai/v1/responses']);
});

it('takes what Azure’s filter stops for refused', async () => {
  const error = { message: 'Filtered.', type: null, param: 'prompt', code: 'content_filter' };
  const azure = modelFor('azure_openai', async () => Response.json({ error }, { status: 400 }));
  const asked = turnWith({ model: 'ours', defaultBaseUrl: 'https://ours.openai.azure.com' });
  const thrown = await azure.reply(asked).catch((one) => one);
  expect(thrown).toMatchObject({ kind: 'refusal', detail: '400 Filtered.' });
});
