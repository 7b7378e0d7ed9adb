import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import {
  connections,
  type ExpertRow,
  experts,
  passwordResets,
  type ThreadRow,
  threads,
  users,
} from '#server/db/schema.ts';

const mostTries = 5;

export type TextRoute = { thread: ThreadRow; expert: ExpertRow };

/** The threads of the person's verified number, on the channel that verified it. */
export async function listTextRoutes(db: Database, userId: string): Promise<TextRoute[]> {
  const routes = await db
    .select({ thread: threads, expert: experts })
    .from(connections)
    .innerJoin(users, eq(users.id, connections.userId))
    .innerJoin(experts, eq(experts.id, connections.expertId))
    .innerJoin(
      threads,
      and(
        eq(threads.userId, connections.userId),
        eq(threads.expertId, connections.expertId),
        eq(threads.handle, connections.handle),
        threads.isCurrent,
      ),
    )
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.state, 'active'),
        eq(connections.handle, users.phoneNumber),
        isNotNull(users.phoneVerifiedAt),
      ),
    )
    .orderBy(asc(connections.activatedAt), asc(connections.id));
  return routes.filter(({ expert }) => expert.channel === routes[0]?.expert.channel);
}

export async function countResets(tx: Database, userId: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ asked: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.createdAt, since)));
  return row?.asked ?? 0;
}

export async function createReset(
  tx: Database,
  reset: { userId: string; codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(passwordResets).values(reset);
}

/** Counts a try, in one statement whether or not the account exists. */
export async function tryNewestReset(
  db: Database,
  { email, now }: { email: string; now: Date },
): Promise<{ id: string; userId: string; codeHash: string } | null> {
  const newest = db
    .select({ id: passwordResets.id })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)))
    .orderBy(desc(passwordResets.createdAt), desc(passwordResets.id))
    .limit(1);
  const [row] = await db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(
      and(
        inArray(passwordResets.id, newest),
        lt(passwordResets.tries, mostTries),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .returning({
      id: passwordResets.id,
      userId: passwordResets.userId,
      codeHash: passwordResets.codeHash,
    });
  return row ?? null;
}

/** False if just used. */
export async function deleteReset(tx: Database, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(passwordResets)
    .where(eq(passwordResets.id, id))
    .returning({ id: passwordResets.id });
  return deleted.length > 0;
}

export async function endResets(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, now)));
}

export async function deleteResetsBefore(db: Database, time: Date, limit: number) {
  const which = lt(passwordResets.createdAt, time);
  return deleteBatch(db, passwordResets.id, { which, limit });
}
