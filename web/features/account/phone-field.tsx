import { useController } from 'react-hook-form';
import { parsePhone, phoneHint } from '#shared/phone.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PhoneInput } from '#web/components/ui/phone-input.tsx';
import { formatPhone } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { findNumberChange, type ProfileValues } from './profile-values.ts';

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
  const user = useCurrentUser();
  const { phoneNumber, isPhoneVerified, pendingPhoneNumber } = user;
  if (!typed.trim()) {
    return phoneNumber ? (
      <span className="text-accent">
        Without a number you can't text with experts, and your conversations end.
      </span>
    ) : (
      'Add a US (+1) or UK (+44) number to text with experts.'
    );
  }
  const number = parsePhone(typed);
  if (number !== null && number === pendingPhoneNumber) {
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="accent">Waiting for YES</Badge>
        <span>
          Reply YES to our text from {formatPhone(number)}; if none has come, text your expert from
          it. Until then {formatPhone(phoneNumber ?? '')} stays, with your conversations. To keep
          it, enter it again.
        </span>
      </span>
    );
  }
  if (phoneNumber && findNumberChange(user, typed) === 'change') {
    return (
      <span className="text-accent">
        {formatPhone(phoneNumber)} stays until the new number replies YES. Then your conversations
        move to it.
      </span>
    );
  }
  if (number !== phoneNumber) return `${phoneHint} To verify a new number, reply YES to an expert.`;
  if (pendingPhoneNumber) {
    return `Saving keeps this number, and ${formatPhone(pendingPhoneNumber)} no longer takes its place.`;
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
