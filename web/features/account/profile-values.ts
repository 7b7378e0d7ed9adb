import type { z } from 'zod';
import { profileForm, type User } from '#shared/api/auth.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { formatPhone } from '#web/lib/format.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';

export type ProfileValues = z.input<typeof profileForm>;

const fieldNames = profileForm.keyof().options;

export function toProfileValues(user: User): ProfileValues {
  const saved = { ...user, phoneNumber: formatPhone(user.phoneNumber ?? '') };
  return Object.fromEntries(fieldNames.map((name) => [name, saved[name] ?? ''])) as ProfileValues;
}

export function findRefusedValue(
  error: unknown,
): { name: keyof ProfileValues; message: string } | null {
  // Only the phone number can belong to another account.
  if (statusOf(error) === 409) return { name: 'phoneNumber', message: describeError(error) };
  return findRefusedField(error, fieldNames);
}
