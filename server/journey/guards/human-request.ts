import { findGateway } from '#server/messages/answered-by-gateway.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import { listLines } from '#shared/api/experts.ts';
import { listWords } from '#shared/expert-words.ts';
import { normalizeWord } from '#shared/keywords.ts';
import { speakerOf } from '../answer/disclosure.ts';
import { describeHours } from '../handover/opening-hours.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { asksForHuman } from '../wishes/human-request.ts';
import { mayAnswerWord } from './own-texts.ts';

export function checkHumanRequest(turn: Turn): Objection | null {
  const { message, expert, optOut } = turn;
  // After a STOP no one could answer.
  if (optOut && message.origin === 'gateway') return null;
  const { human } = listWords(expert.words);
  // "Human?" asks who answers.
  const isQuestion = /[?？]\s*$/u.test(message.body);
  const ownWords = [...(human && !isQuestion ? [human] : []), ...listLines(expert.humanWords)];
  if (!asksForHuman(message.body, ownWords) && !wantsHuman(turn)) return null;
  return answerHumanRequest(turn);
}

/** Also for a request that only the model understood. */
export function answerHumanRequest(turn: Turn): Objection {
  const isToStranger = turn.thread.userId === null;
  const text = answerRequest(turn);
  const objection = { guard: 'human', state: 'recorded', text, isToStranger } as const;
  if (!turn.hasTeam) return objection;
  // A stranger's request is only marked: there are no questions to hold.
  return { ...objection, effects: [{ kind: isToStranger ? 'want-human' : 'hand-over' }] };
}

function answerRequest(turn: Turn): SystemText | null {
  const { thread, expert, hasTeam, now } = turn;
  if (!mayAnswerWord(turn, 'asked')) return null;
  const speaker = speakerOf(expert);
  if (!hasTeam) return wordTexts.noPerson(speaker);
  if (thread.userId === null) return wordTexts.humanForStranger(speaker);
  return wordTexts.human(
    speaker,
    describeHours(expert.openingHours, { now, handle: thread.handle }),
  );
}

/** By a word that the gateway asks for. */
export function wantsHuman(turn: Turn): boolean {
  const words = findGateway(turn)?.channel.humanWords ?? [];
  return words.includes(normalizeWord(turn.message.body));
}
