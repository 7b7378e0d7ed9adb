import type { AiProviderKey } from '#shared/ai-providers.ts';
import { createAnthropicModel } from './anthropic.ts';
import { createAzureOpenAiModel } from './azure-openai.ts';
import { createGoogleModel } from './google.ts';
import type { ChatModel } from './model.ts';
import { createOpenAiModel } from './openai.ts';
import { withVision } from './vision.ts';

const registry: Record<AiProviderKey, (call: typeof fetch) => ChatModel> = {
  openai: createOpenAiModel,
  anthropic: createAnthropicModel,
  google: createGoogleModel,
  azure_openai: createAzureOpenAiModel,
};

export function modelFor(key: AiProviderKey, call: typeof fetch): ChatModel {
  return withVision(key, registry[key](call));
}
