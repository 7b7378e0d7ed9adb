import { createOpenAI } from '@ai-sdk/openai';
import { responsesAnswer, responsesError, responsesToolCall } from './fixtures/responses-api.ts';
import { describeModel } from './model-suite.ts';

describeModel({
  key: 'openai',
  model: 'gpt-4o',
  path: '/responses',
  headers: { authorization: 'Bearer key-1' },
  answer: responsesAnswer,
  toolCall: responsesToolCall,
  error: responsesError,
  said: ({ input }) => input,
  connect: (baseURL, apiKey) => createOpenAI({ apiKey, baseURL })('gpt-4o'),
});
