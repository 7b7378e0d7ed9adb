import { mayEndWait } from '#server/messages/handover-store.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import { speakerOf } from '../answer/disclosure.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { asksForAi } from '../wishes/ai-request.ts';
import { mayAnswerWord } from './own-texts.ts';

/** Ends the wait for a person that the writer has asked for. */
export function checkAiRequest(turn: Turn): Objection | null {
  const { message, thread, expert, optOut } = turn;
  if (!mayEndWait(thread)) return null;
  if (optOut && message.origin === 'gateway') return null;
  if (!asksForAi(message.body, expert.displayName)) return null;
  return {
    guard: 'word',
    state: 'recorded',
    text: mayAnswerWord(turn, 'asked') ? wordTexts.backToAi(speakerOf(expert)) : null,
    effects: [{ kind: 'return-to-ai', because: 'asked' }],
  };
}
