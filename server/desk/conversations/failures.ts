import { and, eq, inArray, isNull } from 'drizzle-orm';
import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsById } from '#server/db/locks.ts';
import { messages } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import type { FailuresReply, FailuresRequest } from '#shared/api/thread-filters.ts';
import { retryFailures } from './retry-failures.ts';
import { toFilter } from './service.ts';
import { isFailure, type ThreadFilter } from './states.ts';
import { listThreadIds } from './store.ts';

/** Messages changed, by thread. */
type Counts = Map<string, number>;
/** Failures not dismissed (null), or dismissed at that moment. */
type Chosen = { threadIds: string[]; within: ThreadFilter['within']; dismissedAt: Date | null };

/** Ignores unknown threads and threads without failures. */
export async function settleFailures(
  runtime: Runtime,
  actorId: string,
  request: FailuresRequest,
): Promise<FailuresReply> {
  const now = runtime.clock.now();
  if (request.action === 'restore') {
    const { threadIds, at } = request;
    const chosen = { threadIds, within: undefined, dismissedAt: new Date(at) };
    const counts = await markFailures(runtime, { actorId, chosen, to: null });
    return toReply(chosen.dismissedAt, threadIds, counts);
  }
  const { action, threadIds: wanted } = request;
  const filter = {
    ...toFilter(request, { now, readerId: actorId }),
    state: 'failed' as const,
  };
  const threadIds = await listThreadIds(runtime.db, { filter, threadIds: wanted });
  const { within } = filter;
  if (action !== 'dismiss') {
    const retried = await retryFailures(runtime, {
      actorId,
      action,
      threadIds,
      within,
      at: now,
    });
    return toReply(now, wanted ?? threadIds, retried.counts, retried.refusals);
  }
  const chosen = { threadIds, within, dismissedAt: null };
  return toReply(
    now,
    wanted ?? threadIds,
    await markFailures(runtime, { actorId, chosen, to: now }),
  );
}

function toReply(
  at: Date,
  threadIds: string[],
  counts: Counts,
  refusals: ReadonlyMap<string, string> = new Map(),
): FailuresReply {
  const results = threadIds.map((threadId) => ({
    threadId,
    messages: counts.get(threadId) ?? 0,
    refusal: refusals.get(threadId) ?? null,
  }));
  return { at: at.toISOString(), results };
}

async function markFailures(
  { db, clock, changes }: Pick<Runtime, 'db' | 'clock' | 'changes'>,
  { actorId, chosen, to }: { actorId: string; chosen: Chosen; to: Date | null },
): Promise<Counts> {
  const action = to ? 'thread.dismiss-failures' : 'thread.restore-failures';
  const { settled, counts } = await transact(db, async (tx) => {
    const locked = await lockThreadsById(tx, chosen.threadIds);
    const counts = await updateFailures(tx, chosen, to);
    const settled = locked.filter(({ id }) => counts.has(id));
    for (const { id: entityId } of settled) {
      await recordChange(tx, {
        actorId,
        action,
        entity: 'thread',
        entityId,
        before: null,
        after: { messages: counts.get(entityId) },
        now: clock.now(),
      });
    }
    return { settled, counts };
  });
  for (const { id: threadId, userId } of settled) {
    changes.publish({ type: 'thread', threadId, userId });
  }
  return counts;
}

async function updateFailures(
  tx: Database,
  { threadIds, within, dismissedAt }: Chosen,
  to: Date | null,
): Promise<Counts> {
  const rows = await tx
    .update(messages)
    .set({ dismissedAt: to, ...(to === null && { replayBy: null }) })
    .where(
      and(
        inArray(messages.threadId, threadIds),
        isFailure(within),
        dismissedAt ? eq(messages.dismissedAt, dismissedAt) : isNull(messages.dismissedAt),
      ),
    )
    .returning({ threadId: messages.threadId });
  const counts: Counts = new Map();
  for (const { threadId } of rows) counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
  return counts;
}
