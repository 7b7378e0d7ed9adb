import { systemTexts } from '#server/messages/system-texts.ts';
import { minuteMs } from '#shared/time.ts';
import { readYesNo } from '#shared/yes-no.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { acceptSender } from './accept-sender.ts';
import { readNumber } from './answer-number.ts';

const askedForMs = 10 * minuteMs;

/**
 * The number moves the address only as the direct answer to the text that has it, at most ten minutes old. A YES is told
 * once what to send.
 */
export function confirmMove(turn: Turn): Objection | null {
  const { message, thread, optOut, textBefore } = turn;
  if (message.origin !== 'gateway' || !thread.isCurrent || optOut) return null;
  const isHinted = textBefore?.systemKind === 'move-again';
  if (!isHinted && textBefore?.systemKind !== 'move') return null;
  const number = readNumber(message.body);
  const said = readYesNo(message.body);
  if (!number && !said) return null;
  if (!number && said === 'no') return answer(systemTexts.notMoved());
  if (!number) return answer(isHinted ? null : systemTexts.moveByNumber());
  return isInTime(turn) ? move(turn, number) : answer(systemTexts.moveFailed(turn.publicUrl));
}

function answer(text: Objection['text']): Objection {
  return { guard: 'connection', state: 'recorded', text };
}

function isInTime(turn: Turn): boolean {
  const asked = findMoveQuestion(turn);
  const isLate = !asked || turn.message.createdAt.getTime() - asked.at.getTime() > askedForMs;
  return !isLate && asked.hasLeft;
}

/** Our last one; a hint may have followed it. */
export function findMoveQuestion({ ownTexts, message }: Pick<Turn, 'ownTexts' | 'message'>) {
  return ownTexts.find(
    ({ kind, isInThread, seq }) => kind === 'move' && isInThread && seq < message.seq,
  );
}

/** To the account that the text named: another one may have asked since. */
function move(turn: Turn, number: string): Objection {
  const askedById = findMoveQuestion(turn)?.replyToId ?? '';
  const mover = turn.connecting?.movers.find(
    ({ owner }) => turn.writeNumber('move', askedById, owner.id) === number,
  );
  if (!mover) return answer(systemTexts.moveFailed(turn.publicUrl));
  const { outcome, ...accepted } = acceptSender(turn, { ...mover, isConfirmed: true });
  return outcome === 'connected'
    ? { guard: 'connected', state: 'recorded', ...accepted }
    : { guard: 'connection', state: 'refused', ...accepted };
}
