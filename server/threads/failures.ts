import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#server/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsById } from '#server/db/locks.ts';
import { messages } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import type { FailuresReply, FailuresRequest } from '#shared/api/threads.ts';

/**
 * Takes the failures of threads off the desk, or puts back what was dismissed at one moment. Threads without any, and
 * unknown ones, are left as they are.
 */
export async function settleFailures(
  { db, clock, changes }: Pick<Runtime, 'db' | 'clock' | 'changes'>,
  actorId: string,
  request: FailuresRequest,
): Promise<FailuresReply> {
  const now = clock.now();
  const at = request.action === 'restore' ? new Date(request.at) : now;
  const found = await transact(db, async (tx) => {
    const locked = await lockThreadsById(tx, request.threadIds);
    const changed = await markFailures(tx, request, at);
    const settled = locked.filter(({ id }) => changed.has(id));
    for (const { id: entityId } of settled) {
      const action = `thread.${request.action}-failures`;
      const after = { messages: changed.get(entityId) };
      await recordChange(tx, {
        actorId,
        action,
        entity: 'thread',
        entityId,
        before: null,
        after,
        now,
      });
    }
    return { settled, changed };
  });
  for (const { id: threadId, userId } of found.settled) {
    changes.publish({ type: 'thread', threadId, userId });
  }
  return {
    at: at.toISOString(),
    results: request.threadIds.map((threadId) => ({
      threadId,
      messages: found.changed.get(threadId) ?? 0,
    })),
  };
}

async function markFailures(
  tx: Database,
  { action, threadIds }: FailuresRequest,
  at: Date,
): Promise<Map<string, number>> {
  const isDismissal = action === 'dismiss';
  const rows = await tx
    .update(messages)
    .set({ dismissedAt: isDismissal ? at : null })
    .where(
      and(
        inArray(messages.threadId, threadIds),
        sql`(${messages.deliveryState} = 'failed' or ${messages.answerState} = 'failed')`,
        isDismissal ? isNull(messages.dismissedAt) : eq(messages.dismissedAt, at),
      ),
    )
    .returning({ threadId: messages.threadId });
  const counts = new Map<string, number>();
  for (const { threadId } of rows) counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
  return counts;
}
