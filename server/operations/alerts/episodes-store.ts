import { and, asc, desc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type AlertRow, alerts } from '#server/db/schema.ts';
import type { AlertRule } from '#shared/api/alerts.ts';
import type { Finding } from './finding.ts';

type Found = Finding & { rule: AlertRule; now: Date; repeatAt: Date };

const isOpen = isNull(alerts.endedAt);

/** @returns null if it is open already. */
export async function beginEpisode(
  tx: Database,
  { now, ...found }: Found,
): Promise<AlertRow | null> {
  const [row] = await tx
    .insert(alerts)
    .values({ ...found, beganAt: now, seenAt: now })
    .onConflictDoNothing({ target: [alerts.rule, alerts.subject], where: isOpen })
    .returning();
  return row ?? null;
}

/** @returns null if it has ended a moment ago: then nothing is changed, and the next look begins another. */
export async function touchEpisode(
  tx: Database,
  { rule, subject, detail, now }: Omit<Found, 'link' | 'repeatAt'>,
): Promise<AlertRow | null> {
  const [row] = await tx
    .update(alerts)
    .set({ detail, seenAt: sql`greatest(${alerts.seenAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(alerts.rule, rule), eq(alerts.subject, subject), isOpen))
    .returning();
  return row ?? null;
}

/** For a rule that could not be asked. */
export async function touchEpisodesOf(db: Database, rule: AlertRule, now: Date): Promise<void> {
  await db
    .update(alerts)
    .set({ seenAt: now })
    .where(and(eq(alerts.rule, rule), isOpen));
}

export async function endUnseenEpisodes(
  tx: Database,
  { before, now }: { before: Date; now: Date },
): Promise<AlertRow[]> {
  return tx
    .update(alerts)
    .set({ endedAt: now })
    .where(and(isOpen, lt(alerts.seenAt, before)))
    .returning();
}

/** Another process that is at it takes the others. */
export async function lockRepeats(tx: Database, now: Date): Promise<AlertRow[]> {
  return tx
    .select()
    .from(alerts)
    .where(and(isOpen, lte(alerts.repeatAt, now)))
    .for('update', { skipLocked: true });
}

export async function setRepeat(
  tx: Database,
  { id, repeats, repeatAt }: Pick<AlertRow, 'id' | 'repeats' | 'repeatAt'>,
): Promise<void> {
  await tx.update(alerts).set({ repeats, repeatAt }).where(eq(alerts.id, id));
}

export async function listEpisodes(db: Database, limit: number): Promise<AlertRow[]> {
  return db
    .select()
    .from(alerts)
    .orderBy(asc(sql`${alerts.endedAt} is not null`), desc(alerts.beganAt), asc(alerts.id))
    .limit(limit);
}

export async function deleteEpisodesBefore(db: Database, time: Date, limit: number) {
  const which = and(isNotNull(alerts.endedAt), lt(alerts.beganAt, time));
  return deleteBatch(db, alerts.id, { which, limit });
}
