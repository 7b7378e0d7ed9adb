import { z } from 'zod';
import { aiProviderKeys } from '../ai-providers.ts';
import { temperatureRange } from '../limits.ts';
import { dropEnd } from '../texts.ts';
import { requiredText, timestamp } from './common.ts';

const displayName = requiredText('Display name', 100);

/** A changed base URL would receive the stored key. */
export const apiKeyForAddress = 'Enter the API key again: the stored one is for another base URL';
export function isSameAddress(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  return bareAddress(one) === bareAddress(other);
}
function bareAddress(address: string | null | undefined): string {
  return dropEnd(address ?? '', /\//);
}

/** The vendor's paths are appended; a password in the URL would be shown and logged. */
function isPlainAddress(text: string): boolean {
  if (/[?#]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Refuses common copy mistakes: curly quotes, dots in place of the key. */
const headerText = /^[\x21-\x7e]*$/;
const apiKey = z
  .string('API key is required')
  .trim()
  .max(1000, 'API key must not exceed 1000 characters')
  .regex(headerText, 'API key must not contain spaces or special characters. Copy it again.');

/** OpenAI rejects every request whose domains have a scheme or path. */
const searchDomain = z
  .string()
  .overwrite((text) => {
    const [domain = ''] = text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/');
    return domain;
  })
  .max(253, 'A domain has at most 253 characters')
  .regex(/^[^\s/:?#@.]+(\.[^\s/:?#@.]+)+$/, 'Domains must look like who.int');

const settings = {
  model: z.string().trim().max(200, 'Model must not exceed 200 characters').optional(),
  temperature: z
    .number('Temperature must be a number')
    .min(temperatureRange.min, 'Temperature must be between 0 and 2')
    .max(temperatureRange.max, 'Temperature must be between 0 and 2')
    // Steps of 0.1, also for a slider's 0.30000000000000004.
    .overwrite((typed) => Math.round(typed * 10) / 10)
    .optional(),
  maxTokens: z
    .number('Max tokens must be a number')
    .int('Max tokens must be a whole number')
    .min(1, 'Max tokens must be at least 1')
    .max(1_000_000, 'Max tokens must not exceed 1,000,000')
    .optional(),
  useWebSearch: z.boolean().optional(),
  /** OpenAI's limit. */
  webSearchDomains: z.array(searchDomain).max(100, 'At most 100 domains').optional(),
  /** Of a server that speaks the vendor's protocol, with the version segment. */
  baseUrl: z
    .url({ protocol: /^https?$/, message: 'Base URL must start with http:// or https://' })
    .refine(isPlainAddress, 'Base URL must not contain a password, ? or #')
    .or(z.literal(''))
    .nullish(),
};

export const createProviderRequest = z.object({
  key: z.enum(aiProviderKeys, 'Choose one of the AI providers'),
  displayName,
  config: z.object({
    apiKey: apiKey.min(1, 'API key is required'),
    ...settings,
  }),
});

/** The API key is omitted unless it or the base URL changes. */
export const updateProviderRequest = z.object({
  displayName: displayName.optional(),
  config: z.object({ apiKey: apiKey.optional(), ...settings }).optional(),
});

/** Without a key, the one stored for `providerId` is used. */
export const testProviderRequest = z.object({
  key: z.enum(aiProviderKeys, 'Choose one of the AI providers'),
  providerId: z.uuid('providerId must be a valid id').optional(),
  config: z.object({ apiKey: apiKey.optional(), ...settings }),
});
export const testProviderReply = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** Null if nothing was called. */
  processingTimeMs: z.number().nullable(),
  /** The model that answered, else the one requested. */
  model: z.string().nullable(),
});

export const providerReply = z.object({
  id: z.uuid(),
  key: z.enum(aiProviderKeys),
  displayName: z.string(),
  isActive: z.boolean(),
  isSandboxed: z.boolean(),
  /** After many failures: then called only now and then. */
  outage: z
    .object({
      since: timestamp,
      /** When a message tries it again. */
      nextTryAt: timestamp,
      reason: z.string(),
    })
    .nullable(),
  config: z.object({
    hasApiKey: z.boolean(),
    apiKeyLast4: z.string().nullable(),
    model: z.string(),
    temperature: z.number(),
    maxTokens: z.number(),
    useWebSearch: z.boolean(),
    webSearchDomains: z.array(z.string()),
    baseUrl: z.string().nullable(),
  }),
  /** Quoted, it is the ETag. */
  revision: z.number(),
  createdAt: timestamp,
});
/** Empty if the vendor lists none for the stored key. */
export const vendorModelsReply = z.object({ models: z.array(z.string()) });
export const providersReply = z.object({ providers: z.array(providerReply) });
export const oneProviderReply = z.object({ provider: providerReply });

export type CreateProviderRequest = z.input<typeof createProviderRequest>;
export type UpdateProviderRequest = z.input<typeof updateProviderRequest>;
export type TestProviderRequest = z.input<typeof testProviderRequest>;
export type VendorModelsReply = z.infer<typeof vendorModelsReply>;
export type TestProviderReply = z.infer<typeof testProviderReply>;
export type Provider = z.infer<typeof providerReply>;
