import { and, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messages, type ThreadRow, threads } from '#server/db/schema.ts';
import type { HandoverReason } from '#shared/api/threads.ts';

type Thread = Pick<ThreadRow, 'id' | 'handler' | 'handlerEpoch'>;

/**
 * Keeps the assignee, unless another member of the team takes the thread from the AI. Of two takeovers the later end
 * counts, and no end is the latest. The caller has locked the thread.
 */
export async function setHuman(
  tx: Database,
  {
    id,
    handlerEpoch,
    ...thread
  }: Thread & Pick<ThreadRow, 'aiReturnsAt' | 'assigneeId' | 'handedBecause'>,
  handover: {
    because: HandoverReason;
    assigneeId: string | null;
    aiReturnsAt: Date | null;
    now: Date;
  },
): Promise<void> {
  const isTaken = thread.handler === 'human';
  const isClaimed = handover.because === 'taken' && !isTaken;
  const isNew = !isTaken || (thread.assigneeId === null && handover.assigneeId !== null);
  await tx
    .update(threads)
    .set({
      handler: 'human',
      // Also for a new assignee, so that a colleague's older return is refused.
      ...(isNew && { handlerEpoch: handlerEpoch + 1 }),
      aiReturnsAt: isTaken
        ? pickLaterEnd(thread.aiReturnsAt, handover.aiReturnsAt)
        : handover.aiReturnsAt,
      assigneeId: isClaimed ? handover.assigneeId : (thread.assigneeId ?? handover.assigneeId),
      ...(handover.because === 'taken' && { resolvedAt: null }),
      ...(!isTaken && { handedAt: handover.now }),
      // A child stays a child, until the team returns the thread.
      ...((handover.because === 'age' || !(isTaken || thread.handedBecause === 'age')) && {
        handedBecause: handover.because,
      }),
    })
    .where(eq(threads.id, id));
}

function pickLaterEnd(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return one > other ? one : other;
}

/** The caller has locked the thread. */
export async function setAi(
  tx: Database,
  { id, handlerEpoch }: Thread,
  { isByTeam, isUnmet = false }: { isByTeam: boolean; isUnmet?: boolean },
): Promise<void> {
  await tx
    .update(threads)
    .set({
      handler: 'ai',
      handlerEpoch: handlerEpoch + 1,
      assigneeId: null,
      aiReturnsAt: null,
      ...(!isUnmet && { humanWantedAt: null }),
      // Only the team's return settles a stated age; the end of a pause does not.
      ...(isByTeam && { handedBecause: null }),
      // The person may take the AI's next answer for the team's.
      disclosedAt: null,
    })
    .where(eq(threads.id, id));
}

/** Older versions handed threads over without an end, also after failures of the model alone. */
export async function setMissingReturns(db: Database, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const waited = sql`case when ${threads.handedBecause} = 'failed' then ${at}
    else ${threads.handedAt} + interval '12 hours' end`;
  await db
    .update(threads)
    .set({
      aiReturnsAt: sql`greatest(${at}, ${waited}, ${threads.riskAt} + interval '24 hours')`,
    })
    .where(
      and(
        eq(threads.handler, 'human'),
        isNull(threads.aiReturnsAt),
        isNull(threads.assigneeId),
        inArray(threads.handedBecause, ['failed', 'asked', 'crisis', 'age']),
      ),
    );
}

export async function listDueReturns(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: threads.id })
    .from(threads)
    .where(and(isNotNull(threads.aiReturnsAt), lte(threads.aiReturnsAt, now)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Without a member of the team. */
export function isPausedByCrisis({
  handler,
  handedBecause,
  riskAt,
  assigneeId,
}: ThreadRow): boolean {
  const isPaused = handler === 'human' && handedBecause === 'crisis';
  return isPaused && riskAt !== null && assigneeId === null;
}

/** Whether the team has texted since the handover. */
export async function hasPersonWritten(
  db: Database,
  { id, handedAt }: Pick<ThreadRow, 'id' | 'handedAt'>,
): Promise<boolean> {
  const isOfTeam = and(eq(messages.threadId, id), eq(messages.origin, 'admin'));
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(handedAt ? and(isOfTeam, gte(messages.createdAt, handedAt)) : isOfTeam)
    .limit(1);
  return row !== undefined;
}

/** Whether the writer's word brings the AI back: what the team took over by itself stays theirs. */
export function mayEndWait({
  handler,
  handedBecause,
  riskAt,
}: Pick<ThreadRow, 'handler' | 'handedBecause' | 'riskAt'>): boolean {
  return handler === 'human' && handedBecause === 'asked' && riskAt === null;
}
