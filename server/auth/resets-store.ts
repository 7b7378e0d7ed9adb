import { and, asc, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { isThreadOfConnection } from '#server/db/addresses.ts';
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
    .innerJoin(threads, isThreadOfConnection)
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

type SentTo = { userId: string; sentBy: 'mail' | 'text' };

export async function countResets(
  tx: Database,
  { userId, sentBy }: SentTo,
  since: Date,
): Promise<number> {
  const isTheirs = and(eq(passwordResets.userId, userId), eq(passwordResets.sentBy, sentBy));
  return tx.$count(passwordResets, and(isTheirs, gt(passwordResets.createdAt, since)));
}

export async function createReset(
  tx: Database,
  reset: SentTo & { codeHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insert(passwordResets).values(reset);
}

/** Counts a try of each account's newest text and mail, in one statement whether or not there is an account. */
export async function tryNewestResets(
  db: Database,
  { userIds, now }: { userIds: string[]; now: Date },
) {
  const { id, userId, sentBy, createdAt } = passwordResets;
  const newest = db
    .selectDistinctOn([userId, sentBy], { id })
    .from(passwordResets)
    .where(inArray(userId, userIds))
    .orderBy(userId, sentBy, desc(createdAt), desc(id));
  return db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(
      and(
        inArray(passwordResets.id, newest),
        lt(passwordResets.tries, mostTries),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .returning({ id, userId, sentBy, codeHash: passwordResets.codeHash });
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
