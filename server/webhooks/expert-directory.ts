import { withTimeout } from '#server/db/query-with-timeout.ts';
import { findExpert, findExpertAt } from '#server/experts/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** An expert's channel hardly ever changes. */
const freshForMs = 5_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type KnownExpert = { id: string; channel: ChannelKey };
export type ExpertDirectory = ReturnType<typeof createExpertDirectory>;

/**
 * Webhooks that arrive together share one query. Unknown experts are not cached. While the database hangs, a refusal
 * must come before the gateway gives up.
 */
export function createExpertDirectory({ db, clock }: Runtime) {
  const cache = new Map<string, { expert: Promise<KnownExpert | null>; until: number }>();

  function findCached(
    key: string,
    find: () => Promise<KnownExpert | null>,
  ): Promise<KnownExpert | null> {
    const now = clock.now().getTime();
    const cached = cache.get(key);
    if (cached && cached.until > now) return cached.expert;
    const drop = () => cache.delete(key);
    const expert = withTimeout(find()).then((found) => {
      if (!found) drop();
      return found && { id: found.id, channel: found.channel };
    });
    expert.catch(drop);
    cache.set(key, { expert, until: now + freshForMs });
    return expert;
  }

  return {
    byId: async (id: string) => (uuid.test(id) ? findCached(id, () => findExpert(db, id)) : null),
    byAddress: (channel: ChannelKey, address: string, isDefault: boolean) =>
      findCached(`${channel} ${address} ${isDefault}`, () =>
        findExpertAt(db, { channel, address, isDefault }),
      ),
  };
}
