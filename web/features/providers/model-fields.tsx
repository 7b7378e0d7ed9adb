import { useFormContext } from 'react-hook-form';
import type { Provider } from '#shared/api/providers.ts';
import { temperatureRange } from '#shared/limits.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { ModelField } from './model-field.tsx';
import type { ProviderValues } from './provider-values.ts';

export function ModelFields({ provider }: { provider: Provider | null }) {
  const { register, formState } = useFormContext<ProviderValues>();
  const { errors } = formState;
  return (
    <>
      <ModelField provider={provider} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Temperature"
          hint="0 is the most predictable, 2 the most varied."
          error={errors.temperature?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...register('temperature', { valueAsNumber: true })}
              type="number"
              inputMode="decimal"
              min={temperatureRange.min}
              max={temperatureRange.max}
              step={temperatureRange.step}
            />
          )}
        </Field>
        <Field
          label="Max tokens"
          hint="The longest answer the model may write."
          error={errors.maxTokens?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...register('maxTokens', { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
            />
          )}
        </Field>
      </div>
      <Field
        label="Base URL"
        optional
        hint="For your own server that speaks this vendor's API. Include the version segment."
        error={errors.baseUrl?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('baseUrl')}
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://llm.example.com/v1"
          />
        )}
      </Field>
    </>
  );
}
