import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { type ThreadRow, threads } from '#server/db/schema.ts';

type Person = Pick<ThreadRow, 'userId' | 'handle'>;

const said = alias(threads, 'said');
const hasSaid = isNotNull(said.minorSince);

/** By the account, and by its address where that is no former one of another account. */
function isBy(userId: SQL, handle: SQL): SQL {
  return sql`(${said.userId} = ${userId} or (${said.handle} = ${handle} and (${said.userId} is null or ${said.isCurrent})))`;
}

/** Since when the person of a row of `threads` has said that they are under 18, to whatever expert. */
export const minorSince = sql<Date | null>`(select min(${said.minorSince}) from ${threads} as said
  where ${hasSaid} and ${isBy(sql`${threads.userId}`, sql`${threads.handle}`)})`.mapWith(
  threads.minorSince,
);

const isOf = ({ userId, handle }: Person) => isBy(sql`${userId}::uuid`, sql`${handle}`);

/** Since the first time that they said so. */
export async function setMinor(db: Database, threadId: string, now: Date): Promise<void> {
  await db
    .update(threads)
    .set({
      minorSince: sql`coalesce(${threads.minorSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(threads.id, threadId));
}

/** It was a mistake, in whichever conversation it was made. */
export async function clearMinor(tx: Database, person: Person): Promise<void> {
  const isTheirs = tx
    .select({ id: said.id })
    .from(said)
    .where(and(hasSaid, isOf(person)));
  await tx.update(threads).set({ minorSince: null }).where(sql`${threads.id} in ${isTheirs}`);
}

/** Whether they said that they are under 13, and no person of the team has found otherwise. */
export async function isTooYoung(db: Database, person: Person): Promise<boolean> {
  const rows = await db
    .select({ id: said.id })
    .from(said)
    .where(and(hasSaid, isOf(person), eq(said.handler, 'human'), eq(said.handedBecause, 'age')))
    .limit(1);
  return rows.length > 0;
}
