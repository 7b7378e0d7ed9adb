import { z } from 'zod';
import { defaultModels } from '#shared/ai-providers.ts';
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

type Config = Required<CreateProviderRequest['config']>;

/** Domains are one text, separated by commas. */
export type ProviderValues = Pick<CreateProviderRequest, 'key' | 'displayName'> & {
  [Name in keyof Config]: Name extends 'webSearchDomains' ? string : NonNullable<Config[Name]>;
};

const newProvider: Pick<Provider, 'key' | 'displayName' | 'config'> = {
  key: 'openai',
  displayName: '',
  config: {
    hasApiKey: false,
    apiKeyLast4: null,
    model: defaultModels.openai,
    temperature: temperatureRange.initial,
    maxTokens: maxTokensDefault,
    baseUrl: null,
    useWebSearch: false,
    webSearchDomains: [],
  },
};

export function toProviderValues(provider: Provider | null): ProviderValues {
  const { key, displayName, config } = provider ?? newProvider;
  const { hasApiKey, apiKeyLast4, ...settings } = config;
  return {
    ...settings,
    key,
    displayName,
    apiKey: '',
    baseUrl: settings.baseUrl ?? '',
    webSearchDomains: settings.webSearchDomains.join(', '),
  };
}

function parseDomains(text: string): string[] {
  return text
    .split(',')
    .map((domain) => domain.trim())
    .filter(Boolean);
}

/** A new provider needs an API key; without one, an existing provider keeps its own. */
export function toProviderRequest(
  { key, displayName, apiKey, useWebSearch, webSearchDomains, ...values }: ProviderValues,
  isNew: boolean,
): CreateProviderRequest | UpdateProviderRequest {
  const config = {
    ...values,
    model: values.model.trim() || defaultModels[key],
    baseUrl: values.baseUrl.trim(),
    ...(key === 'openai' && { useWebSearch, webSearchDomains: parseDomains(webSearchDomains) }),
  };
  if (isNew) return { key, displayName, config: { ...config, apiKey } };
  return {
    displayName,
    config: apiKey.trim() ? { ...config, apiKey: apiKey.trim() } : config,
  };
}

export function toTestRequest(
  values: ProviderValues,
  providerId: string | null,
): TestProviderRequest {
  const { config = {} } = toProviderRequest(values, false);
  return { key: values.key, ...(providerId && { providerId }), config };
}

/** A stored key belongs to its address: a new provider, or a new base URL, needs one typed. */
export function needsKey(provider: Provider | null, baseUrl: string): boolean {
  return provider === null || !isSameAddress(provider.config.baseUrl, baseUrl.trim());
}

/** The API's own rules, with each problem under its field. */
export function createProviderSchema(provider: Provider | null) {
  const isNew = provider === null;
  const schema = isNew ? createProviderRequest : updateProviderRequest;
  return z.custom<ProviderValues>().superRefine((values, context) => {
    const { error } = schema.safeParse(toProviderRequest(values, isNew));
    if (!isNew && values.apiKey.trim() === '' && needsKey(provider, values.baseUrl)) {
      context.addIssue({ code: 'custom', message: apiKeyForAddress, path: ['apiKey'] });
    }
    for (const { path, message } of error?.issues ?? []) {
      const field = path[0] === 'config' ? path[1] : path[0];
      context.addIssue({ code: 'custom', message, path: [String(field)] });
    }
  });
}
