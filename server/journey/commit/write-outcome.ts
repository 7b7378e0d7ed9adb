import type { Database } from '#server/db/client.ts';
import type { Failure, ThreadRow } from '#server/db/schema.ts';
import { skipPictures } from '#server/messages/attachments-store.ts';
import { type ClaimedMessage, settleMessage } from '#server/messages/claims-store.ts';
import { setCreditNotice } from '#server/messages/credit-notices-store.ts';
import { holdTexts } from '#server/messages/held-store.ts';
import { mayAnswerThread, mayTextThread } from '#server/messages/limits-store.ts';
import { addOptOut, addOptOutOfAll } from '#server/messages/opt-outs-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { getThreadOf, setHumanWanted } from '#server/messages/threads-store.ts';
import { countStrangerText } from '#server/people/connections/limits-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { stopsAll } from '#shared/stop-wishes.ts';
import { findDueDisclosure } from '../answer/disclosure.ts';
import { wasGivenUp } from '../answer/retry-delay.ts';
import type { WrittenReply } from '../answer/write-reply.ts';
import { computeBackoffMs } from '../backoff.ts';
import { writeCreditNotice } from '../doors/credit-notice.ts';
import { applyEffects, finishEffects } from '../effects/apply.ts';
import { firstOfBurst } from '../load/burst.ts';
import type { Objection, Outcome } from '../outcome.ts';
import { addCareLine, type Concern } from '../safety/concern.ts';
import { findDaytimeOf } from '../send/quiet-hours.ts';
import { storeSystemText } from '../send/store-system-text.ts';
import { humanWordOf } from '../wishes/human-word.ts';
import { recordEvidence } from './record-evidence.ts';

type Step = {
  runtime: Runtime;
  tx: Database;
  now: Date;
  claim: ClaimedMessage;
  concern?: Concern | null | undefined;
};
/** `delayMs` until the next turn; `attempts` if it is about the same message; `thread` if the message began another. */
export type Next = {
  delayMs?: number;
  attempts?: number;
  thread?: ThreadRow;
  afterwards?: (() => Promise<void>) | undefined;
};

/**
 * What a guard, the validator or a failed model has decided.
 * @throws {Changed}
 */
export async function writeOutcome({
  outcome,
  ...step
}: Step & { outcome: Outcome }): Promise<Next> {
  switch (outcome.kind) {
    case 'objection':
      return outcome.objection.state === 'held'
        ? applyHold(step, outcome.objection)
        : applyObjection(step, outcome.objection);
    case 'rejected':
      return applyRejection(step, outcome);
    case 'no-answer':
      return applyNoAnswer(step, outcome);
    case 'unanswered':
      return applyFailure(step, outcome);
    case 'postponed':
      return { delayMs: outcome.delayMs, attempts: step.claim.attempts - 1 };
    case 'handed-back':
      return { attempts: step.claim.attempts };
    case 'reply':
      throw new Error('A reply is stored with its credit: storeReplies');
    case 'put-back':
      return { attempts: step.claim.attempts, delayMs: findPutBackDelay(step.claim) };
  }
}

const firstPutBackMs = 500;
const maxPutBackMs = 30_000;

function findPutBackDelay({ attempts }: ClaimedMessage): number {
  return Math.min(computeBackoffMs(attempts, firstPutBackMs), maxPutBackMs);
}

async function applyObjection(
  step: Step,
  { guard, state, text, isToStranger, effects = [] }: Objection,
): Promise<Next> {
  const { runtime, tx, now, claim } = step;
  const applied = await applyEffects(step, effects);
  // A text that connected its phone has moved to the new thread.
  const thread = effects.length > 0 ? await getThreadOf(tx, claim.message.id) : claim.thread;
  const said = applied === 'silent' ? null : text;
  // Only what is texted counts.
  const isDue = said !== null && (await mayAnswerThread(tx, thread, said.kind, now));
  const isRefused =
    isDue && isToStranger === true && !(await countStrangerText(runtime, tx, thread.handle));
  if (isDue && !isRefused) await sendSystemText({ ...step, claim: { ...claim, thread } }, said);
  await settle(step, { answerState: state, guard: isRefused ? 'stranger-limit' : guard });
  if (claim.hasAttachments) await skipPictures(tx, claim.message.id);
  return {
    afterwards: () => finishEffects(step, effects),
    ...(thread.id !== claim.thread.id && { thread }),
  };
}

/** Nothing is promised or kept if an admin has answered meanwhile. */
async function applyHold(step: Step, { guard, text, effects = [] }: Objection): Promise<Next> {
  const { tx, now, claim } = step;
  const isHeld = await holdTexts(tx, claim, guard);
  if (isHeld) await applyEffects(step, effects);
  if (isHeld && text) {
    await setHumanWanted(tx, claim.thread.id, now);
    await sendWithinLimits(step, text);
  }
  if (claim.hasAttachments) await skipPictures(tx, claim.message.id);
  return {};
}

async function applyRejection(
  step: Step,
  { text, verdict, failures }: Extract<WrittenReply, { kind: 'rejected' }>,
): Promise<Next> {
  await sendSystemText(step, systemTexts.rejected(text));
  await settle(step, {
    answerState: 'refused',
    guard: 'validator',
    verdict,
    failures: [...firstOfBurst(step.claim).failures, ...failures],
  });
  return {};
}

async function applyNoAnswer(
  step: Step,
  { text, verdict, evidence, failures }: Extract<WrittenReply, { kind: 'no-answer' }>,
): Promise<Next> {
  await sendSystemText(step, systemTexts.noAnswer(text, humanWordOf(step.claim)));
  const first = firstOfBurst(step.claim);
  await settle(step, {
    answerState: 'refused',
    guard: 'no-answer',
    verdict,
    failures: [...first.failures, ...failures],
  });
  await recordEvidence(step.tx, { ...step, evidence });
  return {};
}

async function applyFailure(
  step: Step,
  outcome: Extract<Outcome, { kind: 'unanswered' }>,
): Promise<Next> {
  const { tx, claim } = step;
  const first = firstOfBurst(claim);
  const failures = [...first.failures, ...outcome.failures];
  if (outcome.retryInMs !== null) {
    await settleMessage(tx, first.id, { answerState: 'waiting', failures });
    return { delayMs: outcome.retryInMs, attempts: claim.attempts };
  }
  const { guard, text } = explainNoAnswer(outcome.failures);
  await settle(
    step,
    guard ? { answerState: 'refused', guard, failures } : { answerState: 'failed', failures },
  );
  await tellNoAnswer(step, text);
  return {};
}

/** A guard if asking the same model again would change nothing. */
function explainNoAnswer(failures: Failure[]): { guard: string | null; text: SystemText } {
  // A model with vision may answer the picture later.
  if (failures.every(({ kind }) => kind === 'no_pictures')) {
    return { guard: null, text: systemTexts.wordsOnly() };
  }
  switch (failures.at(-1)?.kind) {
    case 'refusal':
    case 'recited':
      return { guard: 'model', text: systemTexts.refusedByModel() };
    case 'too_long':
      return { guard: 'too-long', text: systemTexts.tooLong() };
    default:
      return { guard: null, text: systemTexts.apology() };
  }
}

/** Once for each text, however often the team retries it. The guards may not have seen it: a STOP is applied here, and a stranger gets no text. */
async function tellNoAnswer(step: Step, text: SystemText): Promise<void> {
  const { message, earlier, thread, expert } = step.claim;
  if (message.keyword === 'STOP') {
    if (stopsAll(message.body)) await addOptOutOfAll(step.tx, thread.handle);
    return addOptOut(step.tx, expert, thread.handle);
  }
  const isTold = [...earlier, message].every(wasGivenUp);
  if (thread.userId && !isTold) await sendSystemText(step, text);
}

function settle({ tx, claim }: Step, change: Parameters<typeof settleMessage>[2]): Promise<void> {
  return settleMessage(tx, claim.message.id, change, claim.earlier);
}

/** @param left null: the reply was free. */
export async function sendCreditNotice(step: Step, left: number | null): Promise<void> {
  const { runtime, tx, now, claim } = step;
  const text = writeCreditNotice(left, runtime.config.publicUrl);
  if (!text) return;
  const { handle, id } = claim.thread;
  const timeZone = claim.expert.openingHours?.timeZone ?? null;
  const dueAt =
    claim.message.origin === 'web' ? now : await findDaytimeOf(handle, { now, timeZone });
  if (dueAt > now) return setCreditNotice(tx, id, dueAt);
  // The reply was the answer: this text is unasked.
  if (await mayTextThread(tx, claim.thread, text.kind, now)) await sendSystemText(step, text, null);
}

async function sendWithinLimits(step: Step, text: SystemText): Promise<void> {
  const { tx, now, claim } = step;
  if (await mayAnswerThread(tx, claim.thread, text.kind, now)) await sendSystemText(step, text);
}

/** Spoken as the expert, so they disclose the AI if due. */
const inItsName: SystemText['kind'][] = [
  'rejected',
  'no-answer',
  'apology',
  'content',
  'unreadable',
];

/** @param replyToId null: unasked. */
async function sendSystemText(
  { runtime, tx, now, claim, concern }: Step,
  own: SystemText,
  replyToId: string | null = claim.message.id,
): Promise<void> {
  const text = addCareLine(own, concern);
  const { message, thread, expert } = claim;
  const isByPhone = message.origin !== 'web';
  const disclosure = inItsName.includes(text.kind) ? findDueDisclosure(claim, now) : null;
  const answer = { threadId: thread.id, expert, text, disclosure, isByPhone };
  await storeSystemText(runtime, tx, { ...answer, replyToId });
}
