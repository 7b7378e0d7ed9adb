import { and, asc, count, desc, eq, max, ne, notInArray, type SQL } from 'drizzle-orm';
import { isLive } from '#server/access/tokens-store.ts';
import type { Database } from '#server/db/client.ts';
import { tokens, users } from '#server/db/schema.ts';

/** As many as known devices: a thief of the password, or a script, can't pile them up. */
const maxSessions = 20;

export async function listSessions(db: Database, userId: string, now: Date) {
  return db
    .select({
      id: tokens.id,
      device: tokens.device,
      createdAt: tokens.createdAt,
      lastUsedAt: tokens.lastUsedAt,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(and(eq(tokens.userId, userId), isLive(now)))
    .orderBy(desc(tokens.lastUsedAt), desc(tokens.id));
}

export async function listAdminSessions(db: Database, now: Date) {
  return db
    .select({
      email: users.email,
      role: users.role,
      totpConfirmedAt: users.totpConfirmedAt,
      sessions: count(tokens.id),
      lastUsedAt: max(tokens.lastUsedAt),
    })
    .from(users)
    .leftJoin(tokens, and(eq(tokens.userId, users.id), isLive(now)))
    .where(ne(users.role, 'USER'))
    .groupBy(users.id)
    .orderBy(asc(users.email));
}

export async function hasSession(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  return (await db.$count(tokens, and(eq(tokens.userId, userId), eq(tokens.id, id)))) > 0;
}

/** False for another person's session. */
export async function deleteSession(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  return (await deleteTokens(db, and(eq(tokens.userId, userId), eq(tokens.id, id)))) > 0;
}

/** Returns how many. */
export async function deleteSessions(
  tx: Database,
  { userId, exceptId }: { userId: string; exceptId?: string },
): Promise<number> {
  return deleteTokens(
    tx,
    and(eq(tokens.userId, userId), exceptId ? ne(tokens.id, exceptId) : undefined),
  );
}

/**
 * Makes room for another session: beyond the limit, the longest unused end. The caller has locked the account.
 * @returns how many.
 */
export async function endOldestSessions(tx: Database, userId: string): Promise<number> {
  const ofUser = eq(tokens.userId, userId);
  const newest = tx
    .select({ id: tokens.id })
    .from(tokens)
    .where(ofUser)
    .orderBy(desc(tokens.lastUsedAt), desc(tokens.id))
    .limit(maxSessions - 1);
  return deleteTokens(tx, and(ofUser, notInArray(tokens.id, newest)));
}

async function deleteTokens(db: Database, which: SQL | undefined): Promise<number> {
  return (await db.delete(tokens).where(which).returning({ id: tokens.id })).length;
}
