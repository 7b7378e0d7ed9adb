import { ask, judge } from './ask.ts';
import { type ChatModel, ModelError, type ModelSettings } from './model.ts';

/** OpenAI's models in somebody's own Azure resource: the model's name is that of a deployment there. */
export function createAzureOpenAiModel(call: typeof fetch): ChatModel {
  const connect = async ({ apiKey, baseUrl, defaultBaseUrl, model }: ModelSettings) => {
    const baseURL = baseUrl ?? defaultBaseUrl;
    if (!baseURL) throw new ModelError('no_address', 'https://NAME.openai.azure.com/openai');
    const { createAzure } = await import('@ai-sdk/azure');
    return createAzure({ apiKey, baseURL, fetch: call })(model);
  };
  return {
    reply: async (turn) => ask(await connect(turn.settings), turn),
    judge: async (turn) => judge(await connect(turn.settings), turn),
  };
}
