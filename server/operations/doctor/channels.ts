import type { CheckedExpert } from '#server/channels/check.ts';
import { channelFor, listChannelChecks } from '#server/channels/index.ts';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { listExperts } from '#server/experts/store.ts';
import { excuseStandIn, warn } from '#server/outside/outgoing/trouble.ts';
import { type ChannelKey, channelNames } from '#shared/channels.ts';
import { type Check, withConfig, withTables } from './check.ts';

/** Experts at a gateway that is not set up are told so by one check; each channel has its own besides. */
export const channelChecks: Check[] = [
  {
    group: 'Channels',
    name: 'Credentials',
    run: withTables(async ({ config, db }) => {
      const experts = await listExperts(db);
      const without = experts.filter(
        ({ channel, archivedAt }) => !archivedAt && !config.channels[channel],
      );
      return without.map(({ channel, displayName }) =>
        warn(
          `${channelNames[channel]} has no credentials, so no text reaches ${displayName}.`,
          `Set the ${prefixes[channel]}_… settings, or move ${displayName} to another channel.`,
          displayName,
        ),
      );
    }),
  },
  ...listChannelChecks().map(
    ({ key, check }): Check => ({
      group: 'Channels',
      name: check.name,
      run: withConfig(async ({ config, db, hasTables, fetch, now }) => {
        const via = channelFor(config, key);
        if (!via) return [];
        const experts = db && hasTables ? await listCheckedExperts(db, key) : [];
        const facts = { experts, publicUrl: config.publicUrl, now: now() };
        const isSandboxed = config.channels[key]?.isSandboxed === true;
        return excuseStandIn(isSandboxed, check.run(via.settings, facts, fetch));
      }),
    }),
  ),
];

const prefixes: Record<ChannelKey, string> = { AMB: 'AMB', SMS: 'TWILIO', WHATSAPP: 'WHATSAPP' };

async function listCheckedExperts(db: Database, key: ChannelKey): Promise<CheckedExpert[]> {
  const rows = (await listExperts(db)).filter(
    ({ channel, archivedAt }) => channel === key && !archivedAt,
  );
  return rows.map((row) => ({
    name: row.displayName,
    address: addressOf(row),
    senderId: row.phoneNumberId,
  }));
}
