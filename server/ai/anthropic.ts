import { generateReply } from './generate-reply.ts';
import { fetchModelNames } from './list-models.ts';
import type { ChatModel, ModelSettings } from './model.ts';
import { validate } from './validate.ts';

const defaultAddress = 'https://api.anthropic.com/v1';

export function createAnthropicModel(call: typeof fetch): ChatModel {
  const connect = async (settings: ModelSettings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const { apiKey, model } = settings;
    return createAnthropic({ apiKey, baseURL: addressOf(settings), fetch: call })(model);
  };
  return {
    reply: async (turn) => generateReply(await connect(turn.settings), turn),
    validate: async (turn) => validate(await connect(turn.settings), turn),
    listModels: (settings) =>
      fetchModelNames(call, `${addressOf(settings)}/models?limit=1000`, {
        'x-api-key': settings.apiKey,
        'anthropic-version': '2023-06-01',
      }),
  };
}

function addressOf({ baseUrl, defaultBaseUrl }: ModelSettings): string {
  return baseUrl ?? defaultBaseUrl ?? defaultAddress;
}
