import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import type { ExpertValues } from './expert-values.ts';

export type Choice = { value: string; label: string; isDisabled?: boolean };

/** Radix reads '' as "not chosen yet". */
const none = 'none';

export function ChoiceField({
  name,
  label,
  hint,
  placeholder,
  choices,
}: {
  name: 'channel' | 'status' | 'providerId' | 'fallbackProviderId' | 'pauseAfterText' | 'class';
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  choices: Choice[];
}) {
  const { control } = useFormContext<ExpertValues>();
  const hasNone = choices.some(({ value }) => value === '');
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(props) => (
        <Select
          value={hasNone ? field.value || none : field.value}
          onValueChange={(value) => field.onChange(value === none ? '' : value)}
        >
          <SelectTrigger
            {...props}
            ref={field.ref}
            onBlur={field.onBlur}
            placeholder={placeholder}
          />
          <SelectContent>
            {choices.map(({ value, label: text, isDisabled }) => (
              <SelectItem key={value} value={value || none} disabled={isDisabled}>
                {text}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
