import { useController, useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import type { ExpertValues } from './expert-values.ts';

/** The browser's picker only understands six digits. */
function toPickerValue(hex: string): string {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(hex.trim());
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return /^#[\da-f]{6}$/i.test(hex.trim()) ? hex.trim() : '#ffffff';
}

export function ColorField({
  name,
  label,
}: {
  name: 'primaryColor' | 'secondaryColor' | 'accentColor';
  label: string;
}) {
  const { control } = useFormContext<ExpertValues>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} isRequired={false} error={fieldState.error?.message}>
      {(props) => (
        <div className="flex gap-2">
          <span className="relative shrink-0">
            <input
              type="color"
              aria-label={`Pick ${label.toLowerCase()}`}
              value={toPickerValue(field.value)}
              onChange={(event) => field.onChange(event.target.value.toUpperCase())}
              className="h-(--control) w-11 cursor-pointer rounded-control border bg-surface p-1"
            />
            {field.value.trim() === '' && <NotSet />}
          </span>
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

/** The picker itself can't show that no color is set. */
function NotSet() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-1 rounded-[5px] bg-surface bg-[linear-gradient(to_top_right,transparent_calc(50%-1px),var(--color-muted)_calc(50%-1px)_calc(50%+1px),transparent_calc(50%+1px))]"
    />
  );
}
