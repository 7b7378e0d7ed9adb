import { systemTexts } from '#server/messages/system-texts.ts';
import { hourMs } from '#shared/time.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { humanWordOf } from '../wishes/human-word.ts';

/** By any expert to this phone: each is free, and has cost a model's call. */
const maxNoAnswersAnHour = 10;

/** Told once; then the phone's questions wait for the hour to pass. */
export function checkNoAnswers(turn: Turn): Objection | null {
  if (turn.expert.knowledgeMode !== 'strict') return null;
  const since = turn.now.getTime() - hourMs;
  const recent = turn.ownTexts.filter(({ at }) => at.getTime() > since);
  const told = recent.filter(({ kind }) => kind === 'no-answer');
  if (told.length < maxNoAnswersAnHour) return null;
  const lastAt = Math.max(...told.map(({ at }) => at.getTime()));
  const isTold = recent.some(({ kind, at }) => kind === 'limit' && at.getTime() >= lastAt);
  return {
    guard: 'no-answer-limit',
    state: 'refused',
    text: isTold ? null : systemTexts.tooManyNoAnswers(humanWordOf(turn)),
  };
}
