import { withTimeout } from '#server/db/query-with-timeout.ts';
import { findExpert, findExpertAt } from '#server/experts/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** An expert's channel hardly ever changes. */
const freshForMs = 5_000;
const unknownForMs = 1_000;
/** In a flood, the oldest is forgotten. */
const maxUnknown = 1_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type KnownExpert = { id: string; channel: ChannelKey };
export type ExpertDirectory = ReturnType<typeof createExpertDirectory>;

/**
 * Webhooks that arrive together share one query, and an unknown id, which strangers make up, is one for a second. While the database hangs, a refusal
 * must come before the gateway gives up.
 */
export function createExpertDirectory({ db, clock }: Runtime) {
  const cache = new Map<string, { expert: Promise<KnownExpert | null>; until: number }>();

  const unknown = new Map<string, number>();

  async function findById(id: string): Promise<KnownExpert | null> {
    if ((unknown.get(id) ?? 0) > clock.now().getTime()) return null;
    const expert = await findCached(id, () => findExpert(db, id));
    if (!expert) remember(id);
    return expert;
  }

  function remember(id: string): void {
    unknown.delete(id);
    unknown.set(id, clock.now().getTime() + unknownForMs);
    const [oldest] = unknown.size > maxUnknown ? unknown.keys() : [];
    if (oldest !== undefined) unknown.delete(oldest);
  }

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
    byId: async (id: string) => (uuid.test(id) ? findById(id) : null),
    byAddress: (channel: ChannelKey, address: string, isDefault: boolean) =>
      findCached(`${channel} ${address} ${isDefault}`, () =>
        findExpertAt(db, { channel, address, isDefault }),
      ),
  };
}
