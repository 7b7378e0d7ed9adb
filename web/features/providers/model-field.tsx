import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { chooseModel, currentModels, findRetirement } from '#shared/ai-models.ts';
import type { AiProviderKey } from '#shared/ai-providers.ts';
import type { Provider } from '#shared/api/providers.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { formatDate } from '#web/lib/format.ts';
import { vendorModelsQuery } from './api.ts';
import type { ProviderValues } from './provider-values.ts';

export function ModelField({ provider }: { provider: Provider | null }) {
  const { register, watch, formState } = useFormContext<ProviderValues>();
  const suggestionsId = useId();
  const key = watch('key');
  const model = watch('model').trim() || chooseModel(key, new Date());
  const vendorModels = useQuery({
    ...vendorModelsQuery(provider?.id ?? ''),
    enabled: provider !== null,
  });
  const suggestions = new Set([...currentModels(key), ...(vendorModels.data?.models ?? [])]);
  return (
    <Field label="Model" hint={describeModel(key, model)} error={formState.errors.model?.message}>
      {(control) => (
        <>
          <Input
            {...control}
            {...register('model')}
            list={suggestionsId}
            autoComplete="off"
            spellCheck={false}
            placeholder={chooseModel(key, new Date())}
          />
          <datalist id={suggestionsId}>
            {[...suggestions].map((id) => (
              <option key={id} value={id} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function describeModel(vendor: AiProviderKey, model: string): ReactNode {
  const retirement = findRetirement(vendor, model, new Date());
  if (!retirement) return vendor === 'azure_openai' && 'The name of your deployment.';
  // Noon: midnight could be another day in the reader's time zone.
  const day = formatDate(`${retirement.on}T12:00`);
  const [suggested] = currentModels(vendor);
  return (
    <span className="text-accent">
      {retirement.isOver
        ? `${model} is retired and no longer answers.`
        : `${model} retires on ${day}.`}
      {suggested && ` A current model is ${suggested}.`}
    </span>
  );
}
