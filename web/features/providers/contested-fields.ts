import type { ContestedField } from '#web/components/edit-choices.tsx';
import type { Choice } from '#web/lib/use-merged-edit.ts';
import type { ProviderValues } from './provider-values.ts';

const labels: Record<keyof ProviderValues, string> = {
  key: 'AI vendor',
  displayName: 'Display name',
  apiKey: 'API key',
  model: 'Model',
  temperature: 'Temperature',
  maxTokens: 'Max tokens',
  baseUrl: 'Base URL',
  useWebSearch: 'Web search',
  webSearchDomains: 'Web search domains',
};

export function listContestedFields({
  names,
  mine,
  theirs,
  choices,
}: {
  names: (keyof ProviderValues)[];
  mine: ProviderValues;
  theirs: ProviderValues;
  choices: Partial<Record<keyof ProviderValues, Choice>>;
}): ContestedField[] {
  return names.map((name) => ({
    name,
    label: labels[name],
    mine: describe(mine[name]),
    theirs: describe(theirs[name]),
    choice: choices[name],
  }));
}

function describe(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value);
}
