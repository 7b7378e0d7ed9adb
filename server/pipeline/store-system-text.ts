import { countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';

type Sending = {
  threadId: string;
  expert: ExpertRow;
  text: SystemText;
  /** Else only the dashboard shows it. */
  isByPhone: boolean;
  replyToId?: string;
};

export async function storeSystemText(
  { clock, queue }: Runtime,
  tx: Database,
  { threadId, expert, text, isByPhone, ...answered }: Sending,
): Promise<void> {
  const parts = isByPhone ? [text.body] : [];
  await storeOutbound(tx, {
    ...answered,
    threadId,
    origin: 'system',
    body: text.body,
    parts,
    segments: countSegments(expert.channel, parts),
    now: clock.now(),
    systemKind: text.kind,
    ignoresOptOut: text.ignoresOptOut ?? false,
  });
  if (!isByPhone) return;
  await queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
  if (text.kind === 'crisis') await queue.bringForward(tx, 'deliver-reply', threadId);
}
