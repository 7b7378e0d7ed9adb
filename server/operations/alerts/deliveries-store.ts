import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import {
  type AlertDeliveryRow,
  type AlertReceiverRow,
  type AlertRow,
  alertDeliveries,
  alertReceivers,
  alerts,
} from '#server/db/schema.ts';
import type { AlertOccasion } from '#shared/api/alerts.ts';

export const maxAttempts = 5;
/** Longer than any attempt. */
const leaseMs = 60_000;
const maxAtOnce = 20;

export async function insertDeliveries(
  tx: Database,
  {
    alert,
    receiverIds,
    occasion,
    now,
  }: { alert: AlertRow; receiverIds: string[]; occasion: AlertOccasion; now: Date },
): Promise<void> {
  if (receiverIds.length === 0) return;
  const { id: alertId, detail } = alert;
  const common = { alertId, detail, occasion, dueAt: now, createdAt: now };
  await tx
    .insert(alertDeliveries)
    .values(receiverIds.map((receiverId) => ({ ...common, receiverId })));
}

/** Null if no receiver was there to be told. */
export async function findLastTold(tx: Database, alertId: string): Promise<Date | null> {
  const { createdAt, occasion } = alertDeliveries;
  const [row] = await tx
    .select({ at: max(createdAt) })
    .from(alertDeliveries)
    .where(and(eq(alertDeliveries.alertId, alertId), ne(occasion, 'ended')));
  return row?.at ?? null;
}

/** Told, or still to be told. */
export async function listToldReceivers(tx: Database, alertId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ receiverId: alertDeliveries.receiverId })
    .from(alertDeliveries)
    .where(
      and(
        eq(alertDeliveries.alertId, alertId),
        or(isNotNull(alertDeliveries.sentAt), isNotNull(alertDeliveries.dueAt)),
      ),
    );
  return rows.map(({ receiverId }) => receiverId);
}

/** On the same occasion as `delivery`. */
export async function listUntoldReceivers(
  tx: Database,
  { alertId, occasion, createdAt }: AlertDeliveryRow,
): Promise<string[]> {
  const told = tx
    .select({ id: alertDeliveries.receiverId })
    .from(alertDeliveries)
    .where(
      and(
        eq(alertDeliveries.alertId, alertId),
        eq(alertDeliveries.occasion, occasion),
        gte(alertDeliveries.createdAt, createdAt),
      ),
    );
  const rows = await tx
    .select({ id: alertReceivers.id })
    .from(alertReceivers)
    .where(notInArray(alertReceivers.id, told));
  return rows.map(({ id }) => id);
}

export type ClaimedDelivery = {
  delivery: AlertDeliveryRow;
  alert: AlertRow;
  receiver: AlertReceiverRow;
};

const earlier = alias(alertDeliveries, 'earlier');

/** An end that overtakes its beginning, which waits for another attempt, would leave the receiver with an open alert. */
const isNotBeforeItsBeginning = sql`(${alertDeliveries.occasion} <> 'ended' or not exists (
  select from ${alertDeliveries} as earlier
  where ${earlier.alertId} = ${alertDeliveries.alertId} and ${earlier.receiverId} = ${alertDeliveries.receiverId}
    and ${earlier.occasion} <> 'ended' and ${earlier.dueAt} is not null))`;

/**
 * Leases what is due. It writes what holds if nothing follows: the attempt counts, it was cut off, and the last one
 * gives up.
 */
export async function claimDeliveries(tx: Database, now: Date): Promise<ClaimedDelivery[]> {
  const { id, dueAt, leasedUntil, attempts } = alertDeliveries;
  const due = await tx
    .select({ id })
    .from(alertDeliveries)
    .where(
      and(lte(dueAt, now), or(isNull(leasedUntil), lt(leasedUntil, now)), isNotBeforeItsBeginning),
    )
    .orderBy(asc(dueAt), asc(id))
    .limit(maxAtOnce)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map((row) => row.id);
  await tx
    .update(alertDeliveries)
    .set({
      attempts: sql`${attempts} + 1`,
      leasedUntil: new Date(now.getTime() + leaseMs),
      problem: 'The server stopped during the attempt.',
      dueAt: sql`case when ${attempts} + 1 < ${maxAttempts} then ${dueAt} end`,
    })
    .where(inArray(id, ids));
  return tx
    .select({ delivery: alertDeliveries, alert: alerts, receiver: alertReceivers })
    .from(alertDeliveries)
    .innerJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .innerJoin(alertReceivers, eq(alertReceivers.id, alertDeliveries.receiverId))
    .where(inArray(id, ids));
}

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(alertDeliveries)
    .set({ sentAt: now, dueAt: null, leasedUntil: null, problem: null })
    .where(eq(alertDeliveries.id, id));
}

/** @param retryAt null: given up. @returns false if it was sent after all. */
export async function markFailed(
  db: Database,
  { id, problem, retryAt }: { id: string; problem: string; retryAt: Date | null },
): Promise<boolean> {
  const rows = await db
    .update(alertDeliveries)
    .set({ problem, dueAt: retryAt, leasedUntil: null })
    .where(and(eq(alertDeliveries.id, id), isNull(alertDeliveries.sentAt)))
    .returning({ id: alertDeliveries.id });
  return rows.length > 0;
}

/** Of each receiver's newest delivery that was tried and is not being tried now. */
export async function listProblems(db: Database, now: Date): Promise<Map<string, string | null>> {
  const { receiverId, problem, attempts, createdAt, leasedUntil } = alertDeliveries;
  const rows = await db
    .selectDistinctOn([receiverId], { receiverId, problem })
    .from(alertDeliveries)
    .where(and(gt(attempts, 0), or(isNull(leasedUntil), lt(leasedUntil, now))))
    .orderBy(receiverId, desc(createdAt), desc(alertDeliveries.id));
  return new Map(rows.map((row) => [row.receiverId, row.problem]));
}
