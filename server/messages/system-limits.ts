import type { Database } from '#server/db/client.ts';
import { countSystemTexts } from './outbound-store.ts';
import { limitedKinds, monthlyLimit, type SystemText } from './system-texts.ts';

const dayMs = 24 * 3_600_000;
const monthMs = 30 * dayMs;

/**
 * Whether a thread may get one more of Sagewire's own texts: at most one of a kind a day and five in
 * all a month; answers to keywords, apologies and rejections are not counted.
 */
export async function mayTextThread(
  tx: Database,
  threadId: string,
  kind: SystemText['kind'],
  now: Date,
): Promise<boolean> {
  if (!limitedKinds.includes(kind)) return true;
  const since = (ms: number) => new Date(now.getTime() - ms);
  const today = await countSystemTexts(tx, threadId, { since: since(dayMs), kinds: [kind] });
  if (today > 0) return false;
  const lately = await countSystemTexts(tx, threadId, {
    since: since(monthMs),
    kinds: limitedKinds,
  });
  return lately < monthlyLimit;
}
