import { and, desc, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type ThreadRow, threads } from '#server/db/schema.ts';
import { setAi, setHuman } from '#server/messages/handover-store.ts';
import { settleHeld } from '#server/messages/held-store.ts';
import { deleteDrafts } from '#server/messages/reply-drafts-store.ts';
import { moveRiskEvents } from '#server/messages/risk-events-store.ts';
import { clearRisk, setAlertDue } from '#server/messages/threads-store.ts';

/**
 * Crisis, stated age and handler are about the person, so the thread that continues gets them. Of two takeovers, the
 * one that ends later counts.
 */
export async function moveMarks(tx: Database, from: ThreadRow, to: ThreadRow): Promise<void> {
  await copyMarks(tx, from, to);
  await moveRiskEvents(tx, { fromId: from.id, toId: to.id });
  await setAi(tx, from, { isByTeam: true });
  await clearRisk(tx, from.id);
  await deleteDrafts(tx, from.id);
  await setAlertDue(tx, from.id, null);
  // Written before the new thread, so not answered there.
  await settleHeld(tx, from.id, { answered: [], waiting: [], others: 'read' });
}

async function copyMarks(tx: Database, from: ThreadRow, to: ThreadRow): Promise<void> {
  const { handedBecause, handedAt, assigneeId, aiReturnsAt } = from;
  if (from.handler === 'human' && handedBecause && handedAt) {
    const handover = { because: handedBecause, assigneeId, aiReturnsAt, now: handedAt };
    await setHuman(tx, to, handover);
  }
  // The pause is over, but the person is still too young.
  const isChild = from.handler === 'ai' && handedBecause === 'age';
  const humanWantedAt = to.humanWantedAt ?? from.humanWantedAt;
  const riskAt = from.riskAt ?? to.riskAt;
  const concernAt = from.concernAt ?? to.concernAt;
  const minorSince = to.minorSince ?? from.minorSince;
  const alertDueAt = to.alertDueAt ?? from.alertDueAt;
  await tx
    .update(threads)
    .set({
      humanWantedAt,
      riskAt,
      concernAt,
      minorSince,
      alertDueAt,
      ...(isChild && { handedBecause }),
    })
    .where(eq(threads.id, to.id));
}

/** An account that starts over from another address is the same person. */
export async function copyMarksOfAccount(tx: Database, to: ThreadRow): Promise<void> {
  const { id, userId, expertId } = to;
  if (!userId) return;
  const [former] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.userId, userId), eq(threads.expertId, expertId), ne(threads.id, id)))
    .orderBy(desc(threads.id))
    .limit(1)
    .for('no key update');
  if (!former || !isMarked(former)) return;
  await (former.isCurrent ? copyMarks(tx, former, to) : moveMarks(tx, former, to));
}

export function isMarked({ handler, ...thread }: ThreadRow): boolean {
  const { humanWantedAt, riskAt, concernAt, minorSince } = thread;
  return handler === 'human' || Boolean(humanWantedAt ?? riskAt ?? concernAt ?? minorSince);
}

/** A crisis, or a person from the team who answers: only that phone reaches the person. A stated age is the account's. */
export function isInHand({ riskAt, handler, handedBecause }: ThreadRow): boolean {
  return riskAt !== null || (handler === 'human' && handedBecause !== 'age');
}

/**
 * The phone now names another account: its marked threads continue as new ones, for the account that connects next.
 * Of a released number only those in hand, and none of a long silent one, whose new owner begins without marks.
 */
export async function passMarksOn(tx: Database, left: ThreadRow[], now: Date): Promise<void> {
  for (const from of left.filter(isMarked)) {
    const { expertId, handle } = from;
    const [to] = await tx.insert(threads).values({ expertId, handle, createdAt: now }).returning();
    await moveMarks(tx, from, to as ThreadRow);
  }
}
