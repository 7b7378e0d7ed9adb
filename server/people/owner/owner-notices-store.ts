import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import {
  type OwnerEvent,
  type OwnerNoticeRow,
  type OwnerRoute,
  ownerNotices,
} from '#server/db/schema.ts';
import { dayMs, hourMs } from '#shared/time.ts';

type Limit = { limit: number; ms: number };
/** Of one account. Each kind has its own, so that a thief who repeats one can't silence another. */
const ofKind: Partial<Record<OwnerEvent['kind'], Limit[]>> = {
  'sign-in': [{ limit: 3, ms: dayMs }],
  'factor-guessed': [{ limit: 1, ms: dayMs }],
  'device-waits': [
    { limit: 3, ms: hourMs },
    { limit: 10, ms: dayMs },
  ],
};
const ofOthers: Limit[] = [{ limit: 5, ms: dayMs }];

export async function isNoticeLimited(
  tx: Database,
  { userId, kind, now }: { userId: string; kind: OwnerEvent['kind']; now: Date },
): Promise<boolean> {
  const isKind = and(
    eq(ownerNotices.userId, userId),
    eq(sql`${ownerNotices.event} ->> 'kind'`, kind),
  );
  for (const { limit, ms } of ofKind[kind] ?? ofOthers) {
    const isRecent = gt(ownerNotices.createdAt, new Date(now.getTime() - ms));
    if ((await tx.$count(ownerNotices, and(isKind, isRecent))) >= limit) return true;
  }
  return false;
}

export async function createNotice(
  tx: Database,
  notice: typeof ownerNotices.$inferInsert,
): Promise<string> {
  const [row] = await tx.insert(ownerNotices).values(notice).returning({ id: ownerNotices.id });
  return (row as { id: string }).id;
}

/** Null once it is told. */
export async function lockNotice(
  tx: Database,
  id: string,
): Promise<(OwnerNoticeRow & { route: OwnerRoute }) | null> {
  const [row] = await tx.select().from(ownerNotices).where(eq(ownerNotices.id, id)).for('update');
  return row?.route ? { ...row, route: row.route } : null;
}

/** Keeps what the limits count. */
export async function endNotice(tx: Database, id: string): Promise<void> {
  await tx.update(ownerNotices).set({ route: null }).where(eq(ownerNotices.id, id));
}

export async function deleteNoticesBefore(db: Database, time: Date, limit: number) {
  return deleteBatch(db, ownerNotices.id, { which: lt(ownerNotices.createdAt, time), limit });
}
