import type { MessageRow } from '#server/db/schema.ts';
import { listLaterInbound } from '#server/messages/bursts-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { admit } from './admit.ts';
import { findObjection } from './guards.ts';

/** The loop guard stops longer bursts. */
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

/** A loop's waiting texts are recorded together, so that a flood takes little time from others. */
export async function addLoop(runtime: Runtime, claim: ClaimedMessage): Promise<ClaimedMessage> {
  if (!claim.hasLater || claim.hasAttachments) return claim;
  let loop = claim;
  for (const later of await listLaterInbound(runtime.db, claim.message, mostTexts)) {
    if (later.message.answerState !== 'waiting' || later.hasAttachments) break;
    const candidate = { ...claim, ...later };
    const objection = await findObjection(runtime, candidate);
    if (objection?.guard !== 'loop') break;
    loop = { ...candidate, earlier: [...loop.earlier, loop.message] };
  }
  return loop;
}

/** Keeps the whole burst's failures, even if texts join it later. */
export function firstOfBurst({ earlier, message }: ClaimedMessage): MessageRow {
  return earlier[0] ?? message;
}
