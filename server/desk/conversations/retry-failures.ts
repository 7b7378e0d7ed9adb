import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messages } from '#server/db/schema.ts';
import { AppError } from '#server/errors.ts';
import { replayLater } from '#server/journey/doors/scheduled-replays.ts';
import type { Runtime } from '#server/runtime.ts';
import { isFailure, type ThreadFilter } from './states.ts';

type Wanted = {
  action: 'repair' | 'send' | 'answer';
  threadIds: string[];
  within: ThreadFilter['within'];
};
type Retried = { counts: Map<string, number>; refusals: Map<string, string> };

/** Per request; the rest stays failed. */
const maxMessages = 1_000;

/** Oldest first. A transaction each, so that a refused one stops no other. */
export async function retryFailures(
  runtime: Runtime,
  { actorId, at, ...wanted }: Wanted & { actorId: string; at: Date },
): Promise<Retried> {
  const counts = new Map<string, number>();
  const refusals = new Map<string, string>();
  for (const { id: messageId, threadId } of await listFailures(runtime.db, wanted)) {
    const refusal = await trySchedule(runtime, { actorId, threadId, messageId, at });
    if (refusal === null) counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
    else if (refusal.status !== conflictStatus) refusals.set(threadId, refusal.message);
  }
  return { counts, refusals };
}

/** Another admin has retried it. */
const conflictStatus = 409;

async function trySchedule(
  runtime: Runtime,
  replay: Parameters<typeof replayLater>[1],
): Promise<AppError | null> {
  try {
    await replayLater(runtime, replay);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Without system texts, outdated by now. */
async function listFailures(db: Database, { action, threadIds, within }: Wanted) {
  const isUnanswered = sql`${messages.answerState} = 'failed'`;
  const isUnsent = sql`${messages.deliveryState} = 'failed' and ${messages.origin} in ('ai', 'admin')`;
  const wanted = { repair: or(isUnanswered, isUnsent), send: isUnsent, answer: isUnanswered };
  return db
    .select({ id: messages.id, threadId: messages.threadId })
    .from(messages)
    .where(
      and(
        inArray(messages.threadId, threadIds),
        isFailure(within),
        isNull(messages.dismissedAt),
        wanted[action],
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(maxMessages);
}
