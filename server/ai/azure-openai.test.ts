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
