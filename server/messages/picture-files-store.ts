import { eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { uselessFiles } from '#server/db/schema.ts';

export const toPictureFile = (attachmentId: string) => `pictures/${attachmentId}.webp`;

/** In the transaction that makes them useless, so that no crash leaves an erased picture behind. */
export async function markUseless(tx: Database, attachmentIds: string[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  const files = attachmentIds.map((id) => ({ name: toPictureFile(id) }));
  await tx.insert(uselessFiles).values(files).onConflictDoNothing();
}

/** By name. */
export async function listUselessFiles(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { name } = uselessFiles;
  const rows = await db
    .select()
    .from(uselessFiles)
    .where(gt(name, after))
    .orderBy(name)
    .limit(limit);
  return rows.map((row) => row.name);
}

export async function forgetUselessFile(db: Database, name: string): Promise<void> {
  await db.delete(uselessFiles).where(eq(uselessFiles.name, name));
}
