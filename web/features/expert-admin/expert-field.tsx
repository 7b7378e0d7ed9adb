import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import type { ExpertValues, SwitchName } from './expert-values.ts';

type Props = {
  name: Exclude<
    keyof ExpertValues,
    SwitchName | 'openingHours' | 'disclosureHours' | 'words' | 'knowledgeMode' | 'knowledgeBudget'
  >;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  isOptional?: boolean;
  /** Shown at first; the field grows. */
  lines?: number;
};

export function TextField({ name, label, hint, placeholder, isOptional, lines }: Props) {
  const { register, formState } = useFormContext<ExpertValues>();
  const error = formState.errors[name]?.message;
  return (
    <Field label={label} hint={hint} error={error} optional={isOptional}>
      {(control) =>
        lines ? (
          <Textarea
            {...control}
            {...register(name)}
            rows={lines}
            placeholder={placeholder}
            style={{ minHeight: `calc(${lines} * 1.5em + 1.125rem)` }}
            className="field-sizing-content max-h-80"
          />
        ) : (
          <Input
            {...control}
            {...register(name)}
            dir="auto"
            autoComplete="off"
            placeholder={placeholder}
          />
        )
      }
    </Field>
  );
}

export function Section({
  id,
  title,
  description,
  children,
}: {
  id?: string;
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <fieldset
      id={id}
      className="min-w-0 scroll-mt-14 border-t pt-5 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <legend className="contents">
        <span className="block font-semibold text-lg">{title}</span>
      </legend>
      <p className="text-muted">{description}</p>
      <div className="grid grid-cols-1 gap-5 pt-4">{children}</div>
    </fieldset>
  );
}

export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>;
}
