import { type ModelError, type ModelFailureKind, modelFailures } from '#server/ai/model.ts';
import type { Runtime } from '#server/runtime.ts';
import { currentModels, findRetirement } from '#shared/ai-models.ts';
import { aiProviderNames, modelOf } from '#shared/ai-providers.ts';
import type { ProviderRow } from './store.ts';

type Failed = Pick<ProviderRow, 'key' | 'config'>;

/** What an admin reads of a failure: our words, the vendor's, and what to do where something can be done. */
export function describeFailure(
  { clock }: Runtime,
  provider: Failed,
  { kind, detail }: ModelError,
): string {
  const words = `${modelFailures[kind].words} (${detail})`;
  const hint = kind === 'not_found' && retirementHint(provider, clock.now());
  const advice = hint || adviceFor(kind, provider);
  return advice ? `${words} ${advice}` : words;
}

const advices: Partial<Record<ModelFailureKind, string>> = {
  credentials: 'Give it a key that works.',
  not_found: 'Check the name of the model.',
  bad_request: 'Check its model and Max tokens.',
  no_pictures: 'Choose one that can, or a fallback that can.',
  too_short: 'Raise that limit.',
  no_address: 'Add one to its settings.',
  inactive: 'Choose another one for the expert.',
  rate_limited: 'If it goes on, check limits and billing there.',
  timeout: 'If it goes on, choose a faster model or a fallback.',
  no_verdict: 'If it goes on, let another model judge.',
};

function adviceFor(kind: ModelFailureKind, { config }: Failed): string | undefined {
  const mayBeElsewhere = kind === 'not_found' || kind === 'network';
  if (config.baseUrl && mayBeElsewhere) {
    return 'Check the model and the base URL, which ends with the version.';
  }
  return advices[kind];
}

function retirementHint(provider: Failed, now: Date): string | null {
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
