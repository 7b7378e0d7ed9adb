import { useController, useFormContext } from 'react-hook-form';
import { type ChannelKey, channelFacts } from '#shared/channels.ts';
import { Field } from '#web/components/ui/field.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import type { ExpertValues } from './expert-values.ts';

function hintFor(channel: ChannelKey): string {
  const { addressedBy, addressHint, name } = channelFacts[channel];
  return addressedBy === 'phone'
    ? `${addressHint} US (+1) and UK (+44) only. Required before the expert can be active.`
    : `Not needed: on ${name} people write to the handle.`;
}

export function PhoneField() {
  const { control, watch } = useFormContext<ExpertValues>();
  const { field, fieldState } = useController({ control, name: 'phoneNumber' });
  const { onChange, ...rest } = field;
  return (
    <Field
      label="Phone number"
      optional
      hint={hintFor(watch('channel'))}
      error={fieldState.error?.message}
    >
      {(props) => <PhoneInput {...props} {...rest} onValueChange={onChange} />}
    </Field>
  );
}
