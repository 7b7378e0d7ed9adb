import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import type { ExpertValues, SwitchName } from './expert-values.ts';

export function CheckboxField({
  name,
  label,
  hint,
}: {
  name: SwitchName;
  label: string;
  hint: string;
}) {
  const { control } = useFormContext<ExpertValues>();
  const { field } = useController({ control, name });
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        ref={field.ref}
        id={id}
        className="mt-0.5"
        aria-describedby={`${id}-hint`}
        checked={field.value}
        onBlur={field.onBlur}
        onCheckedChange={(checked) => field.onChange(checked === true)}
      />
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      </div>
    </div>
  );
}
