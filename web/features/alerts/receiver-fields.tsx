import { useController, useFormContext } from 'react-hook-form';
import {
  type AlertsReply,
  type ReceiverKind,
  type ReceiverRequest,
  receiverKinds,
} from '#shared/api/alerts.ts';
import { HoursField } from '#web/components/hours-field.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import { Radio } from '#web/components/ui/radio.tsx';
import { readLocalTimeZone } from '#web/lib/days.ts';

const kinds: Record<ReceiverKind, { label: string; hint: string }> = {
  mail: { label: 'Mail', hint: 'To one mailbox or a list.' },
  text: { label: 'Text', hint: "From the first live expert's SMS number. Rings at night." },
  webhook: { label: 'Webhook', hint: 'A signed POST to a pager or a chat.' },
};

export function KindField({ obstacles }: { obstacles: AlertsReply['obstacles'] }) {
  const { register, watch } = useFormContext<ReceiverRequest>();
  const obstacle = obstacles[watch('kind')];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">How</legend>
      {receiverKinds.map((kind) => (
        <div key={kind} className="flex items-start gap-3">
          <Radio {...register('kind')} id={`kind-${kind}`} value={kind} />
          <label htmlFor={`kind-${kind}`} className="grid">
            <span className="font-medium">{kinds[kind].label}</span>
            <span className="text-muted text-sm">{kinds[kind].hint}</span>
          </label>
        </div>
      ))}
      {obstacle && <p className="text-danger text-sm">{obstacle}</p>}
    </fieldset>
  );
}

export function AddressField() {
  const { watch } = useFormContext<ReceiverRequest>();
  const { field, fieldState } = useController<ReceiverRequest, 'address'>({ name: 'address' });
  const kind = watch('kind');
  const { onChange, ...rest } = field;
  const error = fieldState.error?.message;
  if (kind === 'text') {
    return (
      <Field label="Phone number" error={error}>
        {(control) => <PhoneInput {...control} {...rest} onValueChange={onChange} />}
      </Field>
    );
  }
  const [label, type, placeholder] =
    kind === 'mail'
      ? (['Email', 'email', 'ops@example.com'] as const)
      : (['Address', 'url', 'https://example.com/alerts'] as const);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          {...rest}
          onChange={onChange}
          type={type}
          autoComplete="off"
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}

const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(() => '09:00-17:00');

export function DutyField() {
  const { field, fieldState } = useController<ReceiverRequest, 'hours'>({ name: 'hours' });
  const isAlways = field.value === null || field.value === undefined;
  const choose = (always: boolean) =>
    field.onChange(always ? null : { timeZone: readLocalTimeZone(), days: [...workdays, '', ''] });
  // Of the list as a whole; a day's own is shown at the day.
  const error = fieldState.error?.message;
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">When</legend>
        <div className="flex items-center gap-3">
          <Radio id="duty-always" name="duty" checked={isAlways} onChange={() => choose(true)} />
          <label htmlFor="duty-always">Always</label>
        </div>
        <div className="flex items-center gap-3">
          <Radio id="duty-hours" name="duty" checked={!isAlways} onChange={() => choose(false)} />
          <label htmlFor="duty-hours">While on duty</label>
        </div>
      </fieldset>
      {!isAlways && (
        <HoursField
          name="hours"
          legend="On duty"
          hint="Hours can end after midnight, like 22:00–02:00. When no receiver is on duty, every phone is texted."
        />
      )}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
