import { and, asc, count, desc, eq, max, ne, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { tokens, users } from '#server/db/schema.ts';
import { isLive } from './store.ts';

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

async function deleteTokens(db: Database, which: SQL | undefined): Promise<number> {
  return (await db.delete(tokens).where(which).returning({ id: tokens.id })).length;
}
