/** The vendors whose models can answer, with the defaults of the provider form. */
export const aiProviderKeys = ['openai', 'anthropic', 'google', 'azure_openai'] as const;
export type AiProviderKey = (typeof aiProviderKeys)[number];

export const aiProviderNames: Record<AiProviderKey, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  azure_openai: 'Azure OpenAI',
};

export const defaultModels: Record<AiProviderKey, string> = {
  openai: 'gpt-5',
  anthropic: 'claude-sonnet-5-5',
  google: 'gemini-pro',
  azure_openai: 'gpt-5',
};

/**
 * The one convention that spares a vendor lines elsewhere: from its key follow its file (`azure-openai.ts`),
 * the place of its stand-in in the sandbox (`/sandbox/azure-openai/v1`) and the setting that names
 * another address than its own (`AZURE_OPENAI_BASE_URL`).
 */
export function vendorFile(key: AiProviderKey): string {
  return key.replaceAll('_', '-');
}
export function standInPath(key: AiProviderKey): string {
  return `/${vendorFile(key)}/v1`;
}
export function baseUrlSetting<Key extends AiProviderKey>(key: Key): `${Uppercase<Key>}_BASE_URL` {
  // The compiler does not follow toUpperCase.
  return `${key.toUpperCase() as Uppercase<Key>}_BASE_URL`;
}

/** The model that a provider answers with: the one that was set, or its vendor's default. */
export function modelOf(provider: {
  key: AiProviderKey;
  config: { model?: string | undefined };
}): string {
  return provider.config.model || defaultModels[provider.key];
}
