import { useFormContext } from 'react-hook-form';
import { Link } from 'wouter';
import type { Provider } from '#shared/api/providers.ts';
import { ChoiceField } from './choice-field.tsx';
import type { ExpertValues } from './expert-values.ts';

/** An inactive provider can be kept, but not chosen. */
export function ProviderField({
  providers,
  providersPath,
}: {
  providers: Provider[] | undefined;
  providersPath: string;
}) {
  const chosen = useFormContext<ExpertValues>().watch('providerId');
  const hasNone = providers?.length === 0;
  return (
    <ChoiceField
      name="providerId"
      label="AI provider"
      placeholder={hasNone ? 'No AI provider yet' : 'Choose an AI provider'}
      hint={
        hasNone && (
          <>
            An expert needs an AI provider.{' '}
            <Link href={providersPath} className="text-primary underline underline-offset-2">
              Add an AI provider
            </Link>
            . Your changes here are kept.
          </>
        )
      }
      choices={(providers ?? []).map(({ id, displayName, isActive }) => ({
        value: id,
        label: isActive ? displayName : `${displayName} (inactive)`,
        isDisabled: !isActive && id !== chosen,
      }))}
    />
  );
}
