import { useController, useFormContext } from 'react-hook-form';
import type { ChannelKey } from '#shared/channels.ts';
import { Field } from '#web/components/ui/field.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import type { ExpertValues } from './expert-values.ts';

const hints: Record<ChannelKey, string> = {
  SMS: 'The number people text. US (+1) and UK (+44) only; needed before the expert can be active.',
  WHATSAPP:
    'The WhatsApp number. US (+1) and UK (+44) only; needed before the expert can be active.',
  AMB: 'Not needed: on Apple Messages the handle is the business ID.',
};

export function PhoneField() {
  const { control, watch } = useFormContext<ExpertValues>();
  const { field, fieldState } = useController({ control, name: 'phoneNumber' });
  const { onChange, ...rest } = field;
  return (
    <Field
      label="Phone number"
      optional
      hint={hints[watch('channel')]}
      error={fieldState.error?.message}
    >
      {(props) => <PhoneInput {...props} {...rest} onValueChange={onChange} />}
    </Field>
  );
}
