import { z } from 'zod';
import { chooseModel } from '#shared/ai-models.ts';
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
    model: chooseModel('openai', new Date()),
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

export function toCreateRequest(values: ProviderValues): CreateProviderRequest {
  const { key, displayName, apiKey } = values;
  return { key, displayName, config: { ...toSettings(values), apiKey } };
}

/** Without an API key, the provider keeps the stored one. */
export function toUpdateRequest(values: ProviderValues): UpdateProviderRequest {
  const apiKey = values.apiKey.trim();
  const config = { ...toSettings(values), ...(apiKey && { apiKey }) };
  return { displayName: values.displayName, config };
}

function toSettings({
  key,
  displayName,
  apiKey,
  useWebSearch,
  webSearchDomains,
  ...values
}: ProviderValues) {
  return {
    ...values,
    model: values.model.trim() || chooseModel(key, new Date()),
    baseUrl: values.baseUrl.trim(),
    ...(key === 'openai' && { useWebSearch, webSearchDomains: parseDomains(webSearchDomains) }),
  };
}

export function toTestRequest(
  values: ProviderValues,
  providerId: string | null,
): TestProviderRequest {
  const apiKey = values.apiKey.trim();
  const config = { ...toSettings(values), ...(apiKey && { apiKey }) };
  return { key: values.key, ...(providerId && { providerId }), config };
}

/** A stored key belongs to its base URL, so a new URL needs a typed one. */
export function needsKey(provider: Provider | null, baseUrl: string): boolean {
  return provider === null || !isSameAddress(provider.config.baseUrl, baseUrl.trim());
}

/** The API's rules, with each problem under its field. */
export function createProviderSchema(provider: Provider | null) {
  return z.custom<ProviderValues>().superRefine((values, context) => {
    const { error } = provider
      ? updateProviderRequest.safeParse(toUpdateRequest(values))
      : createProviderRequest.safeParse(toCreateRequest(values));
    if (provider && values.apiKey.trim() === '' && needsKey(provider, values.baseUrl)) {
      context.addIssue({ code: 'custom', message: apiKeyForAddress, path: ['apiKey'] });
    }
    if (toSettings(values).model === '') {
      context.addIssue({ code: 'custom', message: 'Model is required', path: ['model'] });
    }
    for (const { path, message } of error?.issues ?? []) {
      const field = path[0] === 'config' ? path[1] : path[0];
      context.addIssue({ code: 'custom', message, path: [String(field)] });
    }
  });
}
