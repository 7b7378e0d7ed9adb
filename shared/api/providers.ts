import { z } from 'zod';
import { aiProviderKeys } from '../ai-providers.ts';
import { temperatureRange } from '../limits.ts';
import { timestamp } from './common.ts';

const displayName = z
  .string('Display name is required')
  .trim()
  .min(1, 'Display name is required')
  .max(100);

/** A key belongs to the address it was typed for: kept for another one, it would be sent to whoever is there. */
export const apiKeyForAddress = 'Type the API key again: the stored one is for another base URL';
export function isSameAddress(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  return bareAddress(one) === bareAddress(other);
}
function bareAddress(address: string | null | undefined): string {
  return (address ?? '').replace(/\/+$/, '');
}

/** The vendor's paths are put behind it; a password in it would be shown and logged. */
function isPlainAddress(text: string): boolean {
  if (/[?#]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** As a header carries it. What is copied with it by mistake (quotation marks, dots in place of the key) is none. */
const headerText = /^[\x21-\x7e]*$/;
const apiKey = z
  .string('API key is required')
  .trim()
  .max(1000)
  .regex(headerText, 'API key must not hold spaces or special characters. Copy it again.');

/** Copied from an address bar it comes with scheme and path, which OpenAI refuses, and with them every answer. */
const searchDomain = z
  .string()
  .overwrite((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/.*$/, ''),
  )
  .max(253)
  .regex(/^[^\s/:?#@.]+(\.[^\s/:?#@.]+)+$/, 'Domains look like who.int');

const settings = {
  model: z.string().trim().max(200).optional(),
  temperature: z
    .number('Temperature must be a number')
    .min(temperatureRange.min, 'Temperature must be between 0 and 2')
    .max(temperatureRange.max, 'Temperature must be between 0 and 2')
    .optional(),
  maxTokens: z
    .number('Max tokens must be a number')
    .int('Max tokens must be a whole number')
    .min(1, 'Max tokens must be at least 1')
    .max(1_000_000)
    .optional(),
  useWebSearch: z.boolean().optional(),
  /** Bare host names, without a scheme; at most 100 (OpenAI's limit). */
  webSearchDomains: z.array(searchDomain).max(100, 'At most 100 domains').optional(),
  /** The whole prefix with its version segment, for servers that speak the vendor's protocol. */
  baseUrl: z
    .url({ protocol: /^https?$/, message: 'Base URL must start with http:// or https://' })
    .refine(isPlainAddress, 'Base URL must not hold a password, a ? or a #')
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

/** On edit the API key is sent only when it changes, and has to be where the base URL does. */
export const updateProviderRequest = z.object({
  displayName: displayName.optional(),
  config: z.object({ apiKey: apiKey.optional(), ...settings }).optional(),
});

/** Settings to be tried before they are saved. Without a key, the stored one of `providerId` is used. */
export const testProviderRequest = z.object({
  key: z.enum(aiProviderKeys, 'Choose one of the AI providers'),
  providerId: z.uuid('providerId must be a valid id').optional(),
  config: z.object({ apiKey: apiKey.optional(), ...settings }),
});
export const testProviderReply = z.object({
  ok: z.boolean(),
  /** What came of it, in words. */
  message: z.string(),
  /** Null where nothing was called. */
  processingTimeMs: z.number().nullable(),
  /** Which model answered, or was asked for. */
  model: z.string().nullable(),
});

export const providerReply = z.object({
  id: z.uuid(),
  key: z.enum(aiProviderKeys),
  displayName: z.string(),
  isActive: z.boolean(),
  /** Answers come from the sandbox's stand-in, not from the vendor. */
  isSandboxed: z.boolean(),
  /** It has failed so often that it is asked only now and then; null: nothing is known against it. */
  outage: z
    .object({
      since: timestamp,
      /** From then on one message is tried with it. */
      nextTryAt: timestamp,
      /** What it failed with last, in words. */
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
  createdAt: timestamp,
});
/** Names that the vendor lists for the stored key; none where it does not. */
export const vendorModelsReply = z.object({ models: z.array(z.string()) });
export const providersReply = z.object({ providers: z.array(providerReply) });
export const oneProviderReply = z.object({ provider: providerReply });

export type CreateProviderRequest = z.input<typeof createProviderRequest>;
export type UpdateProviderRequest = z.input<typeof updateProviderRequest>;
export type TestProviderRequest = z.input<typeof testProviderRequest>;
export type VendorModelsReply = z.infer<typeof vendorModelsReply>;
export type TestProviderReply = z.infer<typeof testProviderReply>;
export type Provider = z.infer<typeof providerReply>;
