import { isTooYoung, setMinor } from '#server/messages/ages-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { findStatedAge } from '#server/safety/find-age.ts';
import type { Objection } from './outcome.ts';

/** In years. */
export const minimumAge = 13;

/** Refuses a child under 13; marks a person under 18 as a minor. */
export async function checkAge(runtime: Runtime, claim: ClaimedMessage): Promise<Objection | null> {
  const { message, thread, expert, optOut } = claim;
  if (message.origin === 'gateway' && optOut) return null;
  const stated = findStatedAge(message.body);
  if (stated === null) return null;
  if (stated.years >= minimumAge) {
    if (thread.minorSince) return null;
    const now = runtime.clock.now();
    await setMinor(runtime.db, thread.id, now);
    // Applies to this reply already.
    thread.minorSince = now;
    return null;
  }
  return {
    guard: 'age',
    state: 'recorded',
    text: systemTexts.tooYoung(expert.displayName),
    isToStranger: thread.userId === null,
    effects: [{ kind: 'refuse-child', rule: `${stated.list}/stated-age` }],
  };
}

/** Refuses a child whom another expert refused, until the team corrects the age. */
export async function checkKnownChild(
  { db }: Runtime,
  { thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (!thread.minorSince || thread.handler === 'human') return null;
  if (!(await isTooYoung(db, thread))) return null;
  const text = systemTexts.tooYoung(expert.displayName);
  return { guard: 'age', state: 'refused', text, isToStranger: thread.userId === null };
}
