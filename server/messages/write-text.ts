import type { OutboundText, Sender } from '#server/channels/channel.ts';
import type { ConfiguredChannel } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';

/** For the gateway. */
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
