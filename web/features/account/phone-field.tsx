import { useController } from 'react-hook-form';
import { parsePhone } from '#shared/phone.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import type { ProfileValues } from './profile-values.ts';

/** The number that experts are texted from, and whether a text has proved that it is this person's. */
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
  const { phoneNumber, isPhoneProved } = useCurrentUser();
  if (!typed.trim()) {
    return phoneNumber ? (
      <span className="text-accent">
        Without a number, texting experts stops and your conversations end.
      </span>
    ) : (
      'Add a US (+1) or UK (+44) number to text with experts.'
    );
  }
  if (parsePhone(typed) !== phoneNumber) {
    return 'Only US (+1) and UK (+44) numbers. A new number is proved by replying YES to an expert.';
  }
  return isPhoneProved ? (
    <Badge tone="primary">Proved</Badge>
  ) : (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="accent">Not proved yet</Badge>
      Connect to an expert and reply YES to the text.
    </span>
  );
}
