import { useFormContext } from 'react-hook-form';
import type { Provider } from '#shared/api/providers.ts';
import { ChoiceField } from './choice-field.tsx';
import type { ExpertValues } from './expert-values.ts';

/** Who answers when the first provider can't; there is a choice only where there is a second one. */
export function FallbackField({ providers = [] }: { providers: Provider[] | undefined }) {
  const { watch } = useFormContext<ExpertValues>();
  const [first, chosen] = watch(['providerId', 'fallbackProviderId']);
  const others = providers.filter(({ id }) => id !== first || id === chosen);
  if (others.length === 0) return null;
  return (
    <ChoiceField
      name="fallbackProviderId"
      label="Fallback provider"
      hint="Answers when the AI provider has failed for good or is down. Never after a refusal."
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
