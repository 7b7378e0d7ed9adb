/** The channels a person can reach an expert by. */
export const channelKeys = ['AMB', 'SMS', 'WHATSAPP'] as const;
export type ChannelKey = (typeof channelKeys)[number];

export const channelNames: Record<ChannelKey, string> = {
  AMB: 'Apple Messages',
  SMS: 'SMS',
  WHATSAPP: 'WhatsApp',
};

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
