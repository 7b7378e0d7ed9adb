import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { threads, typedTexts } from '#server/db/schema.ts';
import type { TypedText } from '#shared/api/typed.ts';

type Place = { userId: string; threadId: string };

export async function findTyped(db: Database, place: Place): Promise<TypedText | null> {
  const { body, revision } = typedTexts;
  const [row] = await db.select({ body, revision }).from(typedTexts).where(isAt(place));
  return row ?? null;
}

/** The caller has locked the thread, and compared revisions. */
export async function saveTyped(tx: Database, place: Place, body: string): Promise<TypedText> {
  const typed = { body, revision: randomUUID() };
  await tx
    .insert(typedTexts)
    .values({ ...place, ...typed })
    .onConflictDoUpdate({ target: [typedTexts.userId, typedTexts.threadId], set: typed });
  return typed;
}

export async function deleteTyped(tx: Database, place: Place): Promise<void> {
  await tx.delete(typedTexts).where(isAt(place));
}

/** All that the account has typed. */
export async function deleteTypedBy(tx: Database, userId: string): Promise<void> {
  await tx.delete(typedTexts).where(eq(typedTexts.userId, userId));
}

/** What was saved may lack the end of what was sent: pages save a moment after the last key. */
export async function clearSentTyped(tx: Database, place: Place, sent: string): Promise<void> {
  const typed = await findTyped(tx, place);
  if (typed && sent.trim().startsWith(typed.body.trim())) await deleteTyped(tx, place);
}

/** For a select of threads. */
export const typedBy = (userId: string) => sql<TypedText | null>`(
  select json_build_object('body', ${typedTexts.body}, 'revision', ${typedTexts.revision}) from ${typedTexts}
  where ${typedTexts.userId} = ${userId} and ${typedTexts.threadId} = ${threads.id})`;

const isAt = ({ userId, threadId }: Place) =>
  and(eq(typedTexts.userId, userId), eq(typedTexts.threadId, threadId));
