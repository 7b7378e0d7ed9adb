import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { countTokens } from '#server/ai/count-tokens.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { type SourcePieceRow, sourcePieces, sources } from '#server/db/schema.ts';
import type { KnownPiece } from './finding/piece.ts';

export type NewPiece = Pick<SourcePieceRow, 'page' | 'heading' | 'text' | 'tokens'>;

/** Of one insert: a page of a long document has a few. */
const batchSize = 500;

export async function insertPieces(
  tx: Database,
  { sourceId, generation }: { sourceId: string; generation: number },
  pieces: NewPiece[],
): Promise<void> {
  for (let start = 0; start < pieces.length; start += batchSize) {
    const batch = pieces.slice(start, start + batchSize);
    await tx
      .insert(sourcePieces)
      .values(batch.map((piece, at) => ({ ...piece, sourceId, generation, position: start + at })));
  }
}

/** In their order. */
export async function listPieces(
  db: Database,
  { id, generation }: { id: string; generation: number },
): Promise<SourcePieceRow[]> {
  return db
    .select()
    .from(sourcePieces)
    .where(and(eq(sourcePieces.sourceId, id), eq(sourcePieces.generation, generation)))
    .orderBy(asc(sourcePieces.position));
}

export async function deleteOtherGenerations(
  tx: Database,
  { id, generation }: { id: string; generation: number },
): Promise<void> {
  await tx
    .delete(sourcePieces)
    .where(and(eq(sourcePieces.sourceId, id), ne(sourcePieces.generation, generation)));
}

/** Of the line that names a piece to the model, beside its title: number, page and days. */
const lineTokens = 15;

/**
 * All of an expert's live sources, by source and place, with the revision that they belong to: one statement sees one state.
 */
export async function loadLivePieces(
  db: Database,
  expertId: string,
): Promise<{ revision: number; pieces: KnownPiece[] }> {
  const rows = await rowsOf<KnownPiece & { revision: number; hasPiece: boolean }>(
    db,
    sql`select expert.knowledge_revision as revision, piece.id is not null as "hasPiece",
          source.id as "sourceId", source.generation, source.title, piece.page, piece.heading, piece.text, piece.position,
          piece.tokens, source.valid_from::text as "validFrom", source.valid_until::text as "validUntil",
          source.is_quotable as "isQuotable"
        from experts as expert
        left join ${sources} as source on source.expert_id = expert.id and source.state = 'live'
        left join ${sourcePieces} as piece
          on piece.source_id = source.id and piece.generation = source.generation
        where expert.id = ${expertId}
        order by source.created_at, source.id, piece.position`,
  );
  const pieces = rows.flatMap(({ revision: _, hasPiece, ...piece }) =>
    hasPiece
      ? [{ ...piece, tokens: piece.tokens + Math.ceil(countTokens(piece.title)) + lineTokens }]
      : [],
  );
  return { revision: rows[0]?.revision ?? 0, pieces };
}
