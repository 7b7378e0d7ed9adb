import type { z } from 'zod';
import { profileForm, type User } from '#shared/api/auth.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { formatPhone } from '#web/lib/format.ts';

export type ProfileValues = z.input<typeof profileForm>;

const fieldNames = profileForm.keyof().options;

export function toProfileValues(user: User): ProfileValues {
  const saved = { ...user, phoneNumber: formatPhone(user.phoneNumber ?? '') };
  return Object.fromEntries(fieldNames.map((name) => [name, saved[name] ?? ''])) as ProfileValues;
}

/** The field that the server refused, and the message to show under it. */
export function findRefusedField(
  error: unknown,
): { name: keyof ProfileValues; message: string } | null {
  const message = describeError(error);
  // Only the phone number can belong to another account.
  if (statusOf(error) === 409) return { name: 'phoneNumber', message };
  const name = fieldNames.find((field) => message.startsWith(`${field}: `));
  return name ? { name, message: message.slice(name.length + 2) } : null;
}
