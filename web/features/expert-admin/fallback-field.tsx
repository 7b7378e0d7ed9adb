import { useFormContext } from 'react-hook-form';
import type { Provider } from '#shared/api/providers.ts';
import { ChoiceField } from './choice-field.tsx';
import type { ExpertValues } from './expert-values.ts';

export function FallbackField({ providers = [] }: { providers: Provider[] | undefined }) {
  const { watch } = useFormContext<ExpertValues>();
  const [first, chosen] = watch(['providerId', 'fallbackProviderId']);
  const others = providers.filter(({ id }) => id !== first || id === chosen);
  if (others.length === 0) return null;
  return (
    <ChoiceField
      name="fallbackProviderId"
      label="Fallback provider"
      hint="Answers when the AI provider is down or keeps failing, but not when it refuses to answer."
      choices={[
        { value: '', label: 'None' },
        ...others.map(({ id, displayName, isActive }) => ({
          value: id,
          label: isActive ? displayName : `${displayName} (inactive)`,
          isDisabled: id === first || (!isActive && id !== chosen),
        })),
      ]}
    />
  );
}
