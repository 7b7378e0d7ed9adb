import { ask, judge } from './ask.ts';
import type { ChatModel, ModelSettings } from './model.ts';

/** Gemini, by Google's generateContent API. */
export function createGoogleModel(call: typeof fetch): ChatModel {
  const connect = async ({ apiKey, baseUrl, defaultBaseUrl, model }: ModelSettings) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey, baseURL: baseUrl ?? defaultBaseUrl, fetch: call })(model);
  };
  return {
    reply: async (turn) => ask(await connect(turn.settings), turn),
    judge: async (turn) => judge(await connect(turn.settings), turn),
  };
}
