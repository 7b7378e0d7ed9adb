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

/** Also the stand-in's folder and path. */
export function vendorFile(key: AiProviderKey): string {
  return key.replaceAll('_', '-');
}
export function standInPath(key: AiProviderKey): string {
  return `/${vendorFile(key)}/v1`;
}
export function baseUrlSetting<Key extends AiProviderKey>(key: Key): `${Uppercase<Key>}_BASE_URL` {
  return `${key.toUpperCase() as Uppercase<Key>}_BASE_URL`;
}

export function modelOf(provider: {
  key: AiProviderKey;
  config: { model?: string | undefined };
}): string {
  return provider.config.model || defaultModels[provider.key];
}
