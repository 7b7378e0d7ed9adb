import { useFormContext } from 'react-hook-form';
import { aiProviderNames } from '#shared/ai-providers.ts';
import type { Provider } from '#shared/api/providers.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { SecretInput } from '#web/components/ui/secret-input.tsx';
import { ModelFields } from './model-fields.tsx';
import { needsKey, type ProviderValues } from './provider-values.ts';
import { TestConnection } from './test-connection.tsx';
import { VendorSelect } from './vendor-select.tsx';
import { WebSearchFields } from './web-search-fields.tsx';

/** Null for a new one. */
type Props = { provider: Provider | null };

export function ProviderFields({ provider }: Props) {
  const key = useFormContext<ProviderValues>().watch('key');
  return (
    <>
      {provider ? <Vendor provider={provider} /> : <VendorSelect />}
      <NameField />
      <KeyField provider={provider} />
      <ModelFields provider={provider} />
      {key === 'openai' && <WebSearchFields />}
      <TestConnection provider={provider} />
    </>
  );
}

function Vendor({ provider }: { provider: Provider }) {
  return (
    <p className="text-muted">
      {aiProviderNames[provider.key]}. To use a different vendor, add another provider.
    </p>
  );
}

function NameField() {
  const { register, formState, watch } = useFormContext<ProviderValues>();
  return (
    <Field label="Display name" error={formState.errors.displayName?.message}>
      {(control) => (
        <Input
          {...control}
          {...register('displayName')}
          autoComplete="off"
          placeholder={aiProviderNames[watch('key')]}
        />
      )}
    </Field>
  );
}

function KeyField({ provider }: Props) {
  const { register, formState, watch } = useFormContext<ProviderValues>();
  const isNeeded = needsKey(provider, watch('baseUrl'));
  const last4 = isNeeded ? null : provider?.config.apiKeyLast4;
  return (
    <Field
      label="API key"
      optional={!isNeeded}
      hint={describeKey(provider, isNeeded)}
      error={formState.errors.apiKey?.message}
    >
      {(control) => (
        <SecretInput
          what="API key"
          {...control}
          {...register('apiKey')}
          autoComplete="new-password"
          spellCheck={false}
          placeholder={last4 ? `•••• ${last4}` : undefined}
        />
      )}
    </Field>
  );
}

function describeKey(provider: Provider | null, isNeeded: boolean): string {
  if (!provider) return 'Stored encrypted. Only its last four characters are ever shown.';
  return isNeeded ? 'The key for the new base URL.' : 'Leave empty to keep the stored key.';
}
