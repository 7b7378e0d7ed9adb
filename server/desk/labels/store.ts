import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type LabelRow, labels, threadLabels } from '#server/db/schema.ts';
import type { CountedLabel, LabelRequest } from '#shared/api/labels.ts';

const { id, name, hue } = labels;

/** No filter: erased threads lose their labels. */
export async function listLabels(db: Database): Promise<CountedLabel[]> {
  const threadCount = sql<number>`(select count(*)::int from ${threadLabels}
    where ${threadLabels.labelId} = ${id})`;
  return db
    .select({ id, name, hue, threads: threadCount })
    .from(labels)
    .orderBy(sql`lower(${name})`, asc(id));
}

export async function countLabels(db: Database): Promise<number> {
  const [row] = await db.select({ labels: count() }).from(labels);
  return row?.labels ?? 0;
}

export async function lockLabel(tx: Database, labelId: string): Promise<LabelRow | null> {
  const [row] = await tx.select().from(labels).where(eq(id, labelId)).for('no key update');
  return row ?? null;
}

/** Prevents its deletion until the transaction ends. */
export async function lockLabelForUse(tx: Database, labelId: string): Promise<LabelRow | null> {
  const [row] = await tx.select().from(labels).where(eq(id, labelId)).for('key share');
  return row ?? null;
}

export async function insertLabel(
  tx: Database,
  label: LabelRequest & { createdAt: Date },
): Promise<LabelRow> {
  const [row] = await tx.insert(labels).values(label).returning();
  return row as LabelRow;
}

export async function updateLabel(
  tx: Database,
  labelId: string,
  change: Partial<LabelRequest>,
): Promise<void> {
  await tx.update(labels).set(change).where(eq(id, labelId));
}

/** Also removes it from its threads. */
export async function deleteLabel(tx: Database, labelId: string): Promise<void> {
  await tx.delete(labels).where(eq(id, labelId));
}

/**
 * The caller has locked the threads.
 * @returns the threads that did not have it.
 */
export async function addLabel(
  tx: Database,
  { labelId, threadIds }: { labelId: string; threadIds: string[] },
): Promise<string[]> {
  if (threadIds.length === 0) return [];
  const added = await tx
    .insert(threadLabels)
    .values(threadIds.map((threadId) => ({ threadId, labelId })))
    .onConflictDoNothing()
    .returning({ threadId: threadLabels.threadId });
  return added.map(({ threadId }) => threadId);
}

/** @returns those that had it. */
export async function removeLabel(
  tx: Database,
  { labelId, threadIds }: { labelId: string; threadIds: string[] },
): Promise<string[]> {
  const removed = await tx
    .delete(threadLabels)
    .where(and(eq(threadLabels.labelId, labelId), inArray(threadLabels.threadId, threadIds)))
    .returning({ threadId: threadLabels.threadId });
  return removed.map(({ threadId }) => threadId);
}
