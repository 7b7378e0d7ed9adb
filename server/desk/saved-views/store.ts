import { and, asc, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type SavedViewRow, savedViews } from '#server/db/schema.ts';

export async function listViews(db: Database, userId: string): Promise<SavedViewRow[]> {
  return db
    .select()
    .from(savedViews)
    .where(isVisibleTo(userId))
    .orderBy(sql`lower(${savedViews.name})`, asc(savedViews.id));
}

/** Also null for another account's view. */
export async function lockView(
  tx: Database,
  { id, userId }: { id: string; userId: string },
): Promise<SavedViewRow | null> {
  const [row] = await tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), isVisibleTo(userId)))
    .for('no key update');
  return row ?? null;
}

/** @param ownerId null: the team's. */
export async function countViews(db: Database, ownerId: string | null): Promise<number> {
  const isOfOwner = ownerId ? eq(savedViews.ownerId, ownerId) : isNull(savedViews.ownerId);
  const [row] = await db.select({ views: count() }).from(savedViews).where(isOfOwner);
  return row?.views ?? 0;
}

export async function insertView(
  tx: Database,
  view: Pick<SavedViewRow, 'ownerId' | 'name' | 'filters' | 'createdAt'>,
): Promise<SavedViewRow> {
  const [row] = await tx.insert(savedViews).values(view).returning();
  return row as SavedViewRow;
}

export async function renameView(tx: Database, id: string, name: string): Promise<void> {
  await tx.update(savedViews).set({ name }).where(eq(savedViews.id, id));
}

export async function deleteView(tx: Database, id: string): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.id, id));
}

function isVisibleTo(userId: string): SQL | undefined {
  return or(isNull(savedViews.ownerId), eq(savedViews.ownerId, userId));
}
