import { useId } from 'react';
import { type UseFormRegisterReturn, useController, useFormContext } from 'react-hook-form';
import { weekdays } from '#shared/opening-hours.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import type { ExpertValues } from './expert-values.ts';

const usualDay = '09:00-17:00';

export function HoursField() {
  const { register, watch, formState } = useFormContext<ExpertValues>();
  const isOpen = watch('openingHours.days').some((day) => day !== '');
  const zoneError = formState.errors.openingHours?.timeZone?.message;
  return (
    <fieldset className="grid gap-2">
      <legend className="contents">
        <span className="font-semibold">Opening hours</span>
      </legend>
      <p className="text-muted text-sm">
        A person who asks for a human is told when one will answer or, without hours, as soon as
        possible. Hours can end after midnight, like 22:00–02:00.
      </p>
      <ul className="grid gap-1">
        {weekdays.map((name, index) => (
          <Day key={name} name={name} index={index} />
        ))}
      </ul>
      {isOpen && <ZoneField error={zoneError} {...register('openingHours.timeZone')} />}
    </fieldset>
  );
}

function ZoneField({ error, ...field }: UseFormRegisterReturn & { error: string | undefined }) {
  return (
    <Field label="Time zone" error={error}>
      {(control) => (
        <Input {...control} {...field} autoComplete="off" placeholder="Europe/Berlin" />
      )}
    </Field>
  );
}

function Day({ name, index }: { name: string; index: number }) {
  const id = useId();
  const { control } = useFormContext<ExpertValues>();
  const { field, fieldState } = useController({
    control,
    name: `openingHours.days.${index}`,
  });
  const [from = '', to = ''] = field.value.split('-');
  const error = fieldState.error?.message;
  const isOpen = field.value !== '';
  const time = (label: string, value: string, onChange: (time: string) => void) => (
    <Input
      type="time"
      aria-label={`${name} ${label}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      value={value}
      onBlur={field.onBlur}
      onChange={({ target }) => onChange(target.value)}
      className="w-28 tabular-nums"
    />
  );
  return (
    <li className="grid gap-1">
      <div className="flex min-h-(--control) flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex w-32 items-center gap-3">
          <Checkbox
            ref={field.ref}
            id={id}
            checked={isOpen}
            onCheckedChange={(checked) => field.onChange(checked === true ? usualDay : '')}
          />
          <label htmlFor={id}>{name}</label>
        </span>
        {isOpen ? (
          <span className="flex items-center gap-2">
            {time('opens', from, (next) => field.onChange(`${next}-${to}`))}
            <span aria-hidden>–</span>
            {time('closes', to, (next) => field.onChange(`${from}-${next}`))}
            {to !== '' && to < from && <span className="text-muted text-sm">next day</span>}
          </span>
        ) : (
          <span className="text-muted">Closed</span>
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
