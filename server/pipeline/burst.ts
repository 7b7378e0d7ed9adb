import type { MessageRow } from '#server/db/schema.ts';
import { listLaterInbound } from '#server/messages/bursts-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { admit } from './admit.ts';

/** The loop guard stops more than this. */
const mostTexts = 50;

/**
 * A burst ends before a text that a guard stops, whose picture is not loaded yet, or that came another way (phone or
 * dashboard).
 */
export async function addBurst(runtime: Runtime, claim: ClaimedMessage): Promise<ClaimedMessage> {
  if (!claim.expert.answersBursts) return claim;
  const { origin } = claim.message;
  let burst = claim;
  for (const later of await listLaterInbound(runtime.db, claim.message, mostTexts)) {
    if (later.message.answerState !== 'waiting' || later.message.origin !== origin) break;
    const candidate = { ...claim, ...later, attachments: [] };
    const { claim: next, outcome } = await admit(runtime, candidate);
    if (outcome) break;
    burst = {
      ...next,
      earlier: [...burst.earlier, burst.message],
      attachments: [...burst.attachments, ...next.attachments],
    };
  }
  return burst;
}

/** Keeps the whole burst's failures, even if texts join it later. */
export function firstOfBurst({ earlier, message }: ClaimedMessage): MessageRow {
  return earlier[0] ?? message;
}
