import { useController } from 'react-hook-form';
import { parsePhone } from '#shared/phone.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import type { ProfileValues } from './profile-values.ts';

export function PhoneField() {
  const { field, fieldState } = useController<ProfileValues, 'phoneNumber'>({
    name: 'phoneNumber',
  });
  const { onChange, ...rest } = field;
  return (
    <Field
      label="Phone number"
      optional
      hint={<PhoneHint typed={field.value} />}
      error={fieldState.error?.message}
    >
      {(control) => <PhoneInput {...control} {...rest} onValueChange={onChange} />}
    </Field>
  );
}

function PhoneHint({ typed }: { typed: string }) {
  const { phoneNumber, isPhoneVerified } = useCurrentUser();
  if (!typed.trim()) {
    return phoneNumber ? (
      <span className="text-accent">
        Without a number you can't text with experts, and your conversations end.
      </span>
    ) : (
      'Add a US (+1) or UK (+44) number to text with experts.'
    );
  }
  if (parsePhone(typed) !== phoneNumber) {
    return 'Only US (+1) and UK (+44) numbers. To verify a new number, reply YES to an expert.';
  }
  return isPhoneVerified ? (
    <Badge tone="primary">Verified</Badge>
  ) : (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="accent">Not verified yet</Badge>
      Connect to an expert and reply YES to the text.
    </span>
  );
}
