import { channelFor, countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';

type Sending = {
  threadId: string;
  expert: ExpertRow;
  text: SystemText;
  /** Sent before the text. */
  disclosure?: string | null;
  /** Otherwise only the dashboard shows it. */
  isByPhone: boolean;
  replyToId?: string | null;
};

export async function storeSystemText(
  { clock, queue, config }: Runtime,
  tx: Database,
  { threadId, expert, text, disclosure = null, isByPhone, ...answered }: Sending,
): Promise<void> {
  const said = disclosure ? [disclosure, text.body] : [text.body];
  const body = [...said.slice(0, -1), text.shownBody ?? text.body].join('\n\n');
  const { maxLength = 0 } = channelFor(config, expert.channel)?.channel ?? {};
  // Apart if the expert's own words already fill a text.
  const whole = said.join('\n\n');
  const texts = whole.length <= maxLength ? [whole] : said;
  const parts = isByPhone ? texts : [];
  await storeOutbound(tx, {
    ...answered,
    threadId,
    origin: 'system',
    body,
    disclosureLength: disclosure ? body.length - text.body.length : null,
    parts,
    segments: countSegments(expert.channel, parts),
    now: clock.now(),
    systemKind: text.kind,
    ignoresOptOut: text.ignoresOptOut ?? false,
  });
  if (!isByPhone) return;
  await queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
  if (text.kind === 'crisis') await queue.putFirst(tx, 'deliver-reply', threadId);
}
