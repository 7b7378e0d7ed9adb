import { useFormContext } from 'react-hook-form';
import { Link } from 'wouter';
import type { Provider } from '#shared/api/providers.ts';
import { ChoiceField } from './choice-field.tsx';
import type { ExpertValues } from './expert-values.ts';

/** Whose model answers. An inactive provider can stay, but not be chosen. */
export function ProviderField({
  providers,
  providersPath,
}: {
  /** Undefined while they load, or where they could not be loaded. */
  providers: Provider[] | undefined;
  providersPath: string;
}) {
  const chosen = useFormContext<ExpertValues>().watch('providerId');
  const hasNone = providers?.length === 0;
  return (
    <ChoiceField
      name="providerId"
      label="AI provider"
      placeholder={hasNone ? 'There is no AI provider yet' : 'Choose whose model answers'}
      hint={
        hasNone && (
          <>
            An expert needs one to answer with.{' '}
            <Link href={providersPath} className="text-primary underline underline-offset-2">
              Add an AI provider
            </Link>
            . What you typed here stays.
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
