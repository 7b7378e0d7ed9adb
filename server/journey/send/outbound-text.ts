import type { OutboundText, Sender } from '#server/channels/channel.ts';
import type { ConfiguredChannel } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import type { PendingDelivery } from '#server/messages/deliveries-store.ts';
import { createLinkCard } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { hasCareLine } from '../safety/helplines.ts';

export function toOutboundText(
  runtime: Runtime,
  via: ConfiguredChannel,
  { delivery, message, expert, thread, quotedGatewayId }: PendingDelivery,
): OutboundText {
  const { config } = runtime;
  return {
    ...writeText(runtime, via, { id: delivery.id, body: delivery.body, expert, thread }),
    // A card would lose the helpline.
    card: hasCareLine(delivery.body)
      ? null
      : createLinkCard(message.systemKind, expert.displayName, config.publicUrl),
    isAutomatic: message.origin !== 'admin',
    quotedGatewayId,
  };
}

export function writeText(
  { config }: Runtime,
  { channel, settings }: ConfiguredChannel,
  { id, body, expert, thread }: { id: string; body: string; expert: ExpertRow; thread: Sender },
): OutboundText {
  return {
    id,
    to: thread.route?.to ?? thread.handle,
    address: thread.route?.from ?? addressOf(expert),
    senderId: expert.phoneNumberId ?? channel.defaultSenderId?.(settings) ?? null,
    body,
    card: null,
    isAutomatic: true,
    quotedGatewayId: null,
    callbackUrl: `${config.publicUrl}/api/webhooks/experts/${expert.id}?delivery=${id}`,
  };
}
