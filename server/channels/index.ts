import type { Config } from '#server/config.ts';
import type { ChannelKey } from '#shared/channels.ts';
import type { Channel } from './channel.ts';
import { sms } from './sms/handler.ts';

/** A channel together with the settings it works with. */
export type ConfiguredChannel = { channel: Channel<unknown>; settings: unknown };

const registry: Partial<Record<ChannelKey, (config: Config) => ConfiguredChannel | null>> = {
  SMS: (config) => (config.twilio ? configured(sms, config.twilio) : null),
};

/** The channel ready to use, or null where nothing is set up for it. */
export function channelFor(config: Config, key: ChannelKey): ConfiguredChannel | null {
  return registry[key]?.(config) ?? null;
}

function configured<Settings>(channel: Channel<Settings>, settings: Settings): ConfiguredChannel {
  // The pair is made here and stays together, so the settings always fit their channel.
  return { channel: channel as Channel<unknown>, settings };
}
