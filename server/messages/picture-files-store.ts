import { eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { orphanedFiles } from '#server/db/schema.ts';

export const toPictureFile = (attachmentId: string) => `pictures/${attachmentId}.webp`;

/** In the transaction that orphans them, so that no crash leaves an erased picture behind. */
export async function markOrphaned(tx: Database, attachmentIds: string[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  const files = attachmentIds.map((id) => ({ name: toPictureFile(id) }));
  await tx.insert(orphanedFiles).values(files).onConflictDoNothing();
}

/** By name. */
export async function listOrphanedFiles(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { name } = orphanedFiles;
  const rows = await db
    .select()
    .from(orphanedFiles)
    .where(gt(name, after))
    .orderBy(name)
    .limit(limit);
  return rows.map((row) => row.name);
}

export async function forgetOrphanedFile(db: Database, name: string): Promise<void> {
  await db.delete(orphanedFiles).where(eq(orphanedFiles.name, name));
}
