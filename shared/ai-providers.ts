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
