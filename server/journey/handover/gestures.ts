import { and, desc, eq, gte, inArray } from 'drizzle-orm';
import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, type ThreadRow, threads } from '#server/db/schema.ts';
import type { ThreadEventKind } from '#shared/api/thread-events.ts';

/** What a gesture changes on a conversation, and its undo restores. */
const standingColumns = {
  handler: threads.handler,
  handlerEpoch: threads.handlerEpoch,
  handedAt: threads.handedAt,
  handedBecause: threads.handedBecause,
  assigneeId: threads.assigneeId,
  aiReturnsAt: threads.aiReturnsAt,
  humanWantedAt: threads.humanWantedAt,
  riskAt: threads.riskAt,
  concernAt: threads.concernAt,
  resolvedAt: threads.resolvedAt,
};
export type Standing = Pick<ThreadRow, keyof typeof standingColumns>;
const names = Object.keys(standingColumns) as (keyof Standing)[];
/** A line of a conversation is about these alone. */
const shown = ['handler', 'assigneeId', 'resolvedAt', 'riskAt', 'concernAt'] as const;

type Gesture = {
  /** Null: by the person, or by time. */
  actorId: string | null;
  action: `thread.${ThreadEventKind}`;
  /** What its line also says. */
  facts?: Record<string, unknown>;
  now: Date;
};

/**
 * Leaves a line in the conversation, if who answers or what stands on it has changed.
 * @param before as the caller has locked it.
 */
export async function recordGesture(
  tx: Database,
  before: ThreadRow,
  { facts, ...gesture }: Gesture,
): Promise<void> {
  const after = await readStanding(tx, before.id);
  if (!after || shown.every((name) => isSame(before[name], after[name]))) return;
  const pick = (standing: Standing) =>
    Object.fromEntries(names.map((name) => [name, standing[name]]));
  await recordChange(tx, {
    ...gesture,
    entity: 'thread',
    entityId: before.id,
    before: pick(before),
    after: { ...pick(after), ...facts },
  });
}

/** The reader's last gesture on the thread since then, with what it changed. Null if there is none. */
export async function findGesture(
  tx: Database,
  { actorId, threadId, since }: { actorId: string; threadId: string; since: Date },
): Promise<{ before: Partial<Standing>; after: Partial<Standing> } | null> {
  const [row] = await tx
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'thread'),
        eq(auditLog.entityId, threadId),
        eq(auditLog.actorId, actorId),
        inArray(auditLog.action, undoable),
        gte(auditLog.createdAt, since),
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  return row ? { before: readFacts(row.before), after: readFacts(row.after) } : null;
}

const undoable: Gesture['action'][] = [
  'thread.take',
  'thread.return',
  'thread.resolve',
  'thread.reopen',
  'thread.assign',
  'thread.false_alarm',
];

/** Whether nothing of it has changed since. */
export function isAsLeft(thread: ThreadRow, after: Partial<Standing>): boolean {
  return names.every((name) => !(name in after) || isSame(thread[name], after[name]));
}

async function readStanding(tx: Database, threadId: string): Promise<Standing | null> {
  const [row] = await tx.select(standingColumns).from(threads).where(eq(threads.id, threadId));
  return row ?? null;
}

const isTime = (name: string) => name.endsWith('At');

function readFacts(facts: unknown): Partial<Standing> {
  const known = Object.entries((facts ?? {}) as Record<string, unknown>).filter(
    ([name]) => name in standingColumns,
  );
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      isTime(name) && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
