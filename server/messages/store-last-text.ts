import { channelFor, countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { findObstacleOrStop } from './obstacles.ts';
import { storeOutbound } from './outbound-store.ts';

type LastText = {
  expert: ExpertRow;
  /** As it was before. */
  thread: ThreadRow;
  body: string;
};

/**
 * Tells a person that the conversation is erased. Where the text goes to is kept with it alone, and until it was sent. The
 * caller has erased the conversation in this transaction, and wakes the workers after it.
 */
export async function storeLastText(
  runtime: Pick<Runtime, 'config' | 'clock' | 'queue'>,
  tx: Database,
  { expert, thread, body }: LastText,
): Promise<void> {
  const { config, clock, queue } = runtime;
  const via = channelFor(config, expert.channel);
  if (!via || (await findObstacleOrStop(runtime, tx, { expert, thread }))) return;
  const { parts } = via.channel.cut(body, 0);
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body,
    parts,
    segments: countSegments(expert.channel, parts),
    now: clock.now(),
    systemKind: 'notice',
    route: thread.route ?? { to: thread.handle, from: null },
  });
  await queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
}
