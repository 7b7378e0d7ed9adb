import { maxParts } from '#safety/find-crisis.ts';
import { listWaiting, type WaitingText } from '#server/messages/bursts-store.ts';
import { type ClaimedMessage, claimTexts } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { readCertainDanger } from '../safety/read-danger.ts';

/** Read at once, without delaying others. */
const pageSize = 50;

/**
 * Puts a waiting crisis before texts that may need a model.
 * @param maxPages of waiting texts, from the oldest on.
 */
export async function preferCrisis(
  { db, clock }: Runtime,
  claim: ClaimedMessage,
  maxPages = 1,
): Promise<ClaimedMessage> {
  if (!claim.hasLater) return claim;
  const { thread, attempts, past } = claim;
  const crisis = await findWaitingCrisis(db, thread.id, maxPages);
  if (!crisis || crisis.id === claim.message.id) return claim;
  const wanted = { threadId: thread.id, messageId: crisis.id, attempts };
  const [text] = await claimTexts(db, [wanted], clock.now());
  // After a STOP a YES counts like a START, so the order must stay.
  if (!text || (claim.optOut && text.message.origin === 'gateway')) return claim;
  return { ...text, past };
}

/** The oldest. Stops at a STOP or START: the keyword decides whether anything may be answered. */
async function findWaitingCrisis(
  db: Runtime['db'],
  threadId: string,
  maxPages: number,
): Promise<WaitingText | null> {
  /** Newest first. */
  let before: WaitingText[] = [];
  for (let page = 0; page < maxPages; page++) {
    const after = before[0]?.seq ?? 0;
    const texts = await listWaiting(db, threadId, { after, limit: pageSize });
    for (const text of texts) {
      if (text.keyword === 'STOP' || text.keyword === 'START') return null;
      if (readCertainDanger(text.body, before)) return text;
      before = [text, ...before].slice(0, maxParts - 1);
    }
    if (texts.length < pageSize) return null;
  }
  return null;
}
