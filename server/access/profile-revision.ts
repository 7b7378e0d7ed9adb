import { crc32 } from 'node:zlib';
import type { UserRow } from '#server/db/schema.ts';

/** `editHeaders` takes at most nine digits. */
const revisions = 1_000_000_000;

type Profile = Pick<UserRow, 'firstName' | 'lastName' | 'phoneNumber' | 'pendingPhoneNumber'>;

/** Computed, because a number can also leave an account when another one verifies it. */
export function toProfileRevision(profile: Profile): number {
  const { firstName, lastName, phoneNumber, pendingPhoneNumber } = profile;
  return crc32(JSON.stringify([firstName, lastName, phoneNumber, pendingPhoneNumber])) % revisions;
}
