import { type ClaimedMessage, followers, type MessageRow } from '#server/messages/inbound-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { firstObjection } from './guards.ts';
import { withPictures } from './pictures.ts';

/** More than the loop guard lets through are never waiting together. */
const mostTexts = 50;

/**
 * The claimed message and, where its expert answers bursts as one, what waits right behind it: one turn, whose
 * reply names the last. It ends before the first text that is not the model's to answer, and where the
 * person goes on elsewhere: what comes by phone is answered on the phone. Nobody waits for more to come,
 * nor for a picture that its gateway can't give yet.
 */
export async function withBurst(runtime: Runtime, claim: ClaimedMessage): Promise<ClaimedMessage> {
  if (!claim.expert.answersBursts) return claim;
  const { origin } = claim.message;
  let burst = claim;
  for (const found of await followers(runtime.db, claim.message, mostTexts)) {
    if (found.message.answerState !== 'waiting' || found.message.origin !== origin) break;
    const { claim: next, retry } = await withPictures(runtime, {
      ...claim,
      ...found,
      attachments: [],
    });
    if (retry || (await firstObjection(runtime, next))) break;
    burst = {
      ...next,
      earlier: [...burst.earlier, burst.message],
      attachments: [...burst.attachments, ...next.attachments],
    };
  }
  return burst;
}

/** The one whose tries count: whatever joins a burst later, it stays the first. */
export function oldestOf({ earlier, message }: ClaimedMessage): MessageRow {
  return earlier[0] ?? message;
}
