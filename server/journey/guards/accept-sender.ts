import { maskEmailForText, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Effect } from '../effects/effect.ts';
import type { Newcomer } from '../load/connecting.ts';
import type { Turn } from '../turn.ts';
import { writeLeaveNumber } from './leave.ts';
import { mayTextNumber } from './own-texts.ts';

/** `moving`: another account has proved the address, and keeps it until the phone sends the number of our text. */
export type Accepted = {
  outcome: 'connected' | 'moving' | 'foreign';
  text: SystemText | null;
  effects: Effect[];
};

/**
 * Connects the address to this account and takes it from every other. Where its free trial is used up it proves nothing,
 * either: the phone would read of no account, and so of none to object to.
 */
export function acceptSender(
  turn: Turn,
  {
    owner,
    code,
    isTrialUsed,
    isAnothers,
    isConfirmed = false,
  }: Newcomer & { isConfirmed?: boolean },
): Accepted {
  if (isTrialUsed) {
    return { outcome: 'foreign', text: systemTexts.trialUsed(turn.publicUrl), effects: [] };
  }
  const email = maskEmailForText(owner.email);
  // However long silent: a forged YES would take a paid number, and its new owner can read our text as well.
  if (!isConfirmed && isAnothers) {
    const number = turn.writeNumber('move', turn.message.id, owner.id);
    // At most so many a day.
    const text = mayTextNumber(turn, 'move') ? systemTexts.move(email, number) : null;
    return { outcome: 'moving', text, effects: [] };
  }
  const name = turn.expert.displayName;
  const text = isAnothers
    ? systemTexts.moved(name, email)
    : systemTexts.connected(name, email, writeLeaveNumber(turn, turn.message.id, owner.id));
  return { outcome: 'connected', text, effects: [{ kind: 'connect', owner, code, isConfirmed }] };
}
