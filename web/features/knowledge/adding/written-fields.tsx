import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import type { SourceValues, TextName, WrittenKind } from './source-values.ts';

export const writtenFields: Record<WrittenKind, ReactNode> = {
  text: (
    <>
      <TextField name="title" label="Title" placeholder="Opening hours" />
      <TextField name="text" label="Text" lines={8} placeholder="The bakery is open..." />
    </>
  ),
  pair: (
    <>
      <TextField name="question" label="Question" lines={2} placeholder="Do you sell coffee?" />
      <TextField name="answer" label="Answer" lines={4} placeholder="Yes, from 7:00 to 11:00." />
    </>
  ),
  page: (
    <TextField
      name="url"
      label="Address"
      placeholder="https://example.com/hours"
      hint="One page is read, not the pages that it links to."
      inputMode="url"
    />
  ),
};

function TextField({
  name,
  label,
  hint,
  placeholder,
  lines,
  inputMode,
}: {
  name: TextName;
  label: string;
  hint?: string;
  placeholder: string;
  /** Shown at first; the field grows. */
  lines?: number;
  inputMode?: 'url';
}) {
  const { register, formState } = useFormContext<SourceValues>();
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {(control) =>
        lines ? (
          <Textarea
            {...control}
            {...register(name)}
            aria-required
            rows={lines}
            placeholder={placeholder}
            className="field-sizing-content max-h-72"
          />
        ) : (
          <Input
            {...control}
            {...register(name)}
            aria-required
            dir="auto"
            autoComplete="off"
            placeholder={placeholder}
            inputMode={inputMode}
          />
        )
      }
    </Field>
  );
}
