import type { Database } from '#server/db/client.ts';
import { countAccountTexts, countSystemTexts, lockAccount } from './outbound-store.ts';
import { accountKinds, limitedKinds, monthlyLimit, type SystemText } from './system-texts.ts';

const dayMs = 24 * 3_600_000;
const monthMs = 30 * dayMs;

type Place = { id: string; userId: string | null };

/**
 * Whether a thread may get one more of Sagewire's own texts: at most one of a kind a day and five in
 * all a month; answers to keywords, apologies and rejections are not counted. Of the person's credits
 * one text a day is enough, whichever expert sends it, until they get more.
 */
export async function mayTextThread(
  tx: Database,
  { id: threadId, userId }: Place,
  kind: SystemText['kind'],
  now: Date,
): Promise<boolean> {
  if (!limitedKinds.includes(kind)) return true;
  const since = (ms: number) => new Date(now.getTime() - ms);
  const day = { since: since(dayMs), kinds: [kind] };
  const isOfAccount = userId !== null && accountKinds.includes(kind);
  // Two experts may refuse at once.
  if (isOfAccount) await lockAccount(tx, userId);
  const today = isOfAccount
    ? await countAccountTexts(tx, userId, day)
    : await countSystemTexts(tx, threadId, day);
  if (today > 0) return false;
  const lately = await countSystemTexts(tx, threadId, {
    since: since(monthMs),
    kinds: limitedKinds,
  });
  return lately < monthlyLimit;
}
