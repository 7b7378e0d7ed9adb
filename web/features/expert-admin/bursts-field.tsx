import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import type { ExpertValues } from './expert-values.ts';

/** Off by default, because the terms promise one reply per message. */
export function BurstsField() {
  const { control } = useFormContext<ExpertValues>();
  const { field } = useController({ control, name: 'answersBursts' });
  const id = useId();
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
          Answer waiting texts with one reply
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          All texts waiting when an answer starts get one reply and cost one message. When off, each
          text gets its own reply.
        </p>
      </div>
    </div>
  );
}
