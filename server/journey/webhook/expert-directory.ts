import { withTimeout } from '#server/db/query-with-timeout.ts';
import { findExpert, findExpertAt, listExpertIds } from '#server/experts/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { secondMs } from '#shared/time.ts';

/** An expert's channel hardly ever changes. */
const freshForMs = 5_000;
/** Of experts that are not in the list. */
const maxAskedASecond = 100;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type KnownExpert = { id: string; channel: ChannelKey };
export type ExpertDirectory = ReturnType<typeof createExpertDirectory>;

/**
 * Webhooks that arrive together share one query. Strangers may name any id, as fast as they like, so one query a second
 * lists those that there are. While the database hangs, a refusal must come before the gateway gives up.
 */
export function createExpertDirectory(
  { db, clock, changes }: Runtime,
  /** In ms, of this machine alone. */
  readTimer = () => performance.now(),
) {
  const cache = new Map<string, { expert: Promise<KnownExpert | null>; until: number }>();
  let known: { ids: Promise<Set<string>>; until: number; asked: number } | null = null;
  const forget = () => {
    known = null;
  };
  changes.subscribe({ onChange: ({ type }) => type === 'expert' && forget(), onGap: forget });

  function listKnown() {
    const now = readTimer();
    if (known && known.until > now) return known;
    const ids = withTimeout(listExpertIds(db)).then((all) => new Set(all));
    ids.catch(forget);
    known = { ids, until: now + secondMs, asked: 0 };
    return known;
  }

  /** It may have been made since the list was read. */
  async function mayExist(id: string): Promise<boolean> {
    const list = listKnown();
    return (await list.ids).has(id) || ++list.asked <= maxAskedASecond;
  }

  async function findById(id: string): Promise<KnownExpert | null> {
    if (!cache.has(id) && !(await mayExist(id))) return null;
    return findCached(id, () => findExpert(db, id));
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
    byId: async (id: string) => (uuid.test(id.toLowerCase()) ? findById(id.toLowerCase()) : null),
    byAddress: (channel: ChannelKey, address: string, isDefault: boolean) =>
      findCached(`${channel} ${address} ${isDefault}`, () =>
        findExpertAt(db, { channel, address, isDefault }),
      ),
  };
}
