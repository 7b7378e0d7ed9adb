import type { OutboundText } from '#server/channels/channel.ts';
import type { ConfiguredChannel } from '#server/channels/index.ts';
import type { PendingDelivery } from '#server/messages/deliveries-store.ts';
import { createLinkCard } from '#server/messages/system-texts.ts';
import { writeText } from '#server/messages/write-text.ts';
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
