import type { SystemText } from '#server/messages/system-texts.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import { defaultWords, listWords } from '#shared/expert-words.ts';
import { isStaff } from '#shared/roles.ts';
import { minuteMs } from '#shared/time.ts';
import { readYesNo } from '#shared/yes-no.ts';
import { speakerOf } from '../answer/disclosure.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { readNumber } from './answer-number.ts';
import { forgetKinds, mayTextNumber } from './own-texts.ts';

const askedForMs = 10 * minuteMs;

/** The dashboard asks for the password instead. */
export function askToForget(turn: Turn): SystemText {
  const { message, user, expert, publicUrl } = turn;
  if (user && isStaff(user)) return wordTexts.forgetStaff();
  if (message.origin === 'web') return wordTexts.forgetInSettings(publicUrl);
  if (!mayTextNumber(turn, 'forget')) return wordTexts.forgetTomorrow(publicUrl);
  const number = turn.writeNumber('forget', message.id);
  if (user) return wordTexts.forgetAccount(number);
  return wordTexts.forgetNumber(speakerOf(expert), number);
}

/**
 * The number deletes only as the direct answer to the text that has it, at most ten minutes old. A YES is no proof,
 * because a sender can be forged, and answers no other question, either.
 */
export function confirmForgetting(turn: Turn): Objection | null {
  const { message, thread, user, optOut, textBefore: asked } = turn;
  if (message.origin !== 'gateway' || !thread.isCurrent || optOut) return null;
  if (!asked?.replyToId || !forgetKinds.includes(asked.systemKind ?? '')) return null;
  const number = readNumber(message.body);
  if (!number && readYesNo(message.body) !== 'yes') return null;
  const isLate = message.createdAt.getTime() - asked.createdAt.getTime() > askedForMs;
  if (isLate || !asked.hasLeft) return answer(wordTexts.forgetTooLate(wordOf(turn)));
  if (user && isStaff(user)) return answer(wordTexts.forgetStaff());
  if (!number) return askAgain(turn);
  if (number !== turn.writeNumber('forget', asked.replyToId)) {
    return answer(wordTexts.forgetWrong(wordOf(turn)));
  }
  return { guard: 'forgotten', state: 'recorded', text: null, effects: [{ kind: 'forget' }] };
}

function answer(text: SystemText | null): Objection {
  return { guard: 'word', state: 'recorded', text };
}

function wordOf({ expert }: Turn): string {
  return listWords(expert.words).forget ?? defaultWords.forget;
}

/** Once. */
function askAgain(turn: Turn): Objection {
  const { message, textBefore } = turn;
  const mayAsk = textBefore?.systemKind === 'forget' && mayTextNumber(turn, 'forget');
  return answer(mayAsk ? wordTexts.forgetAgain(turn.writeNumber('forget', message.id)) : null);
}
