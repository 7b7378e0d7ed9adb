import { z } from 'zod';
import { type AiProviderKey, defaultModels } from '#shared/ai-providers.ts';
import {
  apiKeyForAddress,
  type CreateProviderRequest,
  createProviderRequest,
  isSameAddress,
  type Provider,
  type TestProviderRequest,
  type UpdateProviderRequest,
  updateProviderRequest,
} from '#shared/api/providers.ts';
import { maxTokensDefault, temperatureRange } from '#shared/limits.ts';

/** What the form holds; numbers may be empty while someone types. */
export type ProviderValues = {
  key: AiProviderKey;
  displayName: string;
  apiKey: string;
  model: string;
  temperature: number;
  maxTokens: number;
  baseUrl: string;
  useWebSearch: boolean;
  /** As typed, separated by commas. */
  webSearchDomains: string;
};

export function providerValues(provider: Provider | null): ProviderValues {
  if (!provider) {
    return {
      key: 'openai',
      displayName: '',
      apiKey: '',
      model: defaultModels.openai,
      temperature: temperatureRange.initial,
      maxTokens: maxTokensDefault,
      baseUrl: '',
      useWebSearch: false,
      webSearchDomains: '',
    };
  }
  const { key, displayName, config } = provider;
  return {
    key,
    displayName,
    apiKey: '',
    model: config.model,
    temperature: config.temperature,
    maxTokens: config.maxTokens,
    baseUrl: config.baseUrl ?? '',
    useWebSearch: config.useWebSearch,
    webSearchDomains: config.webSearchDomains.join(', '),
  };
}

function parseDomains(text: string): string[] {
  return text
    .split(',')
    .map((domain) => domain.trim())
    .filter(Boolean);
}

/** What is sent; the field names of the form and of the call agree, but for their nesting. */
export function providerRequest(
  values: ProviderValues,
  isNew: boolean,
): CreateProviderRequest | UpdateProviderRequest {
  const { key, displayName, apiKey, model, temperature, maxTokens, baseUrl } = values;
  const config = {
    model: model.trim() || defaultModels[key],
    temperature,
    maxTokens,
    baseUrl: baseUrl.trim(),
    ...(key === 'openai' && {
      useWebSearch: values.useWebSearch,
      webSearchDomains: parseDomains(values.webSearchDomains),
    }),
  };
  if (isNew) return { key, displayName, config: { ...config, apiKey } };
  return {
    displayName,
    config: apiKey.trim() ? { ...config, apiKey: apiKey.trim() } : config,
  };
}

/** What is tried: the same settings, with the stored key where none is typed. */
export function testRequest(
  values: ProviderValues,
  providerId: string | null,
): TestProviderRequest {
  const { config = {} } = providerRequest(values, false);
  return { key: values.key, ...(providerId && { providerId }), config };
}

/** Whether the stored key can't be kept, because it was typed for another address. */
export function needsKey(provider: Provider | null, baseUrl: string): boolean {
  return provider === null || !isSameAddress(provider.config.baseUrl, baseUrl.trim());
}

/** The call's own rules, told at the form's fields. */
export function providerFormSchema(provider: Provider | null) {
  const isNew = provider === null;
  const rules = isNew ? createProviderRequest : updateProviderRequest;
  return z.custom<ProviderValues>().superRefine((values, context) => {
    const checked = rules.safeParse(providerRequest(values, isNew));
    if (!isNew && values.apiKey.trim() === '' && needsKey(provider, values.baseUrl)) {
      context.addIssue({ code: 'custom', message: apiKeyForAddress, path: ['apiKey'] });
    }
    for (const { path, message } of checked.error?.issues ?? []) {
      const field = path[0] === 'config' ? path[1] : path[0];
      context.addIssue({ code: 'custom', message, path: [String(field)] });
    }
  });
}
