import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useDraft } from './drafts.ts';

/** A form that closing by accident does not empty: opened again, it holds what was typed. */
export function useDraftedForm<Values extends FieldValues>(options: {
  /** Names the draft. */
  name: string;
  initial: Values;
  resolver: Resolver<Values>;
}) {
  const draft = useDraft<Values>(options.name);
  const [kept] = useState(draft.read);
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const form = useForm<Values>({
    defaultValues: (kept ?? options.initial) as DefaultValues<Values>,
    resolver: options.resolver,
  });
  const untouched = JSON.stringify(options.initial);
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (JSON.stringify(values) === untouched) latest.current.forget();
          else latest.current.keep(structuredClone(values));
        },
      }),
    [form, untouched],
  );
  return {
    form,
    isRestored,
    discard: () => {
      form.reset(options.initial);
      draft.forget();
      setIsRestored(false);
    },
    /** After saving. */
    forget: draft.forget,
  };
}
