import { readPair } from '#server/outside/documents/plain.ts';
import type { Runtime } from '#server/runtime.ts';
import type { KnowledgeSource, SourceDetails, SourcesReply } from '#shared/api/knowledge.ts';
import { getExpert } from '../store.ts';
import { isValidOn } from './finding/stretches.ts';
import { findToday } from './known.ts';
import { listPieces } from './pieces-store.ts';
import { getSource, listSources, type SourceView } from './sources-store.ts';

/** @throws {AppError} 404 */
export async function listKnowledge(runtime: Runtime, expertId: string): Promise<SourcesReply> {
  const expert = await getExpert(runtime.db, expertId);
  const found = await listSources(runtime.db, expertId);
  const today = findToday(expert, runtime.clock.now());
  const tokens = found
    .filter((source) => source.state === 'live' && isValidOn(today, source))
    .reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const budget = expert.knowledgeBudget;
  return {
    sources: found.map((source) => toSource(source)),
    size: { tokens, budget, isGivenWhole: tokens <= budget },
  };
}

/** @throws {AppError} 404 */
export async function getDetails(
  { db }: Runtime,
  ids: { expertId: string; sourceId: string },
): Promise<SourceDetails> {
  const source = await getSource(db, ids);
  const pieces = await listPieces(db, source);
  return {
    source: toSource(source),
    pieces: pieces.map(({ id, page, heading, text, tokens }) => ({
      id,
      page,
      heading,
      text,
      tokens,
    })),
    ...source.review,
    pair: source.kind === 'pair' ? readPair(pieces[0]?.text ?? '') : null,
  };
}

export function toSource(row: SourceView): KnowledgeSource {
  const { id, kind, title, state, failure, origin, validFrom, validUntil, isQuotable } = row;
  const { hidden, instructions, emptyPages } = row.review;
  return {
    ...{ id, kind, title, state, failure, origin, validFrom, validUntil, isQuotable },
    isReading: row.readDueAt !== null,
    canReadAgain: kind !== 'pair',
    pages: row.pageCount,
    pieces: row.pieceCount,
    tokens: row.tokenCount,
    findings: {
      hidden: hidden.length,
      instructions: instructions.length,
      emptyPages: emptyPages.length,
    },
    addedBy: row.addedByEmail,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  };
}
