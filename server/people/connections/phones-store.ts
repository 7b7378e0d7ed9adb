import { and, asc, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, experts, threads, users } from '#server/db/schema.ts';

/** What an account's phones may be read from: its number, its connections and its conversations. */
export async function readPhoneFacts(db: Database, userId: string) {
  const [account] = await db
    .select({
      phoneNumber: users.phoneNumber,
      phoneVerifiedAt: users.phoneVerifiedAt,
      phoneAttachedAt: users.phoneAttachedAt,
      pendingPhoneNumber: users.pendingPhoneNumber,
    })
    .from(users)
    .where(eq(users.id, userId));
  const expert = { id: experts.id, displayName: experts.displayName, channel: experts.channel };
  const connected = await db
    .select({ connection: connections, expert })
    .from(connections)
    .innerJoin(experts, eq(experts.id, connections.expertId))
    .where(eq(connections.userId, userId))
    .orderBy(asc(experts.displayName), asc(experts.id));
  const { handle, isCurrent, lastInboundAt, createdAt } = threads;
  const talks = await db
    .select({ handle, isCurrent, lastInboundAt, createdAt, expert })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(eq(threads.userId, userId))
    .orderBy(asc(experts.displayName), asc(experts.id));
  return { account, connected, talks };
}

export type PhoneFacts = Awaited<ReturnType<typeof readPhoneFacts>>;

/** Also one that has left: a thief could remove the owner's first. */
export async function hasHadPhone(db: Database, userId: string): Promise<boolean> {
  const thread = db.select({ one: sql`1` }).from(threads).where(eq(threads.userId, userId));
  const connection = db
    .select({ one: sql`1` })
    .from(connections)
    .where(and(eq(connections.userId, userId), isNotNull(connections.activatedAt)));
  const hadOne = or(isNotNull(users.phoneVerifiedAt), exists(thread), exists(connection));
  return (await db.$count(users, and(eq(users.id, userId), hadOne))) > 0;
}

/** Of an account that a phone has yet to send its code to. */
export async function deleteConnection(tx: Database, id: string): Promise<void> {
  await tx.delete(connections).where(eq(connections.id, id));
}
