import { countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';

export async function storeText(
  runtime: Runtime,
  tx: Database,
  { thread, expert }: { thread: ThreadRow; expert: ExpertRow },
  text: SystemText,
) {
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: text.body,
    parts: [text.body],
    segments: countSegments(expert.channel, [text.body]),
    now: runtime.clock.now(),
    systemKind: text.kind,
  });
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
}
