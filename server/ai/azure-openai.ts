import { createOpenAI } from '@ai-sdk/openai';
import { ask } from './ask.ts';
import { judge } from './judge.ts';
import { type ChatModel, ModelError, type ModelSettings } from './model.ts';

/**
 * OpenAI's models in somebody's own Azure resource: the model's name is that of a deployment there. Azure's
 * v1 API is OpenAI's with another header, so OpenAI's SDK speaks it (the one for Azure lags behind and can't
 * read a refusal).
 */
export function createAzureOpenAiModel(call: typeof fetch): ChatModel {
  return {
    reply: async (turn) => ask(connect(turn.settings, call), turn),
    judge: async (turn) => judge(connect(turn.settings, call), turn),
  };
}

function connect(settings: ModelSettings, call: typeof fetch) {
  const { apiKey, baseUrl, defaultBaseUrl, model } = settings;
  const address = baseUrl ?? defaultBaseUrl;
  if (!address) throw new ModelError('no_address', 'https://NAME.openai.azure.com/openai/v1');
  const azure = createOpenAI({
    apiKey,
    headers: { 'api-key': apiKey },
    baseURL: withVersion(address),
    fetch: call,
  });
  return azure(model);
}

const ownHost = /^https:\/\/[^/]+\.(openai|services\.ai|cognitiveservices)\.azure\.com\/?$/;

/** Azure's portal shows the address without its path or without its version. */
function withVersion(address: string): string {
  const path = ownHost.test(address) ? `${address.replace(/\/$/, '')}/openai` : address;
  return path.replace(/\/openai\/?$/, '/openai/v1');
}
