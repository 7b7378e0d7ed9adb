import { maskEmailForText, systemTexts } from '#server/messages/system-texts.ts';
import { isQuestionOver } from '#server/people/connections/store.ts';
import { readStopWish } from '#shared/stop-wishes.ts';
import { readYesNo } from '#shared/yes-no.ts';
import type { Asker } from '../load/connecting.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { acceptSender } from './accept-sender.ts';
import { confirmForgetting } from './forget.ts';
import { record, stop } from './keyword.ts';
import { leaveByNumber } from './leave.ts';
import { confirmMove } from './move.ts';
import { mayAnswerKeyword } from './own-texts.ts';

/** A yes or no to a question of ours. Without one, it goes on to the expert. */
export function checkConsent(turn: Turn): Objection | null {
  const { message, expert } = turn;
  // Only the phone can say whose it is.
  if (message.origin !== 'gateway' || message.keyword === 'STOP') return null;
  const confirmed = confirmForgetting(turn) ?? confirmMove(turn) ?? leaveByNumber(turn);
  if (confirmed) return confirmed;
  const answer = readYesNo(message.body);
  if (isAskedToStop(turn)) {
    // "Leave me alone" is sure, too, where we have asked.
    if (answer === 'yes' || readStopWish(message.body) !== null) return stop(turn, false);
    if (answer === 'no') return record(systemTexts.stopDeclined(expert.displayName));
  }
  return answer ? answerAsker(turn, answer) : null;
}

function isAskedToStop({ optOut, textBefore }: Turn): boolean {
  return !optOut && textBefore?.systemKind === 'stopping';
}

function answerAsker(turn: Turn, answer: 'yes' | 'no'): Objection | null {
  const asker = turn.connecting?.asker;
  if (!asker) return null;
  if (answer === 'no') return decline(turn, asker);
  if (asker.hasLookalike) return askForCode(turn, asker);
  return isQuestionOver(asker, turn.now)
    ? record(systemTexts.questionOver(turn.publicUrl))
    : connect(turn, asker);
}

function askForCode(turn: Turn, { owner }: Asker): Objection {
  const email = maskEmailForText(owner.email);
  const text = systemTexts.codeInstead('keyword', email, turn.publicUrl);
  return record(mayAnswerKeyword(turn) ? text : null);
}

/** Also where the gateway has answered the YES: it names no account. */
function connect(turn: Turn, asker: Asker): Objection {
  const { text, effects } = acceptSender(turn, asker);
  return record(text, [...effects, { kind: 'opt-in' }]);
}

function decline({ expert }: Turn, { connectionId, owner }: Asker): Objection {
  return record(systemTexts.declined(expert.displayName), [
    { kind: 'decline-question', userId: owner.id, connectionId },
  ]);
}
