import { ask } from './ask.ts';
import { judge } from './judge.ts';
import { fetchNames } from './list.ts';
import type { ChatModel, ModelSettings } from './model.ts';

const ownAddress = 'https://api.anthropic.com/v1';

/** Claude, by Anthropic's Messages API. */
export function createAnthropicModel(call: typeof fetch): ChatModel {
  const connect = async (settings: ModelSettings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const { apiKey, model } = settings;
    return createAnthropic({ apiKey, baseURL: addressOf(settings), fetch: call })(model);
  };
  return {
    reply: async (turn) => ask(await connect(turn.settings), turn),
    judge: async (turn) => judge(await connect(turn.settings), turn),
    list: (settings) =>
      fetchNames(call, `${addressOf(settings)}/models?limit=1000`, {
        'x-api-key': settings.apiKey,
        'anthropic-version': '2023-06-01',
      }),
  };
}

function addressOf({ baseUrl, defaultBaseUrl }: ModelSettings): string {
  return baseUrl ?? defaultBaseUrl ?? ownAddress;
}
