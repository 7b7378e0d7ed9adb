import { eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { orphanedFiles } from '#server/db/schema.ts';

export const toPictureFile = (attachmentId: string) => `pictures/${attachmentId}.webp`;

/** In the transaction that orphans the files, so that no crash leaves an erased picture behind. */
export async function markOrphaned(tx: Database, attachmentIds: string[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  const files = attachmentIds.map((id) => ({ name: toPictureFile(id) }));
  await tx.insert(orphanedFiles).values(files).onConflictDoNothing();
}

/** Not failed since; those that never failed come first. */
export async function listOrphanedFiles(
  db: Database,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const { name, failedAt } = orphanedFiles;
  const rows = await db
    .select({ name })
    .from(orphanedFiles)
    .where(or(isNull(failedAt), lt(failedAt, since)))
    .orderBy(sql`${failedAt} nulls first`, name)
    .limit(limit);
  return rows.map((row) => row.name);
}

export async function markFailed(db: Database, name: string, failedAt: Date): Promise<void> {
  await db.update(orphanedFiles).set({ failedAt }).where(eq(orphanedFiles.name, name));
}

export async function deleteOrphanedFile(db: Database, name: string): Promise<void> {
  await db.delete(orphanedFiles).where(eq(orphanedFiles.name, name));
}
