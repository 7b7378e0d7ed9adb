import { type ModelError, modelFailures } from '#server/ai/model.ts';
import type { Runtime } from '#server/runtime.ts';
import { currentModels, findRetirement } from '#shared/ai-models.ts';
import { aiProviderNames, modelOf } from '#shared/ai-providers.ts';
import type { ProviderRow } from './store.ts';

/** What an admin reads of a failure: our words, the vendor's, and that the model is gone where it is. */
export function describeFailure(
  { clock }: Runtime,
  provider: Pick<ProviderRow, 'key' | 'config'>,
  { kind, detail }: ModelError,
): string {
  const words = `${modelFailures[kind].words} (${detail})`;
  const hint = kind === 'not_found' && retirementHint(provider, clock.now());
  return hint ? `${words} ${hint}` : words;
}

function retirementHint(provider: Pick<ProviderRow, 'key' | 'config'>, now: Date): string | null {
  const model = modelOf(provider);
  const retirement = findRetirement(provider.key, model, now);
  if (!retirement?.isOver) return null;
  const [newer] = currentModels(provider.key);
  const advice = newer ? ` Choose another model, for example ${newer}.` : '';
  return `${aiProviderNames[provider.key]} retired ${model} on ${retirement.on}.${advice}`;
}
