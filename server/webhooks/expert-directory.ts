import { findExpert } from '#server/connections/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';

/** An expert's channel hardly ever changes; asking for it with every webhook would cost a query each. */
const freshForMs = 5_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type KnownExpert = { id: string; channel: ChannelKey };

/** Finds who a webhook is for, remembering the answer for some seconds; unknown ids are never remembered. */
export function createExpertDirectory({ db, clock }: Runtime) {
  const known = new Map<string, { expert: KnownExpert; until: number }>();
  return async (id: string): Promise<KnownExpert | null> => {
    const now = clock.now().getTime();
    const remembered = known.get(id);
    if (remembered && remembered.until > now) return remembered.expert;
    if (!uuid.test(id)) return null;
    const row = await findExpert(db, id);
    if (!row) return null;
    const expert = { id: row.id, channel: row.channel };
    known.set(id, { expert, until: now + freshForMs });
    return expert;
  };
}
