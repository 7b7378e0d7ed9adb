import type { ModelSettings } from '#server/ai/model.ts';
import { type AiProviderKey, aiProviderKeys, defaultModels } from '#shared/ai-providers.ts';
import { maxTokensDefault, temperatureRange } from '#shared/limits.ts';

/** The caller left something out: its message is all that is printed. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export type AnswerOptions = {
  provider?: string | undefined;
  /** Names the environment variable that holds the key, so that no key stands in a shell's history. */
  'key-from'?: string | undefined;
  model?: string | undefined;
  /** Of Azure, or of a compatible server. */
  'base-url'?: string | undefined;
};

export type Vendor = { key: AiProviderKey; settings: ModelSettings };

/** @throws {UsageError} */
export function parseVendor(
  options: AnswerOptions,
  environment: Record<string, string | undefined>,
): Vendor {
  const { provider = '', model, 'key-from': keyFrom, 'base-url': baseUrl } = options;
  const key = aiProviderKeys.find((one) => one === provider);
  const known = aiProviderKeys.join(', ');
  if (!key) throw new UsageError(`Say with --provider which vendor is asked: ${known}.`);
  if (!keyFrom)
    throw new UsageError('Say with --key-from which environment variable holds the API key.');
  const apiKey = environment[keyFrom]?.trim();
  if (!apiKey) throw new UsageError(`The environment variable ${keyFrom} is not set, or empty.`);
  if (key === 'azure_openai' && !baseUrl)
    throw new UsageError('Azure has an address for each customer: give it with --base-url.');
  const settings = {
    ...{ apiKey, model: model ?? defaultModels[key], baseUrl: baseUrl ?? null },
    ...{
      temperature: temperatureRange.initial,
      maxTokens: maxTokensDefault,
      useWebSearch: false,
      webSearchDomains: [],
    },
    defaultBaseUrl: undefined,
  };
  return { key, settings };
}
