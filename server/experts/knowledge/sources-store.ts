import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  evidence,
  experts,
  orphanedFiles,
  type SourceRow,
  sources,
  users,
} from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';

export type NewSource = typeof sources.$inferInsert;
export type SourceView = SourceRow & { addedByEmail: string | null };

/** Where a source's own file lies. */
export const toSourceFile = (id: string) => `sources/${id}.bin`;

const view = { source: sources, addedByEmail: users.email };
const toView = (row: { source: SourceRow; addedByEmail: string | null }): SourceView => ({
  ...row.source,
  addedByEmail: row.addedByEmail,
});

/** Oldest first. */
export async function listSources(db: Database, expertId: string): Promise<SourceView[]> {
  const rows = await db
    .select(view)
    .from(sources)
    .leftJoin(users, eq(users.id, sources.addedBy))
    .where(eq(sources.expertId, expertId))
    .orderBy(asc(sources.createdAt), asc(sources.id));
  return rows.map(toView);
}

/** @throws {AppError} 404, also for another expert's. */
export async function getSource(
  db: Database,
  { expertId, sourceId }: { expertId: string; sourceId: string },
): Promise<SourceView> {
  const [row] = await db
    .select(view)
    .from(sources)
    .leftJoin(users, eq(users.id, sources.addedBy))
    .where(and(eq(sources.expertId, expertId), eq(sources.id, sourceId)));
  if (!row) throw notFound('Source');
  return toView(row);
}

/**
 * Locks the expert first, so that two changes of its knowledge never pass each other.
 * @throws {AppError} 404
 */
export async function lockSource(
  tx: Database,
  { expertId, sourceId }: { expertId: string; sourceId: string },
): Promise<SourceRow> {
  await lockKnowledge(tx, expertId);
  const [row] = await tx
    .select()
    .from(sources)
    .where(and(eq(sources.expertId, expertId), eq(sources.id, sourceId)));
  if (!row) throw notFound('Source');
  return row;
}

/** @throws {AppError} 404 */
export async function lockKnowledge(tx: Database, expertId: string): Promise<void> {
  const [expert] = await tx
    .select({ id: experts.id })
    .from(experts)
    .where(eq(experts.id, expertId))
    .for('no key update');
  if (!expert) throw notFound('Expert');
}

export async function findTwin(
  tx: Database,
  { expertId, hash }: { expertId: string; hash: string },
): Promise<SourceRow | null> {
  const [row] = await tx
    .select()
    .from(sources)
    .where(
      and(eq(sources.expertId, expertId), eq(sources.hash, hash), ne(sources.state, 'retired')),
    );
  return row ?? null;
}

export async function insertSource(tx: Database, source: NewSource): Promise<SourceRow> {
  const [row] = await tx.insert(sources).values(source).returning();
  return row as SourceRow; // an insert returns its row
}

export async function updateSource(
  tx: Database,
  id: string,
  change: Partial<NewSource>,
): Promise<SourceRow> {
  const [row] = await tx.update(sources).set(change).where(eq(sources.id, id)).returning();
  return row as SourceRow; // the caller holds its lock
}

/** From the next turn on, every process loads the expert's knowledge anew. */
export async function raiseRevision(tx: Database, expertId: string): Promise<void> {
  await tx
    .update(experts)
    .set({ knowledgeRevision: sql`${experts.knowledgeRevision} + 1` })
    .where(eq(experts.id, expertId));
}

/** With its file, its pieces and what answers have quoted of it. */
export async function deleteSource(tx: Database, { id, expertId }: SourceRow): Promise<void> {
  await tx.delete(sources).where(eq(sources.id, id));
  await tx
    .insert(orphanedFiles)
    .values({ name: toSourceFile(id) })
    .onConflictDoNothing();
  await tx
    .update(evidence)
    .set({
      quotes: sql`(select coalesce(jsonb_agg(case when quote ->> 'sourceId' = ${id}
          then quote || '{"words": ""}' else quote end order by nth), '[]')
        from jsonb_array_elements(${evidence.quotes}) with ordinality as said(quote, nth))`,
    })
    .where(
      and(
        eq(evidence.expertId, expertId),
        sql`${evidence.quotes} @> ${JSON.stringify([{ sourceId: id }])}::jsonb`,
      ),
    );
}

const maxAttempts = 3;

/** Puts off the next one that is due, so that no other process reads it. Null without one. */
export async function leaseReading(
  tx: Database,
  { now, until }: { now: Date; until: Date },
): Promise<SourceRow | null> {
  const next = tx
    .select({ id: sources.id })
    .from(sources)
    .where(lte(sources.readDueAt, now))
    .orderBy(asc(sources.readDueAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await tx
    .update(sources)
    .set({ readDueAt: until, readingAttempts: sql`${sources.readingAttempts} + 1` })
    .where(inArray(sources.id, next))
    .returning();
  return row ?? null;
}

/** A document that ends its process each time is given up. */
export const isGivenUp = ({ readingAttempts }: SourceRow) => readingAttempts > maxAttempts;
