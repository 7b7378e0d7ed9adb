type ChannelFacts = {
  name: string;
  addressedBy: 'phone' | 'handle';
  addressHint: string;
  /** What the gateway calls its id for the number. */
  senderIdName?: string;
  /** Anyone can send a text in another number's name. */
  hasForgeableSenders?: true;
};

const channels = {
  AMB: { name: 'Apple Messages', addressedBy: 'handle', addressHint: 'The Apple business ID.' },
  SMS: {
    name: 'SMS',
    addressedBy: 'phone',
    addressHint: 'The number people text.',
    hasForgeableSenders: true,
  },
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

/** Elsewhere our address is the expert's handle. */
export const phoneChannels: readonly ChannelKey[] = channelKeys.filter(
  (key) => channels[key].addressedBy === 'phone',
);

/** Where a number counts as proved once it has proved itself on `channel`: a forged text must open no other channel. */
export function listProvedBy(channel: ChannelKey): readonly ChannelKey[] {
  const { addressedBy, hasForgeableSenders } = channelFacts[channel];
  return addressedBy === 'phone' && !hasForgeableSenders ? phoneChannels : [channel];
}

/** In `sandbox/` and its URLs. */
export const standInName = (key: string): string => key.toLowerCase().replaceAll('_', '-');

/** In the order in which a text advances. */
export const deliveryStates = [
  'queued',
  'sending',
  'uncertain',
  'sent',
  'delivered',
  'read',
  'failed',
  // A person took over before it was sent.
  'withheld',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
