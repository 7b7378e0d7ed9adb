import { lockThread } from '#server/db/locks.ts';
import { isTooYoung, setMinor } from '#server/messages/ages-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { findStatedAge } from '#server/safety/find-age.ts';
import { storeRiskEvent } from '#server/safety/store.ts';
import { findCountry } from '#shared/phone.ts';
import { handOver } from './handover.ts';
import type { Objection } from './outcome.ts';

/** In years. Younger people may not use the service. */
export const minimumAge = 13;

/** Refuses a child under 13 kindly and keeps the model from answering. Marks a person under 18 as a minor. */
export async function checkAge(runtime: Runtime, claim: ClaimedMessage): Promise<Objection | null> {
  const { message, thread, expert, optOut } = claim;
  if (message.origin === 'gateway' && optOut) return null;
  const stated = findStatedAge(message.body);
  if (stated === null) return null;
  if (stated.years >= minimumAge) {
    if (thread.minorSince) return null;
    const now = runtime.clock.now();
    await setMinor(runtime.db, thread.id, now);
    // Already applies to the reply to this text.
    thread.minorSince = now;
    return null;
  }
  return {
    guard: 'age',
    state: 'recorded',
    text: systemTexts.tooYoung(expert.displayName),
    isToStranger: thread.userId === null,
    effect: async (tx, now) => {
      const locked = await lockThread(tx, thread.id);
      await handOver(tx, locked, { because: 'age', now });
      await setMinor(tx, thread.id, now);
      const country = findCountry(thread.handle);
      const rule = `${stated.list}/stated-age`;
      const event = { threadId: thread.id, kind: 'age', rule, country } as const;
      // Counted once a day, so that a loop of two machines does not count as many children.
      if (await mayTextThread(tx, locked, 'age', now)) {
        await storeRiskEvent(tx, { ...event, sent: 'too young', now });
      }
      return 'done';
    },
  };
}

/** A child whom another expert refused gets no answer from this expert either, until the team corrects the age. */
export async function checkKnownChild(
  { db }: Runtime,
  { thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (!thread.minorSince || thread.handler === 'human') return null;
  if (!(await isTooYoung(db, thread))) return null;
  const text = systemTexts.tooYoung(expert.displayName);
  return { guard: 'age', state: 'refused', text, isToStranger: thread.userId === null };
}
