import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { weekdays } from '#shared/opening-hours.ts';
import { Checkbox } from './ui/checkbox.tsx';
import { Field } from './ui/field.tsx';
import { Input } from './ui/input.tsx';

const defaultDay = '09:00-17:00';

/** @param name of a field with `OpeningHours`. */
export function HoursField({ name, legend, hint }: { name: string; legend: string; hint: string }) {
  const days: string[] = useFormContext().watch(`${name}.days`);
  return (
    <fieldset className="grid gap-2">
      <legend className="contents">
        <span className="font-semibold">{legend}</span>
      </legend>
      <p className="text-muted text-sm">{hint}</p>
      <ul className="grid gap-1">
        {weekdays.map((weekday, index) => (
          <Day key={weekday} name={weekday} path={`${name}.days.${index}`} />
        ))}
      </ul>
      {days.some((day) => day !== '') && <ZoneField path={`${name}.timeZone`} />}
    </fieldset>
  );
}

function ZoneField({ path }: { path: string }) {
  const { field, fieldState } = useController({ name: path });
  return (
    <Field label="Time zone" error={fieldState.error?.message}>
      {(control) => (
        <Input {...control} {...field} autoComplete="off" placeholder="Europe/Berlin" />
      )}
    </Field>
  );
}

function Day({ name, path }: { name: string; path: string }) {
  const id = useId();
  const { field, fieldState } = useController({ name: path });
  const [from = '', to = ''] = String(field.value).split('-');
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
            onCheckedChange={(checked) => field.onChange(checked === true ? defaultDay : '')}
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
