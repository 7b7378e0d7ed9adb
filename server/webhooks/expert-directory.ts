import { findExpert, findExpertAt } from '#server/connections/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** An expert's channel hardly ever changes; asking for it with every webhook would cost a query each. */
const freshForMs = 5_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type KnownExpert = { id: string; channel: ChannelKey };
export type ExpertDirectory = ReturnType<typeof createExpertDirectory>;

/** Finds who a webhook is for, remembering the answer for some seconds; unknown ones are never remembered. */
export function createExpertDirectory({ db, clock }: Runtime) {
  const known = new Map<string, { expert: KnownExpert; until: number }>();

  async function remembering(
    key: string,
    find: () => Promise<KnownExpert | null>,
  ): Promise<KnownExpert | null> {
    const now = clock.now().getTime();
    const remembered = known.get(key);
    if (remembered && remembered.until > now) return remembered.expert;
    const found = await find();
    if (!found) return null;
    const expert = { id: found.id, channel: found.channel };
    known.set(key, { expert, until: now + freshForMs });
    return expert;
  }

  return {
    /** Whose address the webhook was sent to. */
    byId: async (id: string) => (uuid.test(id) ? remembering(id, () => findExpert(db, id)) : null),
    /** Who is reached at an address of ours that the message names. */
    byAddress: (channel: ChannelKey, address: string, isDefault: boolean) =>
      remembering(`${channel} ${address} ${isDefault}`, () =>
        findExpertAt(db, { channel, address, isDefault }),
      ),
  };
}
