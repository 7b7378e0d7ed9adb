import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf, lockUser } from '#server/db/locks.ts';
import { connections, threads, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { dayMs } from '#shared/time.ts';

/** Carriers reassign numbers: after this silence one may have a new owner. */
const silenceMs = 90 * dayMs;

export function findSilenceStart(now: Date): Date {
  return new Date(now.getTime() - silenceMs);
}

type Address = { userId: string; handle: string };

/** Whether no text has confirmed for long that the address is the account's. */
export async function isSilent(
  db: Database,
  { userId, handle }: Address,
  now: Date,
): Promise<boolean> {
  const lastText = sql`(select max(last_inbound_at) from ${threads}
    where ${threads.userId} = ${userId} and ${threads.handle} = ${handle})`;
  const verified = sql`case when ${users.phoneNumber} = ${handle} then ${users.phoneVerifiedAt} end`;
  const [row] = await db
    .select({
      isSilent: sql<boolean>`greatest(${lastText}, ${verified}) < ${writeSilenceStart(now)}`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row?.isSilent ?? false;
}

/**
 * Turns a silent number's threads into records and its connections back to pending, so that nothing a new owner writes
 * reaches the old one.
 */
export async function endSilentThreads(
  db: Database,
  { expertId, handle }: { expertId: string; handle: string },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const ofAddress = await lockThreadsOf(tx, handle);
    const current = ofAddress.find((thread) => thread.expertId === expertId && thread.isCurrent);
    if (!current?.userId) return;
    const address = { userId: current.userId, handle };
    await lockUser(tx, address.userId);
    if (!(await isSilent(tx, address, now))) {
      // The person has texted other experts.
      await tx.update(threads).set({ lastInboundAt: now }).where(eq(threads.id, current.id));
      return;
    }
    const theirs = ofAddress.filter(({ userId }) => userId === address.userId);
    const ids = theirs.map(({ id }) => id);
    await tx.update(threads).set({ isCurrent: false }).where(inArray(threads.id, ids));
    await tx
      .update(connections)
      .set({ state: 'pending', askedAt: null })
      .where(and(eq(connections.userId, address.userId), eq(connections.handle, handle)));
  });
}

function writeSilenceStart(now: Date) {
  return sql`${findSilenceStart(now).toISOString()}::timestamptz`;
}
