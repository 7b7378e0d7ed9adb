import { type Crisis, findCrisis, findCrisisInParts, mayEndCrisis } from '#safety/find-crisis.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { TextPart } from '#server/messages/history-store.ts';
import { readMaxLength } from '#shared/limits.ts';
import { findCountry } from '#shared/phone.ts';

/** Reads a text alone, then with those right before it, back to the last crisis. */
export function readDanger(body: string, before: TextPart[]): Crisis | null {
  const alone = findCrisis(body);
  if (alone?.level === 'certain') return alone;
  const metAt = before.findIndex(({ guard }) => guard === 'crisis');
  const parts = (metAt < 0 ? before : before.slice(0, metAt)).map((part) => part.body);
  const together = findCrisisInParts(body, parts);
  return together?.level === 'certain' ? together : (alone ?? together);
}

/** Only this may hold a text, hurry it, or put it before others. */
export function readCertainDanger(body: string, before: TextPart[]): Crisis | null {
  const crisis = readDanger(body, before);
  return crisis?.level === 'certain' ? crisis : null;
}

/** For a text not stored yet; reads as much as the guards do. */
export function saysCrisis(body: string): boolean {
  return readCertainDanger(body.slice(0, readMaxLength), []) !== null;
}

/** Also for a text that may be one together with those before it. */
export function mayBringCrisis(body: string): boolean {
  return mayEndCrisis(body) || saysCrisis(body);
}

/** An address without a country falls back on the account's verified number. */
export function countryOf({ thread, user }: ClaimedMessage): string | null {
  const verified = user?.phoneVerifiedAt ? user.phoneNumber : null;
  return findCountry(thread.handle) ?? (verified && findCountry(verified));
}
