import { generateReply } from './generate-reply.ts';
import { fetchModelNames } from './list-models.ts';
import type { ChatModel, ModelSettings } from './model.ts';
import { validate } from './validate.ts';

const defaultAddress = 'https://generativelanguage.googleapis.com/v1beta';

export function createGoogleModel(call: typeof fetch): ChatModel {
  const connect = async (settings: ModelSettings) => {
    const { createGoogle } = await import('@ai-sdk/google');
    const { apiKey, model } = settings;
    return createGoogle({ apiKey, baseURL: addressOf(settings), fetch: call })(model);
  };
  return {
    reply: async (turn) => generateReply(await connect(turn.settings), turn),
    validate: async (turn) => validate(await connect(turn.settings), turn),
    listModels: (settings) =>
      fetchModelNames(call, `${addressOf(settings)}/models?pageSize=1000`, {
        'x-goog-api-key': settings.apiKey,
      }),
  };
}

function addressOf({ baseUrl, defaultBaseUrl }: ModelSettings): string {
  return baseUrl ?? defaultBaseUrl ?? defaultAddress;
}
