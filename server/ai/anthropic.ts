import { ask } from './ask.ts';
import { judge } from './judge.ts';
import type { ChatModel, ModelSettings } from './model.ts';

const ownAddress = 'https://api.anthropic.com/v1';

/** Claude, by Anthropic's Messages API. */
export function createAnthropicModel(call: typeof fetch): ChatModel {
  const connect = async ({ apiKey, baseUrl, defaultBaseUrl, model }: ModelSettings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const baseURL = baseUrl ?? defaultBaseUrl ?? ownAddress;
    return createAnthropic({ apiKey, baseURL, fetch: call })(model);
  };
  return {
    reply: async (turn) => ask(await connect(turn.settings), turn),
    judge: async (turn) => judge(await connect(turn.settings), turn),
  };
}
