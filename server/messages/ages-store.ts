import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { type ThreadRow, threads } from '#server/db/schema.ts';

type Person = Pick<ThreadRow, 'userId' | 'handle'>;

const said = alias(threads, 'said');
const hasSaid = isNotNull(said.minorSince);

/** By the account, or from the address unless it has left another account since. */
function isBy(userId: SQL, handle: SQL): SQL {
  return sql`(${said.userId} = ${userId} or (${said.handle} = ${handle} and (${said.userId} is null or ${said.isCurrent})))`;
}

/** When the person first told any expert that they are under 18. */
export const minorSince = sql<Date | null>`(select min(${said.minorSince}) from ${threads} as said
  where ${hasSaid} and ${isBy(sql`${threads.userId}`, sql`${threads.handle}`)})`.mapWith(
  threads.minorSince,
);

const isOf = ({ userId, handle }: Person) => isBy(sql`${userId}::uuid`, sql`${handle}`);

/** Keeps the first time. */
export async function setMinor(db: Database, threadId: string, now: Date): Promise<void> {
  await db
    .update(threads)
    .set({
      minorSince: sql`coalesce(${threads.minorSince}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(threads.id, threadId));
}

/** The stated age was a mistake. Clears all of the person's threads. */
export async function clearMinor(tx: Database, person: Person): Promise<void> {
  const isTheirs = tx
    .select({ id: said.id })
    .from(said)
    .where(and(hasSaid, isOf(person)));
  await tx.update(threads).set({ minorSince: null }).where(sql`${threads.id} in ${isTheirs}`);
}

/** Whether they said that they are under 13, and the team has not returned them since. */
export async function isTooYoung(db: Database, person: Person): Promise<boolean> {
  const rows = await db
    .select({ id: said.id })
    .from(said)
    .where(and(hasSaid, isOf(person), eq(said.handedBecause, 'age')))
    .limit(1);
  return rows.length > 0;
}
