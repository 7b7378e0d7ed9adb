import { and, asc, eq, gt, isNotNull, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { listMailProofs } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import {
  bankPayments,
  connections,
  creditEntries,
  payments,
  subscriptions,
  threads,
  trialClaims,
  type UserRow,
  users,
} from '#server/db/schema.ts';

/**
 * Neither mail nor phone was proved, nothing paid, texted, or given by the team. Numbers that have left the account and
 * conversations that were erased have left a trace here.
 */
function isUnproved(db: Database): SQL | undefined {
  const hasNo = (table: PgTable & { userId: PgColumn }, which?: SQL) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.userId, users.id), which)),
    );
  return and(
    eq(users.role, 'USER'),
    isNull(users.deletedAt),
    isNull(users.emailVerifiedAt),
    isNull(users.phoneVerifiedAt),
    isNull(users.subExpiration),
    hasNo(threads),
    hasNo(connections, isNotNull(connections.activatedAt)),
    hasNo(trialClaims, isNotNull(trialClaims.phoneHash)),
    hasNo(payments),
    hasNo(bankPayments),
    hasNo(subscriptions),
    hasNo(creditEntries, ne(creditEntries.kind, 'grant')),
    notExists(listMailProofs(db, users.id)),
  );
}

/** By id. @param span.since null: of any age. */
export async function listUnproved(
  db: Database,
  span: { before: Date; since: Date | null; afterId: string | null; limit: number },
): Promise<UserRow[]> {
  const { before, since, afterId, limit } = span;
  return db
    .select()
    .from(users)
    .where(
      and(
        lt(users.createdAt, before),
        since ? gt(users.createdAt, since) : undefined,
        afterId ? gt(users.id, afterId) : undefined,
        isUnproved(db),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
}

/** The caller has locked the account. */
export async function isStillUnproved(tx: Database, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), isUnproved(tx)))) > 0;
}
