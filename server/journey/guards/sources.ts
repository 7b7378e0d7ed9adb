import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { asksForSources } from '../wishes/sources.ts';
import { mayAnswerWord } from './own-texts.ts';

/** "SOURCES": what the last answer came from. Without sources to name it is a text like any other. */
export function checkSources(turn: Turn): Objection | null {
  const { quoted } = turn;
  if (!asksForSources(turn) || !quoted || !mayAnswerWord(turn, 'word')) return null;
  const text = systemTexts.sources(quoted.titles, quoted.link);
  return { guard: 'sources', state: 'recorded', text };
}
