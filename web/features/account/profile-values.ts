import type { User } from '#shared/api/auth.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { formatPhone } from '#web/lib/format.ts';

export type ProfileValues = { firstName: string; lastName: string; phoneNumber: string };

export function profileValues({ firstName, lastName, phoneNumber }: User): ProfileValues {
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    phoneNumber: formatPhone(phoneNumber ?? ''),
  };
}

/** The field that the server's refusal is about, and the words to put under it. */
export function refusedField(
  error: unknown,
): { name: keyof ProfileValues; message: string } | null {
  const message = describeError(error);
  // Of what this form changes only a phone number can be somebody else's.
  if (statusOf(error) === 409) return { name: 'phoneNumber', message };
  const named = /^(firstName|lastName|phoneNumber): (.+)$/s.exec(message);
  return named ? { name: named[1] as keyof ProfileValues, message: named[2] ?? message } : null;
}
