import { createAnthropic } from '@ai-sdk/anthropic';
import { describeModel } from '#test/model-suite.ts';

const message = (content: object[], stop_reason: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 10 },
});
const reasons = { stop: 'end_turn', length: 'max_tokens', safety: 'refusal' };

describeModel({
  key: 'anthropic',
  model: 'claude-sonnet-4-6',
  path: '/messages',
  headers: { 'x-api-key': 'key-1', 'anthropic-version': '2023-06-01' },
  answer: (text, end = 'stop') => message(text ? [{ type: 'text', text }] : [], reasons[end]),
  toolCall: message([{ type: 'tool_use', id: 't1', name: 'look_up', input: {} }], 'tool_use'),
  error: (words) => ({ type: 'error', error: { type: 'api_error', message: words } }),
  readConversation: ({ system, messages }) => [system, messages],
  connect: (baseURL, apiKey) => createAnthropic({ apiKey, baseURL })('claude-sonnet-4-6'),
});
