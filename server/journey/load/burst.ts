import type { MessageRow } from '#server/db/schema.ts';
import { listNextWaiting } from '#server/messages/bursts-store.ts';
import { type ClaimedMessage, claimTexts } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { findObjection } from '../guards/guards.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { admit } from './admit.ts';
import { loadTurn } from './load-turn.ts';

/** The loop guard stops longer bursts. */
const maxTexts = 50;

/**
 * A burst ends before a text that a guard stops, whose picture is not loaded yet, or that came another way (phone or
 * dashboard).
 */
export async function addBurst(runtime: Runtime, turn: Turn): Promise<Turn> {
  if (!turn.expert.answersBursts) return turn;
  const { origin } = turn.message;
  let burst = turn;
  for (const later of await listNext(runtime, turn)) {
    if (later.message.origin !== origin) break;
    const next = await admit(runtime, later);
    if (next.outcome) break;
    burst = {
      ...next.turn,
      earlier: [...burst.earlier, burst.message],
      attachments: [...burst.attachments, ...next.turn.attachments],
    };
  }
  return burst;
}

/**
 * Texts without pictures that the same guard stops: a loop's are recorded together, so that a flood takes little time from
 * others.
 * @param isOf leaves out the rest.
 */
export async function addAlike(
  runtime: Runtime,
  claim: ClaimedMessage,
  guard: Objection['guard'],
  isOf: (message: MessageRow) => boolean = () => true,
): Promise<ClaimedMessage> {
  let all = claim;
  for (const later of await listNext(runtime, claim)) {
    if (all.hasAttachments || later.hasAttachments || !isOf(later.message)) break;
    if (findObjection(await loadTurn(runtime, later))?.guard !== guard) break;
    all = { ...later, earlier: [...all.earlier, all.message] };
  }
  return all;
}

async function listNext(
  { db, clock }: Runtime,
  { message, thread, attempts, past, hasLater }: ClaimedMessage,
): Promise<ClaimedMessage[]> {
  if (!hasLater) return [];
  const ids = await listNextWaiting(db, message, maxTexts);
  const wanted = ids.map((messageId) => ({ threadId: thread.id, messageId, attempts }));
  const texts = wanted.length > 0 ? await claimTexts(db, wanted, clock.now()) : [];
  const end = texts.indexOf(null);
  return texts
    .slice(0, end < 0 ? texts.length : end)
    .flatMap((text) => (text ? [{ ...text, past }] : []));
}

/** Keeps the whole burst's failures, even if texts join it later. */
export function firstOfBurst({ earlier, message }: ClaimedMessage): MessageRow {
  return earlier[0] ?? message;
}
