import { and, eq, inArray } from 'drizzle-orm';
import { channelFor } from '#server/channels/index.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { experts, messages, threads } from '#server/db/schema.ts';
import { isAnsweredByGateway } from '#server/messages/answered-by-gateway.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';

/** Opt-outs outlive the account. The caller has locked the threads. */
export async function applyWaitingStops(
  tx: Database,
  config: Config,
  threadIds: string[],
): Promise<void> {
  const waiting = await tx
    .select({ message: messages, handle: threads.handle, expert: experts })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(
      and(
        inArray(messages.threadId, threadIds),
        eq(messages.answerState, 'waiting'),
        eq(messages.keyword, 'STOP'),
      ),
    );
  for (const { message, handle, expert } of waiting) {
    const via = channelFor(config, expert.channel);
    const blockedByGateway = isAnsweredByGateway({ message, via });
    await addOptOut(tx, expert, handle, { blockedByGateway });
  }
}
