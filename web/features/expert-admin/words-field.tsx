import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { defaultWords, type WordKey, wordKeys, wordMeanings } from '#shared/expert-words.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Input } from '#web/components/ui/input.tsx';
import type { ExpertValues } from './expert-values.ts';

/** Whole texts that are answered without the model. */
export function WordsField() {
  const error = useFormContext<ExpertValues>().formState.errors.words?.root?.message;
  return (
    <fieldset className="grid gap-2">
      <legend className="contents">
        <span className="font-semibold">Words</span>
      </legend>
      <p className="text-muted text-sm">
        People can text these words at any time, for free. Rename or turn off any that the expert
        needs for itself. STOP, START and HELP always work.
      </p>
      <ul className="grid gap-1">
        {wordKeys.map((key) => (
          <Word key={key} name={key} />
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Word({ name }: { name: WordKey }) {
  const id = useId();
  const { control } = useFormContext<ExpertValues>();
  const { field, fieldState } = useController({ control, name: `words.${name}` });
  const error = fieldState.error?.message;
  const isOn = field.value !== null;
  return (
    <li className="grid gap-1">
      <div className="grid min-h-(--control) grid-cols-[minmax(0,1fr)_10rem] items-center gap-x-3">
        <span className="flex items-center gap-3">
          <Checkbox
            ref={field.ref}
            id={id}
            checked={isOn}
            onCheckedChange={(checked) =>
              field.onChange(checked === true ? defaultWords[name] : null)
            }
          />
          <label htmlFor={id}>{wordMeanings[name]}</label>
        </span>
        {isOn ? (
          <Input
            aria-label={`Word for: ${wordMeanings[name]}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            value={field.value ?? ''}
            onBlur={field.onBlur}
            onChange={({ target }) => field.onChange(target.value.toUpperCase())}
            autoComplete="off"
          />
        ) : (
          <span className="text-muted">Off</span>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </li>
  );
}
