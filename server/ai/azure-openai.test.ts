import { createOpenAI } from '@ai-sdk/openai';
import { expect, it } from 'vitest';
import { describeModel, turnWith } from '#test/model-suite.ts';
import {
  createResponsesAnswer,
  createResponsesError,
  createResponsesToolCall,
} from './fixtures/responses-api.ts';
import { modelFor } from './index.ts';

describeModel({
  key: 'azure_openai',
  model: 'our-deployment',
  path: '/responses',
  headers: { 'api-key': 'key-1' },
  answer: createResponsesAnswer,
  toolCall: createResponsesToolCall,
  error: createResponsesError,
  readConversation: ({ input }) => input,
  connect: (baseURL, apiKey) =>
    createOpenAI({ apiKey, baseURL, headers: { 'api-key': apiKey } })('our-deployment'),
});

it('requires an address', async () => {
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
])("finds the API at %s, an address that Azure's portal shows", async (baseUrl) => {
  const asked: string[] = [];
  const azure = modelFor('azure_openai', async (input) => {
    asked.push(String(input));
    return Response.json(createResponsesAnswer('Four.'));
  });
  await azure.reply(turnWith({ model: 'ours', baseUrl, defaultBaseUrl: undefined }));
  expect(asked).toEqual(['https://ours.openai.azure.com/openai/v1/responses']);
});

it("reports a question that Azure's filter stops as a refusal", async () => {
  const error = { message: 'Filtered.', type: null, param: 'prompt', code: 'content_filter' };
  const azure = modelFor('azure_openai', async () => Response.json({ error }, { status: 400 }));
  const asked = turnWith({ model: 'ours', defaultBaseUrl: 'https://ours.openai.azure.com' });
  const thrown = await azure.reply(asked).catch((error) => error);
  expect(thrown).toMatchObject({ kind: 'refusal', detail: '400 content_filter' });
});
