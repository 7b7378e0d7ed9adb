import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';

/** Days are blank without a limit. */
export type OptionValues = { validFrom: string; validUntil: string; isInternal: boolean };

export function toOptionValues(source: KnowledgeSource | null): OptionValues {
  return {
    validFrom: source?.validFrom ?? '',
    validUntil: source?.validUntil ?? '',
    isInternal: source?.isQuotable === false,
  };
}

export function toOptions({ validFrom, validUntil, isInternal }: OptionValues) {
  return {
    validFrom: validFrom || null,
    validUntil: validUntil || null,
    isQuotable: !isInternal,
  };
}

/** In a form whose values have `OptionValues`. */
export function SourceOptions() {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <DayField name="validFrom" label="Valid from" />
        <DayField name="validUntil" label="Valid until" hint="The last day." />
      </div>
      <InternalField />
    </>
  );
}

function DayField({
  name,
  label,
  hint,
}: {
  name: 'validFrom' | 'validUntil';
  label: string;
  hint?: string;
}) {
  const { register, formState } = useFormContext<OptionValues>();
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message} optional>
      {(control) => (
        <Input {...control} {...register(name)} type="date" className="min-w-0 tabular-nums" />
      )}
    </Field>
  );
}

function InternalField() {
  const id = useId();
  const { control } = useFormContext<OptionValues>();
  const { field } = useController({ control, name: 'isInternal' });
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
          Internal
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          The model knows it, but people are never shown its words or its name.
        </p>
      </div>
    </div>
  );
}
