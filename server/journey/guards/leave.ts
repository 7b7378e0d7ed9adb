import { systemTexts } from '#server/messages/system-texts.ts';
import { readYesNo } from '#shared/yes-no.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { readNumber } from './answer-number.ts';
import { record } from './keyword.ts';

const besideNumber = ['no', 'not', 'isnt', 'wrong'];

/**
 * A stranger may have connected the phone by a text in its name, and would read what it writes. The number out of the text
 * that tells of it takes the phone back from the account, for a day and whatever was written since: a NO, or a text that
 * hides the NO from us, can be forged as well.
 */
export function leaveByNumber(turn: Turn): Objection | null {
  const { message, thread, user, expert, ownTexts } = turn;
  if (!user || !thread.isCurrent) return null;
  const told = ownTexts.filter(({ kind, isInThread }) => kind === 'connected' && isInThread);
  const number = readNumber(message.body, besideNumber);
  if (told.some((text) => number === writeLeaveNumber(turn, text.replyToId ?? '', user.id))) {
    return record(systemTexts.declined(expert.displayName), [{ kind: 'leave', userId: user.id }]);
  }
  return isBareNo(turn) ? record(systemTexts.leaveByNumber()) : null;
}

/** As the direct answer: later ones may be for the expert. */
function isBareNo({ message, textBefore }: Turn): boolean {
  return textBefore?.systemKind === 'connected' && readYesNo(message.body) === 'no';
}

/** @param textId of the text that connected the phone. */
export function writeLeaveNumber(
  { writeNumber }: Pick<Turn, 'writeNumber'>,
  textId: string,
  userId: string,
): string {
  return writeNumber('leave', textId, userId);
}
