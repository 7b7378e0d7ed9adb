import type { Environment } from '#server/environment.ts';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { appleMessages } from './apple-messages/handler.ts';
import type { Channel, StandIn } from './channel.ts';
import { sms } from './sms/handler.ts';
import { whatsapp } from './whatsapp/handler.ts';

/** A channel together with the settings it works with. */
export type ConfiguredChannel = { channel: Channel<unknown>; settings: unknown };
/** What is known of a channel's gateway; a channel that nothing is set up for has no entry. */
export type ChannelSettings = Partial<
  Record<ChannelKey, { settings: unknown; isSandboxed: boolean }>
>;

// Settings are made by the channel that uses them (see readChannelSettings), so they always fit.
const registry: Record<ChannelKey, Channel<unknown>> = {
  AMB: appleMessages as Channel<unknown>,
  SMS: sms as Channel<unknown>,
  WHATSAPP: whatsapp as Channel<unknown>,
};

/**
 * Each channel's settings: the environment's, or those of its stand-in.
 * @param standInFor null where this channel is not to be sandboxed.
 */
export function readChannelSettings(
  environment: Environment,
  standInFor: (key: ChannelKey, hasCredentials: boolean) => StandIn | null,
): ChannelSettings {
  const all: ChannelSettings = {};
  for (const key of channelKeys) {
    const channel = registry[key];
    const own = channel.readSettings(environment);
    const standIn = standInFor(key, own !== null);
    const settings = standIn ? channel.standInSettings(standIn, environment) : own;
    if (settings !== null) all[key] = { settings, isSandboxed: standIn !== null };
  }
  return all;
}

/** What the stand-ins of gateways work with: the settings that their channels use. */
export function sandboxedSettings({ channels }: { channels: ChannelSettings }) {
  const played = Object.entries(channels).filter(([, { isSandboxed }]) => isSandboxed);
  return Object.fromEntries(played.map(([key, { settings }]) => [key, settings]));
}

/** Gateways send a few kilobytes; more than this is none of theirs, but where they say so. */
const usualWebhook = 256 * 1024;

/** The most bytes that a channel's webhook may have; without a key, that any may. */
export function largestWebhook(key?: ChannelKey): number {
  const keys = key ? [key] : channelKeys;
  return Math.max(...keys.map((each) => registry[each].largestWebhook ?? usualWebhook));
}

/** The webhook addresses that experts of a channel share. */
export function sharedAddresses(): { key: ChannelKey; address: string }[] {
  return channelKeys.flatMap((key) => {
    const address = registry[key].sharedAddress;
    return address ? [{ key, address }] : [];
  });
}

/** How many segments the carrier counts of a text in parts; null where nobody counts, or nothing is texted. */
export function countSegments(key: ChannelKey, parts: string[]): number | null {
  const count = registry[key]?.countSegments;
  if (!count || parts.length === 0) return null;
  return parts.reduce((sum, part) => sum + count(part), 0);
}

/** When the channel stops taking our texts until the person writes again; null: it never does. */
export function windowClosesAt(
  key: ChannelKey,
  thread: { lastInboundAt: Date | null; createdAt: Date },
): Date | null {
  const windowMs = registry[key].windowMs;
  if (windowMs === undefined) return null;
  // Who has never written has never opened it.
  if (!thread.lastInboundAt) return thread.createdAt;
  return new Date(thread.lastInboundAt.getTime() + windowMs);
}

/** The channel ready to use, or null where nothing is set up for it. */
export function channelFor(
  { channels }: { channels: ChannelSettings },
  key: ChannelKey,
): ConfiguredChannel | null {
  const configured = channels[key];
  return configured ? { channel: registry[key], settings: configured.settings } : null;
}
