import type { Runtime } from '#server/runtime.ts';
import type { KnowledgeSearchReply } from '#shared/api/knowledge.ts';
import { getExpert } from '../store.ts';
import { chooseGiven } from './finding/choose-given.ts';
import { findToday, getIndex } from './known.ts';

/** Beyond what is given, the next best ones show what a larger budget would bring. */
const maxShown = 60;

/** Which pieces a question would be given, best first. @throws {AppError} 404 */
export async function searchKnowledge(
  runtime: Runtime,
  expertId: string,
  question: string,
): Promise<KnowledgeSearchReply> {
  const expert = await getExpert(runtime.db, expertId);
  const index = await getIndex(runtime, expert);
  const budget = expert.knowledgeBudget;
  const today = findToday(expert, runtime.clock.now());
  const given = chooseGiven(index, { question, budgetTokens: budget, today });
  const isGivenWhole = given.every(({ rank }) => rank === null);
  const givenNumbers = new Set(given.map(({ number }) => number));
  const ranked = index.rank(question).take(maxShown);
  const best = [...ranked].map(({ at }, order) => ({ at, rank: order + 1 }));
  const numbers = new Set(best.map(({ at }) => at + 1));
  const rest = given.filter(({ number }) => !numbers.has(number)).slice(0, maxShown);
  const shown = [...best, ...rest.map(({ number }) => ({ at: number - 1, rank: null }))];
  return {
    pieces: shown.flatMap(({ at, rank }) => {
      const piece = index.pieces[at];
      if (!piece) return [];
      const { sourceId, title, page, heading, text, tokens } = piece;
      const isGiven = givenNumbers.has(at + 1);
      return [{ number: at + 1, sourceId, title, page, heading, text, tokens, rank, isGiven }];
    }),
    given: given.length,
    tokens: given.reduce((sum, { tokens }) => sum + tokens, 0),
    budget,
    isGivenWhole,
  };
}
