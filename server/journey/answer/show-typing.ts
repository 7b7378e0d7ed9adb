import { type ConfiguredChannel, channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { AppError } from '#server/errors.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findTextToAnswer } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { getReachableExpert } from '../doors/reachable.ts';

type Typing = {
  thread: Pick<ThreadRow, 'id' | 'handle'>;
  expert: ExpertRow;
  via: ConfiguredChannel;
  gatewayMessageId: string | null;
  isAutomatic: boolean;
};

/** Also marks the message as read. Not awaited: a failure is harmless. */
export function showThinking(runtime: Runtime, { message, thread, expert }: ClaimedMessage): void {
  const via = channelFor(runtime.config, expert.channel);
  const { gatewayMessageId } = message;
  if (via) showTyping(runtime, { thread, expert, via, gatewayMessageId, isAutomatic: true });
}

/** Does nothing if the person can't be texted. The caller limits the calls. */
export async function showWriting(runtime: Runtime, threadId: string): Promise<void> {
  const text = await findTextToAnswer(runtime.db, threadId);
  if (!text) return;
  try {
    const reachable = await getReachableExpert(runtime, runtime.db, text.thread);
    showTyping(runtime, { ...text, ...reachable, isAutomatic: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

function showTyping(
  { fetch, log }: Runtime,
  { thread, expert, via, gatewayMessageId, isAutomatic }: Typing,
): void {
  const { channel, settings } = via;
  // It came from the dashboard.
  if (gatewayMessageId === null) return;
  const shown = {
    address: addressOf(expert),
    senderId: expert.phoneNumberId ?? channel.defaultSenderId?.(settings) ?? null,
    to: thread.handle,
    gatewayMessageId,
    isAutomatic,
  };
  channel
    .showTyping?.(shown, settings, fetch)
    .catch((err: unknown) => log.debug({ err, threadId: thread.id }, 'typing indicator not shown'));
}
