import { ask } from './ask.ts';
import { judge } from './judge.ts';
import { fetchNames } from './list.ts';
import type { ChatModel, ModelSettings } from './model.ts';

const ownAddress = 'https://generativelanguage.googleapis.com/v1beta';

/** Gemini, by Google's generateContent API. */
export function createGoogleModel(call: typeof fetch): ChatModel {
  const connect = async (settings: ModelSettings) => {
    const { createGoogle } = await import('@ai-sdk/google');
    const { apiKey, model } = settings;
    return createGoogle({ apiKey, baseURL: addressOf(settings), fetch: call })(model);
  };
  return {
    reply: async (turn) => ask(await connect(turn.settings), turn),
    judge: async (turn) => judge(await connect(turn.settings), turn),
    list: (settings) =>
      fetchNames(call, `${addressOf(settings)}/models?pageSize=1000`, {
        'x-goog-api-key': settings.apiKey,
      }),
  };
}

function addressOf({ baseUrl, defaultBaseUrl }: ModelSettings): string {
  return baseUrl ?? defaultBaseUrl ?? ownAddress;
}
