type ChannelFacts = {
  name: string;
  /** What people write to: the expert's phone number, or its handle. */
  addressedBy: 'phone' | 'handle';
  /** What that is, for whoever fills in the expert's form. */
  addressHint: string;
  /** What the gateway calls its own id of the number, where it has one. */
  senderIdName?: string;
};

/** The channels a person can reach an expert by, a line each. */
const channels = {
  AMB: { name: 'Apple Messages', addressedBy: 'handle', addressHint: 'The Apple business ID.' },
  SMS: { name: 'SMS', addressedBy: 'phone', addressHint: 'The number people text.' },
  WHATSAPP: {
    name: 'WhatsApp',
    addressedBy: 'phone',
    addressHint: 'The WhatsApp number.',
    senderIdName: 'WhatsApp phone number ID',
  },
} as const satisfies Record<string, ChannelFacts>;

export type ChannelKey = keyof typeof channels;
export const channelKeys = Object.keys(channels) as [ChannelKey, ...ChannelKey[]];
export const channelFacts: Record<ChannelKey, ChannelFacts> = channels;
export const channelNames = Object.fromEntries(
  channelKeys.map((key) => [key, channels[key].name]),
) as Record<ChannelKey, string>;

/** Channels on which our address is a phone number; on the others it is the expert's handle. */
export const phoneChannels: readonly ChannelKey[] = channelKeys.filter(
  (key) => channels[key].addressedBy === 'phone',
);

/** The name of a channel's stand-in: its file in `sandbox/` and its part of the sandbox's addresses. */
export const standInName = (key: string): string => key.toLowerCase().replaceAll('_', '-');

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
