import type { Sender } from '#server/channels/channel.ts';
import { canBeTexted, channelFor } from '#server/channels/index.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { toLoggableError } from '#server/loggable-error.ts';
import { hasStopped } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { writeText } from './outbound-text.ts';

/** To a number whose conversation was erased: not stored, so at most once. */
export async function sendUnstored(
  runtime: Runtime,
  { expert, sender, body }: { expert: ExpertRow; sender: Sender; body: string },
): Promise<void> {
  const via = channelFor(runtime.config, expert.channel);
  if (!via || !canBeTexted(expert.channel, sender)) return;
  if (await hasStopped(runtime.db, expert, sender.handle)) return;
  const text = writeText(runtime, via, { id: crypto.randomUUID(), body, expert, thread: sender });
  try {
    await via.channel.send(text, via.settings, runtime.fetch);
  } catch (error) {
    runtime.log.warn({ err: toLoggableError(error) }, 'erasure notice not sent');
  }
}
