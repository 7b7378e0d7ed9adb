import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useDraft } from './drafts.ts';

/** Keeps what was typed when the form is closed by accident. */
export function useDraftedForm<Values extends FieldValues>(options: {
  name: string;
  initial: Values;
  resolver: Resolver<Values>;
}) {
  const draft = useDraft<Values>(options.name);
  const [saved] = useState(draft.read);
  const [isRestored, setIsRestored] = useState(saved !== undefined);
  const form = useForm<Values>({
    defaultValues: (saved ?? options.initial) as DefaultValues<Values>,
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
          if (JSON.stringify(values) === untouched) latest.current.clear();
          else latest.current.save(structuredClone(values));
        },
      }),
    [form, untouched],
  );
  return {
    form,
    isRestored,
    discard: () => {
      form.reset(options.initial);
      draft.clear();
      setIsRestored(false);
    },
    /** After saving. */
    clear: draft.clear,
  };
}
