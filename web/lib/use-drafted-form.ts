import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { useDraft } from './drafts.ts';
import { listChanges } from './merge-edits.ts';

/** Keeps what was typed if the form is closed by accident, with its base, which may change meanwhile. */
export function useDraftedForm<Values extends FieldValues, Base>(options: {
  name: string;
  base: Base;
  toValues: (base: Base) => Values;
  resolver: Resolver<Values>;
  /** Fields that a reload does not bring back. */
  secrets?: (keyof Values)[];
}) {
  const { toValues, secrets = [] } = options;
  const draft = useDraft<{ values: Values; base: Base }>(options.name, ({ values, base }) => {
    const blank = Object.fromEntries(secrets.map((name) => [name, '']));
    return { values: { ...values, ...blank }, base };
  });
  const [saved] = useState(() => {
    const found = draft.read();
    // Text typed while a new object was saved is an edit of it, not of the next new one.
    return found && (found.base === null) === (options.base === null) ? found : undefined;
  });
  const [isRestored, setIsRestored] = useState(saved !== undefined);
  // A draft from an older version lacks newer fields.
  const [base, setBase] = useState(saved?.base ? { ...options.base, ...saved.base } : options.base);
  const form = useForm<Values>({
    defaultValues: { ...toValues(base), ...saved?.values } as DefaultValues<Values>,
    resolver: options.resolver,
  });
  const latest = useRef({ draft, base, toValues });
  latest.current = { ...latest.current, draft, toValues };
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { draft, base, toValues } = latest.current;
          if (JSON.stringify(values) === JSON.stringify(toValues(base))) draft.clear();
          else draft.save({ values: structuredClone(values), base });
        },
      }),
    [form],
  );
  const restart = (newBase: Base, values: Values) => {
    latest.current.base = newBase;
    setBase(newBase);
    form.reset(values);
  };
  const sent = useRef<Values | null>(null);
  const listTyped = () => (sent.current ? listChanges(sent.current, form.getValues()) : {});
  const rebase = (newBase: Base, values: Values) => {
    const typed = listTyped();
    sent.current = values;
    restart(newBase, { ...values, ...typed });
  };
  const startOver = (newBase: Base) => {
    restart(newBase, toValues(newBase));
    draft.clear();
    setIsRestored(false);
  };
  return {
    form,
    base,
    isRestored,
    /** Continues from a newer state, keeping what was typed since `noteSent`. */
    rebase,
    noteSent: () => {
      sent.current = structuredClone(form.getValues());
    },
    hasTyped: () => Object.keys(listTyped()).length > 0,
    startOver,
    discard: () => startOver(options.base),
    /** After saving. */
    clear: draft.clear,
  };
}
