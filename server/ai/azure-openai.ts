import { createOpenAI } from '@ai-sdk/openai';
import { generateReply } from './generate-reply.ts';
import { type ChatModel, ModelError, type ModelSettings } from './model.ts';
import { validate } from './validate.ts';

/**
 * Azure calls a model by its deployment's name. Its v1 API is OpenAI's with another header; the SDK for Azure lags
 * behind and can't read a refusal.
 */
export function createAzureOpenAiModel(call: typeof fetch): ChatModel {
  return {
    reply: async (turn) => generateReply(connect(turn.settings, call), turn),
    validate: async (turn) => validate(connect(turn.settings, call), turn),
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

/** Azure's portal shows addresses without path or version. */
function withVersion(address: string): string {
  const path = ownHost.test(address) ? `${address.replace(/\/$/, '')}/openai` : address;
  return path.replace(/\/openai\/?$/, '/openai/v1');
}
