import { ask } from './ask.ts';
import { judge } from './judge.ts';
import type { ChatModel, ModelSettings } from './model.ts';

const ownAddress = 'https://generativelanguage.googleapis.com/v1beta';

/** Gemini, by Google's generateContent API. */
export function createGoogleModel(call: typeof fetch): ChatModel {
  const connect = async ({ apiKey, baseUrl, defaultBaseUrl, model }: ModelSettings) => {
    const { createGoogle } = await import('@ai-sdk/google');
    const baseURL = baseUrl ?? defaultBaseUrl ?? ownAddress;
    return createGoogle({ apiKey, baseURL, fetch: call })(model);
  };
  return {
    reply: async (turn) => ask(await connect(turn.settings), turn),
    judge: async (turn) => judge(await connect(turn.settings), turn),
  };
}
