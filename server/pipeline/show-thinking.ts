import { channelFor } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** Shows the message as read and the answer as being typed, where the channel can. Not awaited: a failure is harmless. */
export function showThinking(
  { config, fetch, log }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): void {
  const via = channelFor(config, expert.channel);
  const { gatewayMessageId } = message;
  if (!via?.channel.showTyping || gatewayMessageId === null) return;
  const { channel, settings } = via;
  const shown = {
    address: addressOf(expert),
    senderId: expert.phoneNumberId ?? channel.defaultSenderId?.(settings) ?? null,
    to: thread.handle,
    gatewayMessageId,
  };
  via.channel
    .showTyping(shown, settings, fetch)
    .catch((err: unknown) =>
      log.debug({ err, messageId: message.id }, 'typing indicator not shown'),
    );
}
