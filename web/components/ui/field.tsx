import { type ReactNode, useId } from 'react';
import { Label } from './label.tsx';

export type FieldControl = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
};

export function Field({
  label,
  hint,
  error,
  optional,
  isRequired = !optional,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** False for a field of a group that is optional as a whole. */
  isRequired?: boolean;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <Label htmlFor={id}>{label}</Label>
        {optional && <span className="text-muted text-sm">Optional</span>}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy.join(' ') || undefined,
        'aria-required': isRequired || undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="text-muted text-sm wrap-anywhere">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  );
}
