import { channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { ClaimedMessage } from '#server/messages/inbound-store.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * Lets the phone show that the message is read and an answer is on its way, where the channel can.
 * Nobody waits for it, and a reply is worth the same without it.
 */
export function showThinking(
  { config, fetch, log }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): void {
  const via = channelFor(config, expert.channel);
  const { gatewayMessageId } = message;
  if (!via?.channel.showThinking || gatewayMessageId === null) return;
  const { channel, settings } = via;
  const shown = {
    address: addressOf(expert),
    senderId: expert.phoneNumberId ?? channel.defaultSenderId?.(settings) ?? null,
    to: thread.handle,
    gatewayMessageId,
  };
  via.channel
    .showThinking(shown, settings, fetch)
    .catch((err: unknown) => log.debug({ err, messageId: message.id }, 'thinking is not shown'));
}
