import type { Environment } from '#server/outside/settings/environment.ts';
import { type ChannelKey, channelKeys } from '#shared/channels.ts';
import { appleMessages } from './apple-messages/handler.ts';
import type { Channel, Sender, StandIn } from './channel.ts';
import { sms } from './sms/handler.ts';
import { whatsapp } from './whatsapp/handler.ts';

export type ConfiguredChannel = { channel: Channel<unknown>; settings: unknown };
/** Only channels with a gateway. */
export type ChannelSettings = Partial<
  Record<ChannelKey, { settings: unknown; isSandboxed: boolean }>
>;

// Each channel gets its own settings, so the casts are safe.
const registry: Record<ChannelKey, Channel<unknown>> = {
  AMB: appleMessages as Channel<unknown>,
  SMS: sms as Channel<unknown>,
  WHATSAPP: whatsapp as Channel<unknown>,
};

/** @param standInFor returns null unless the channel is sandboxed. */
export function readChannelSettings(
  environment: Environment,
  standInFor: (key: ChannelKey, hasCredentials: boolean) => StandIn | null,
): ChannelSettings {
  const all: ChannelSettings = {};
  for (const key of channelKeys) {
    const channel = registry[key];
    const own = channel.readSettings(environment);
    const standIn = standInFor(key, own !== null);
    const settings = standIn ? channel.createStandInSettings(standIn, environment) : own;
    if (settings !== null) all[key] = { settings, isSandboxed: standIn !== null };
  }
  return all;
}

/** Of a real gateway. */
export function hasOwnChannel(environment: Environment): boolean {
  return channelKeys.some((key) => registry[key].readSettings(environment) !== null);
}

export function listSandboxedSettings({ channels }: { channels: ChannelSettings }) {
  const sandboxed = Object.entries(channels).filter(([, { isSandboxed }]) => isSandboxed);
  return Object.fromEntries(sandboxed.map(([key, { settings }]) => [key, settings]));
}

const defaultMaxBytes = 256 * 1024;

/** Without a key, the largest limit of all channels. */
export function findMaxWebhookBytes(key?: ChannelKey): number {
  const keys = key ? [key] : channelKeys;
  return Math.max(...keys.map((each) => registry[each].maxWebhookBytes ?? defaultMaxBytes));
}

export function listSharedPaths(): { key: ChannelKey; path: string }[] {
  return channelKeys.flatMap((key) => {
    const path = registry[key].sharedPath;
    return path ? [{ key, path }] : [];
  });
}

export function countSegments(key: ChannelKey, parts: string[]): number | null {
  const count = registry[key]?.countSegments;
  if (!count || parts.length === 0) return null;
  return parts.reduce((sum, part) => sum + count(part), 0);
}

export function findWindowEnd(
  key: ChannelKey,
  thread: { lastInboundAt: Date | null; lastInboundChannel: ChannelKey | null; createdAt: Date },
): Date | null {
  const windowMs = registry[key].windowMs;
  if (windowMs === undefined) return null;
  // The expert may have moved here: only this channel's messages open the window.
  if (!thread.lastInboundAt || thread.lastInboundChannel !== key) return thread.createdAt;
  return new Date(thread.lastInboundAt.getTime() + windowMs);
}

/** Whether any text may go to this sender. The rule of sign-up, for answers too. */
export function canBeTexted(key: ChannelKey, sender: Sender): boolean {
  return registry[key].canBeTexted?.(sender) ?? true;
}

/** Of every channel, with or without a gateway. */
export function listChannelChecks() {
  return channelKeys.flatMap((key) => registry[key].checks.map((check) => ({ key, check })));
}

export function channelFor(
  { channels }: { channels: ChannelSettings },
  key: ChannelKey,
): ConfiguredChannel | null {
  const configured = channels[key];
  return configured ? { channel: registry[key], settings: configured.settings } : null;
}
