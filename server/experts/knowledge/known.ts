import type { ExpertRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import type { KnowledgeMode } from '#shared/api/knowledge.ts';
import { readLocalDay } from '#shared/calendar.ts';
import { chooseGiven } from './finding/choose-given.ts';
import type { KnowledgeIndex } from './finding/knowledge-index.ts';
import type { Given } from './finding/piece.ts';
import { isValidOn } from './finding/stretches.ts';
import { loadLivePieces } from './pieces-store.ts';

/** What a turn is given of an expert's sources. */
export type Knowledge = {
  mode: KnowledgeMode;
  /** Names this state of the sources. */
  revision: string;
  /** By source and place. */
  given: Given[];
  /** Links to these need no source. */
  siteHosts: string[];
};

type Knowing = Pick<
  ExpertRow,
  'id' | 'knowledgeMode' | 'knowledgeBudget' | 'knowledgeRevision' | 'openingHours' | 'customDomain'
>;
type Reading = Pick<Runtime, 'db' | 'clock' | 'config' | 'knowledge'>;

/**
 * @param expert as it was read with the turn: a source that was deleted or retired before is not among what is given.
 * @param asked.previous the person's text before.
 * @returns null for an expert without sources: its answers need none.
 */
export async function findKnowledge(
  runtime: Reading,
  expert: Knowing,
  asked: { question: string; previous?: string },
): Promise<Knowledge | null> {
  const isStrict = expert.knowledgeMode === 'strict';
  if (expert.knowledgeRevision === 0 && !isStrict) return null;
  const index = await getIndex(runtime, expert);
  const today = findToday(expert, runtime.clock.now());
  if (!isStrict && !index.stretches.some((stretch) => isValidOn(today, stretch))) return null;
  // A search may find nothing: then the model is told that its sources don't say it.
  const given = chooseGiven(index, { ...asked, budgetTokens: expert.knowledgeBudget, today });
  const { hostname } = new URL(runtime.config.publicUrl);
  return {
    mode: expert.knowledgeMode ?? 'guided',
    revision: `${expert.id} ${expert.knowledgeRevision}`,
    given,
    siteHosts: [hostname, ...(expert.customDomain ? [expert.customDomain] : [])],
  };
}

export function getIndex(
  { db, knowledge }: Pick<Runtime, 'db' | 'knowledge'>,
  { id: expertId, knowledgeRevision: revision }: Pick<ExpertRow, 'id' | 'knowledgeRevision'>,
): Promise<KnowledgeIndex> {
  return knowledge.get({ expertId, revision, load: () => loadLivePieces(db, expertId) });
}

/** Where the expert is; in UTC without opening hours. */
export function findToday({ openingHours }: Pick<ExpertRow, 'openingHours'>, now: Date): string {
  return readLocalDay(now, openingHours?.timeZone ?? 'UTC');
}
