import { countSegments } from '#server/channels/index.ts';
import { countStrangerText } from '#server/connections/limits-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { skipPictures } from '#server/messages/attachments-store.ts';
import {
  type ClaimedMessage,
  settleMessage,
  uncountAttempt,
} from '#server/messages/claims-store.ts';
import { hasFailedBefore } from '#server/messages/handover-store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { getThreadOf } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { backoffMs } from './backoff.ts';
import { firstOfBurst } from './burst.ts';
import { noCredit } from './guards.ts';
import { handOver } from './handover.ts';
import type { Objection, Outcome } from './outcome.ts';
import type { WrittenReply } from './write-reply.ts';

/** Inside the transaction that finishes a turn by itself. */
export type Step = { runtime: Runtime; tx: Database; now: Date; claim: ClaimedMessage };
/** `delayMs` until the thread's next turn; `thread` where the message began another one. */
type Next = { delayMs?: number; thread?: ThreadRow };

export async function applyOutcome(step: Step, outcome: Outcome): Promise<Next> {
  switch (outcome.kind) {
    case 'objection':
      return applyObjection(step, outcome.objection);
    case 'reply':
      // Another reply has spent the last credit during the model call.
      return applyObjection(step, noCredit(step.runtime));
    case 'rejected':
      return applyRejection(step, outcome);
    case 'unanswered':
      return applyFailure(step, outcome);
    case 'postponed':
      await uncountAttempt(step.tx, step.claim.message.id);
      return { delayMs: outcome.delayMs };
    case 'handed-back':
      return {};
  }
}

const firstStaleRetryMs = 500;
const longestStaleRetryMs = 30_000;

async function applyObjection(
  step: Step,
  { guard, state, text, isToStranger, effect }: Objection,
): Promise<Next> {
  const { runtime, tx, now, claim } = step;
  if ((await effect?.(tx, now)) === 'stale') {
    const delayMs = backoffMs(firstOfBurst(claim).attempts, firstStaleRetryMs);
    return { delayMs: Math.min(delayMs, longestStaleRetryMs) };
  }
  // A text that connects its phone belongs to the thread that it begins.
  const thread = effect ? await getThreadOf(tx, claim.message.id) : claim.thread;
  const isRefused =
    text && isToStranger && !(await countStrangerText(runtime, tx, claim.thread.handle));
  if (text && !isRefused) await sendWithinLimits({ ...step, claim: { ...claim, thread } }, text);
  await settle(step, { answerState: state, guard: isRefused ? 'stranger-limit' : guard });
  if (claim.hasAttachments) await skipPictures(tx, claim.message.id);
  return thread.id === claim.thread.id ? {} : { thread };
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

async function applyFailure(
  step: Step,
  outcome: Extract<Outcome, { kind: 'unanswered' }>,
): Promise<Next> {
  const { tx, claim } = step;
  const first = firstOfBurst(claim);
  const failures = [...first.failures, ...outcome.failures];
  if (outcome.retryInMs !== null) {
    await settleMessage(tx, first.id, { answerState: 'waiting', failures });
    return { delayMs: outcome.retryInMs };
  }
  const isSecond = await hasFailedBefore(tx, claim.message);
  await settle(step, { answerState: 'failed', failures });
  await apologize(step, outcome);
  if (isSecond && claim.thread.userId) {
    await handOver(tx, await lockThread(tx, claim.thread.id), { because: 'failed', now: step.now });
  }
  return {};
}

/** A message that is given up may not have reached the guards: a STOP holds, a stranger hears nothing. */
async function apologize(
  step: Step,
  { failures }: Extract<Outcome, { kind: 'unanswered' }>,
): Promise<void> {
  const { message, thread, expert } = step.claim;
  if (message.keyword === 'STOP') return addOptOut(step.tx, expert, thread.handle);
  if (!thread.userId) return;
  // A model that sees but failed may answer the same picture later.
  const isBlind = failures.every(({ kind }) => kind === 'no_pictures');
  await sendSystemText(step, isBlind ? systemTexts.wordsOnly() : systemTexts.apology());
}

function settle({ tx, claim }: Step, change: Parameters<typeof settleMessage>[2]): Promise<void> {
  return settleMessage(tx, claim.message.id, change, claim.earlier);
}

const fewCredits = 2;

/** @param left credits after this reply; null: it was free. */
export async function sendCreditNotice(step: Step, left: number | null): Promise<void> {
  const { publicUrl } = step.runtime.config;
  if (left === fewCredits) await sendWithinLimits(step, systemTexts.fewCredits(left, publicUrl));
  if (left === 0) await sendWithinLimits(step, systemTexts.lastCredit(publicUrl));
}

async function sendWithinLimits(step: Step, text: SystemText): Promise<void> {
  const { tx, now, claim } = step;
  if (await mayTextThread(tx, claim.thread, text.kind, now)) await sendSystemText(step, text);
}

async function sendSystemText(step: Step, text: SystemText): Promise<void> {
  const { tx, now, claim, runtime } = step;
  const parts = claim.message.origin === 'web' ? [] : [text.body];
  const threadId = claim.thread.id;
  await storeOutbound(tx, {
    threadId,
    origin: 'system',
    body: text.body,
    parts,
    segments: countSegments(claim.expert.channel, parts),
    now,
    replyToId: claim.message.id,
    systemKind: text.kind,
    ignoresOptOut: text.ignoresOptOut ?? false,
  });
  if (parts.length > 0) await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
}
