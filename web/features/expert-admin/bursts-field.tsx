import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import type { ExpertValues } from './expert-values.ts';

/** One reply to each text is what people are promised, so this is for an admin to choose. */
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
          Answer texts that come together with one reply
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          Texts that already wait when an answer begins get one reply and cost one message. Off:
          each text gets its own.
        </p>
      </div>
    </div>
  );
}
