import type { MessageRow } from '#server/db/schema.ts';
import { type ClaimedMessage, claimTexts } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { writeDraft } from './commit/to-reply.ts';
import { addAlike } from './load/burst.ts';
import { isCrisis, type Objection, type TurnResult } from './outcome.ts';

/* What the model has said of a turn whose facts changed before it was stored. */

/** Whether it was asked the same words, for the same account. */
export function isAbout({ claim, isByModel }: TurnResult, turn: ClaimedMessage): boolean {
  const [first = claim.message] = claim.earlier;
  const { userId, isCurrent } = turn.thread;
  const isSameOwner = claim.thread.userId === userId && claim.thread.isCurrent === isCurrent;
  return isByModel === true && isSameOwner && isSame(first, turn.message);
}

/**
 * A crisis that only the moderation or the model has seen is met, even if a person answers now. Null without one, after a STOP, or
 * if its text was answered or edited meanwhile.
 */
export async function findCrisisInHand(
  { db, clock }: Runtime,
  known: TurnResult,
  { thread, attempts }: ClaimedMessage,
): Promise<TurnResult | null> {
  if (!isCrisis(known)) return null;
  const { message } = known.claim;
  const wanted = { threadId: thread.id, messageId: message.id, attempts };
  const [claim] = await claimTexts(db, [wanted], clock.now());
  if (!claim || !isSame(claim.message, message)) return null;
  return claim.optOut && message.origin === 'gateway' ? null : { ...known, claim };
}

/** Null if a text of the burst was edited, deleted or answered. */
export function rebase(known: TurnResult, burst: ClaimedMessage): TurnResult | null {
  const texts = [...burst.earlier, burst.message];
  const asked = [...known.claim.earlier, known.claim.message];
  const isWhole = asked.every((text, at) => texts[at] !== undefined && isSame(text, texts[at]));
  if (!isWhole) return null;
  const { message, danger, earlier, attachments } = known.claim;
  return { ...known, claim: { ...burst, message, danger, earlier, attachments } };
}

/** A person has taken the thread over: the answer becomes a draft, for the whole burst. */
export async function keepAsDraft(
  runtime: Runtime,
  turn: ClaimedMessage,
  objection: Objection,
  { claim: asked, outcome }: TurnResult,
): Promise<TurnResult> {
  const ids = [...asked.earlier, asked.message].map(({ id }) => id);
  const claim = await addAlike(runtime, turn, objection.guard, ({ id }) => ids.includes(id));
  if (outcome.kind !== 'reply') return { claim, outcome: { kind: 'objection', objection } };
  const effects = [{ kind: 'keep-draft', body: writeDraft(runtime, claim, outcome) }] as const;
  return {
    claim,
    outcome: { kind: 'objection', objection: { ...objection, effects: [...effects] } },
  };
}

function isSame(one: MessageRow, other: MessageRow): boolean {
  return one.id === other.id && one.body === other.body;
}
