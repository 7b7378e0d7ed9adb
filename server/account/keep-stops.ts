import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { experts, messages, threads } from '#server/db/schema.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { keywordOf } from '#server/pipeline/keywords.ts';

/** Who says STOP and leaves before it is worked on has said STOP. The threads are locked. */
export async function keepStops(tx: Database, threadIds: string[]): Promise<void> {
  const waiting = await tx
    .select({ message: messages, handle: threads.handle, expert: experts })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(and(inArray(messages.threadId, threadIds), eq(messages.answerState, 'waiting')));
  for (const { message, handle, expert } of waiting) {
    const said = message.keywordAnswered ?? keywordOf(message.body);
    if (said === 'STOP') await addOptOut(tx, expert, handle);
  }
}
