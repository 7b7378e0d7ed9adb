import type { RefObject } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';

export function ExpertPicker({
  experts,
  value,
  onChange,
  isMissing,
  ref,
}: {
  experts: Expert[];
  value: string;
  onChange: (expertId: string) => void;
  /** A message was sent before an expert was chosen. */
  isMissing: boolean;
  ref: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <div className="w-full sm:w-72">
      <Field label="Expert" error={isMissing ? 'Please select an expert' : undefined}>
        {(control) => (
          <Select value={value} onValueChange={onChange}>
            <SelectTrigger {...control} ref={ref} placeholder="Select an expert" />
            <SelectContent>
              {experts.map(({ id, displayName, status }) => (
                <SelectItem key={id} value={id}>
                  {status === 'PAUSED' ? `${displayName} (paused)` : displayName}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
    </div>
  );
}
