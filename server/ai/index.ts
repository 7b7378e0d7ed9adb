import type { AiProviderKey } from '#shared/ai-providers.ts';
import { type ChatModel, ModelError } from './model.ts';
import { createOpenAiModel } from './openai.ts';

const registry: Partial<Record<AiProviderKey, (call: typeof fetch) => ChatModel>> = {
  openai: createOpenAiModel,
};

/** @throws {ModelError} `unsupported` for a vendor that has no adapter yet. */
export function modelFor(key: AiProviderKey, call: typeof fetch): ChatModel {
  const create = registry[key];
  if (!create) throw new ModelError('unsupported', key);
  return create(call);
}
