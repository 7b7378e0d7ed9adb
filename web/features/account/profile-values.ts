import type { z } from 'zod';
import { profileForm, type User } from '#shared/api/auth.ts';
import { newNumberDays } from '#shared/limits.ts';
import { parsePhone } from '#shared/phone.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import type { Question } from '#web/lib/ask-first.ts';
import { formatPhone } from '#web/lib/format.ts';
import { findRefusedField } from '#web/lib/refused-field.ts';

export type ProfileValues = z.input<typeof profileForm>;

const fieldNames = profileForm.keyof().options;

/** A new number that waits for its proof is what was entered last. */
export function toProfileValues(user: User): ProfileValues {
  const saved = {
    ...user,
    phoneNumber: formatPhone(user.pendingPhoneNumber ?? user.phoneNumber ?? ''),
  };
  return Object.fromEntries(fieldNames.map((name) => [name, saved[name] ?? ''])) as ProfileValues;
}

/** What saving does to a verified number; null if it stays. A new one first has to prove itself. */
export function findNumberChange(user: User, typed: string): 'change' | 'removal' | null {
  if (!user.phoneNumber || !user.isPhoneVerified) return null;
  if (!typed.trim()) return 'removal';
  const number = parsePhone(typed);
  return number === user.phoneNumber || number === user.pendingPhoneNumber ? null : 'change';
}

/** Before it is saved. */
export function describeNumberChange(user: User, typed: string): Question | null {
  const change = findNumberChange(user, typed);
  const old = formatPhone(user.phoneNumber ?? '');
  if (change === 'removal') {
    return {
      title: 'Remove your number?',
      description: `Without a number you can't text with experts, and your conversations end. To go on with them, enter ${old} again and connect.`,
      action: 'Remove number',
    };
  }
  if (change === null) return null;
  return {
    title: 'Change your number?',
    description: `${old} stays until ${formatPhone(parsePhone(typed) ?? typed)} replies YES. Then your conversations move there, and end on ${old}. In its first ${newNumberDays} days your new number gets no codes for a forgotten password.`,
    action: 'Change number',
  };
}

export function findRefusedValue(
  error: unknown,
): { name: keyof ProfileValues; message: string } | null {
  // Only the phone number can belong to another account.
  if (statusOf(error) === 409) return { name: 'phoneNumber', message: describeError(error) };
  return findRefusedField(error, fieldNames);
}
