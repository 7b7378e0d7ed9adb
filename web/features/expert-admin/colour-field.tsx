import { useController, useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import type { ExpertValues } from './expert-values.ts';

/** The picker understands six digits only. */
function toPickerValue(hex: string): string {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex.trim());
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return /^#[\da-f]{6}$/i.test(hex.trim()) ? hex.trim() : '#ffffff';
}

/** A colour as hex text, with the browser's picker beside it. */
export function ColourField({
  name,
  label,
}: {
  name: 'primaryColor' | 'secondaryColor' | 'accentColor';
  label: string;
}) {
  const { control } = useFormContext<ExpertValues>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(props) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={toPickerValue(field.value)}
            onChange={(event) => field.onChange(event.target.value.toUpperCase())}
            className="h-(--control) w-11 shrink-0 cursor-pointer rounded-control border bg-surface p-1"
          />
          <Input
            {...props}
            {...field}
            autoComplete="off"
            spellCheck={false}
            placeholder="Default"
          />
        </div>
      )}
    </Field>
  );
}
