import { type ModelError, type ModelFailureKind, modelFailures } from '#server/ai/model.ts';
import type { ProviderRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { currentModels, findRetirement } from '#shared/ai-models.ts';
import { aiProviderNames, modelOf } from '#shared/ai-providers.ts';

type Failed = Pick<ProviderRow, 'key' | 'config'>;

export function describeFailure(
  { clock }: Runtime,
  provider: Failed,
  { kind, detail }: ModelError,
): string {
  const text = `${modelFailures[kind].text} (${detail})`;
  const hint = kind === 'not_found' && describeRetirement(provider, clock.now());
  const advice = hint || findAdvice(kind, provider);
  return advice ? `${text} ${advice}` : text;
}

const adviceByKind: Partial<Record<ModelFailureKind, string>> = {
  credentials: 'Enter a valid API key.',
  not_found: 'Check the model name.',
  bad_request: 'Check the model and Max tokens.',
  recited: 'Ask for that in AI Testing, and add to the prompt that it is not to be told.',
  no_pictures: 'Choose one that can, or add a fallback that can.',
  too_long: 'Choose a model with a longer context window.',
  too_short: 'Raise Max tokens.',
  private_address: 'Choose another base URL, or set ALLOW_PRIVATE_URLS=true.',
  redirected: 'Enter the address that it leads to as the base URL.',
  no_address: 'Add one to its settings.',
  inactive: 'Choose another provider for the expert.',
  rate_limited: 'If this continues, check your limits and billing with the vendor.',
  timeout: 'If this continues, choose a faster model or add a fallback.',
  no_verdict: 'If this continues, validate with another model.',
};

function findAdvice(kind: ModelFailureKind, { config }: Failed): string | undefined {
  const mayBeWrongAddress = kind === 'not_found' || kind === 'network';
  if (config.baseUrl && mayBeWrongAddress) {
    return 'Check the model name and the base URL, which must end with the API version.';
  }
  return adviceByKind[kind];
}

function describeRetirement(provider: Failed, now: Date): string | null {
  const model = modelOf(provider);
  const retirement = findRetirement(provider.key, model, now);
  if (!retirement?.isOver) return null;
  const [newer] = currentModels(provider.key);
  const advice = newer ? ` Choose another model, for example ${newer}.` : '';
  const day = new Date(retirement.on).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return `${aiProviderNames[provider.key]} retired ${model} on ${day}.${advice}`;
}
