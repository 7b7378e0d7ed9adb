import { maskEmailForText, systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { isFirstToday } from './own-texts.ts';

/** Only an account is answered. Others are asked whose phone it is, or invited. */
export function checkConnection(turn: Turn): Objection | null {
  const { message, thread, expert } = turn;
  // Written before an account connected the phone, or before it left.
  if (!thread.isCurrent && message.origin === 'gateway') {
    return { guard: 'connection', state: 'refused', text: null };
  }
  // A stranger who waits for a person is not asked to sign up.
  if (thread.userId || thread.handler === 'human') return null;
  const objection = { guard: 'connection', state: 'refused' } as const;
  const pending = turn.connecting?.pending;
  if (!pending) {
    const write = turn.via?.channel.mayWriteFirst
      ? systemTexts.invitation
      : systemTexts.invitationToCode;
    return { ...objection, text: write(expert.displayName, turn.publicUrl), isToStranger: true };
  }
  const { connectionId, owner, askedAt, hasLookalike } = pending;
  const email = maskEmailForText(owner.email);
  if (hasLookalike) {
    return { ...objection, text: systemTexts.codeInstead('unclear', email, turn.publicUrl) };
  }
  const write = isFirstToday(turn, 'question') ? systemTexts.question : systemTexts.unclearAnswer;
  return {
    ...objection,
    text: write(expert.displayName, email),
    effects: [{ kind: 'ask-question', userId: owner.id, connectionId, askedAt }],
  };
}
