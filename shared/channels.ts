/** The channels a person can reach an expert by. */
export const channelKeys = ['AMB', 'SMS', 'WHATSAPP'] as const;
export type ChannelKey = (typeof channelKeys)[number];

export const channelNames: Record<ChannelKey, string> = {
  AMB: 'Apple Messages',
  SMS: 'SMS',
  WHATSAPP: 'WhatsApp',
};

/** The name of a channel's stand-in: its file in `sandbox/` and its part of the sandbox's addresses. */
export const standInName = (key: string): string => key.toLowerCase().replaceAll('_', '-');

/** Channels on which our address is a phone number; on the others it is the expert's handle. */
export const phoneChannels: readonly ChannelKey[] = ['SMS', 'WHATSAPP'];

/** What became of a text that we sent, in the order in which it may advance. */
export const deliveryStates = [
  'queued',
  'sending',
  'uncertain',
  'sent',
  'delivered',
  'read',
  'failed',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
