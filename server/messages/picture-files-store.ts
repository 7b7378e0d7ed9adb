import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { uselessFiles } from '#server/db/schema.ts';

export const toPictureFile = (attachmentId: string) => `pictures/${attachmentId}.webp`;

/** In the transaction that makes them useless, so that no crash leaves an erased picture behind. */
export async function markUseless(tx: Database, attachmentIds: string[]): Promise<void> {
  if (attachmentIds.length === 0) return;
  const files = attachmentIds.map((id) => ({ name: toPictureFile(id) }));
  await tx.insert(uselessFiles).values(files).onConflictDoNothing();
}

export async function listUselessFiles(db: Database, limit: number): Promise<string[]> {
  const rows = await db.select().from(uselessFiles).orderBy(sql`1`).limit(limit);
  return rows.map(({ name }) => name);
}

export async function forgetUselessFiles(db: Database, names: string[]): Promise<void> {
  await db.delete(uselessFiles).where(inArray(uselessFiles.name, names));
}
