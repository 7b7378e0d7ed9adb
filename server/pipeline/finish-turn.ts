import { channelFor, countSegments, windowClosesAt } from '#server/channels/index.ts';
import { countStrangerText } from '#server/connections/limits-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread, lockThreadsOf } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import { skipPictures } from '#server/messages/attachments-store.ts';
import {
  type ClaimedMessage,
  hasWaitingMessage,
  settleMessage,
  uncountAttempt,
} from '#server/messages/claims-store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { addOptOut } from '#server/messages/opt-outs-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import {
  type Fenced,
  type NewReply,
  type StoredReply,
  storeReplies,
} from '#server/messages/replies-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { getThreadOf, setThreadFailed } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { backoffMs } from './backoff.ts';
import { firstOfBurst } from './burst.ts';
import { noCredit } from './guards.ts';
import type { Objection, Outcome, TurnResult } from './outcome.ts';
import { type SendStep, writeText } from './sending.ts';
import { storeBatch, wakeupsOf } from './store-replies.ts';
import type { WrittenReply } from './write-reply.ts';

/**
 * Stores the turn's outcome, completes its wakeup and adds the next one if the thread has more: one
 * transaction, so that the reply, its credit and its delivery exist together or not at all.
 * @returns the reply's first text, if this process may send it at once.
 * @throws {LeaseLost} when another process has taken the thread over; nothing is stored then.
 */
export async function finishTurn(
  runtime: Runtime,
  job: LeasedJob,
  turn: TurnResult | null,
): Promise<SendStep | null> {
  const reply =
    turn?.outcome.kind === 'reply' ? toReply(runtime, job, turn.claim, turn.outcome) : null;
  const inBatch =
    reply && (await runtime.batches.replies.add(reply, (replies) => storeBatch(runtime, replies)));
  const stored = inBatch?.isStored
    ? { reply: inBatch }
    : await finishAlone(runtime, job, turn, reply);
  runtime.queue.wakeWorkers('answer-message');
  const fenced = stored.reply?.isStored ? stored.reply.fenced : null;
  if (!fenced) runtime.queue.wakeWorkers('deliver-reply');
  for (const thread of [turn?.claim.thread, stored.begun]) {
    if (!thread) continue;
    runtime.changes.publish({ type: 'thread', threadId: thread.id, userId: thread.userId });
  }
  return turn && reply && fenced && toSendStep(runtime, turn.claim, reply, fenced);
}

type Finished = { reply?: StoredReply; begun?: ThreadRow | undefined };

/** What can't share a batch: everything but a reply, and a reply whose lease, thread or credit has changed. */
async function finishAlone(
  runtime: Runtime,
  job: LeasedJob,
  turn: TurnResult | null,
  reply: NewReply | null,
): Promise<Finished> {
  const { threadId } = job;
  const now = runtime.clock.now();
  return transact(runtime.db, async (tx) => {
    // Connecting changes all threads of the address, so all of them are locked before the user is.
    if (turn && hasEffect(turn.outcome)) await lockThreadsOf(tx, turn.claim.thread.handle);
    const thread = await lockThread(tx, threadId);
    if (turn && reply) {
      const step = { runtime, tx, now, claim: turn.claim };
      const stored = await storeAlone(step, job, reply);
      if (stored.isStored) return { reply: stored };
    }
    await runtime.queue.complete(tx, 'answer-message', job);
    // The person may have been erased during the model call.
    if (thread.erasedAt) return {};
    const next =
      turn && isStillOf(thread, turn.claim)
        ? await applyOutcome({ runtime, tx, now, claim: turn.claim }, turn.outcome)
        : null;
    if (await hasWaitingMessage(tx, threadId)) {
      await runtime.queue.enqueue(tx, 'answer-message', [{ threadId, delayMs: next?.delayMs }]);
    }
    return { begun: next?.thread };
  });
}

/** With the notice of the last credits. */
async function storeAlone(step: Step, job: LeasedJob, reply: NewReply): Promise<StoredReply> {
  const { runtime, tx, now } = step;
  const wakeups = wakeupsOf(runtime.queue, [job]);
  const [stored] = await storeReplies(tx, [reply], { now, leastLeft: 0, wakeups });
  const notice = stored?.isStored ? creditNotice(runtime, stored.left) : null;
  if (notice) await sendWithinLimits(step, notice);
  return stored ?? { isStored: false };
}

function toReply(
  runtime: Runtime,
  job: LeasedJob,
  claim: ClaimedMessage,
  { text, sources, aiMeta, verdict, failures }: Extract<WrittenReply, { kind: 'reply' }>,
): NewReply {
  const { message, thread, expert } = claim;
  const parts = splitReply(runtime, claim, text);
  const closesAt = windowClosesAt(expert.channel, thread);
  return {
    ...job,
    userId: thread.userId as string, // checkConnection let it through
    isCurrent: thread.isCurrent,
    messageId: message.id,
    messageSeq: message.seq,
    earlierIds: claim.earlier.map(({ id }) => id),
    body: parts.length > 0 ? parts.join('\n') : text,
    parts,
    maySend:
      channelFor(runtime.config, expert.channel) !== null &&
      (closesAt === null || closesAt > runtime.clock.now()),
    segments: countSegments(expert.channel, parts),
    aiMeta,
    sources,
    expertVersionId: expert.versionId,
    verdict,
    failures: [...firstOfBurst(claim).failures, ...failures],
  };
}

function toSendStep(
  runtime: Runtime,
  { message, thread, expert }: ClaimedMessage,
  { parts: [body = ''] }: NewReply,
  { deliveryId: id, messageId, isQuoting }: Fenced,
): SendStep | null {
  const via = channelFor(runtime.config, expert.channel);
  if (!via) return null;
  const text = writeText(runtime, via, { id, body, expert, to: thread.handle });
  const quotedGatewayId = isQuoting ? message.gatewayMessageId : null;
  return {
    kind: 'send',
    messageId,
    text: { ...text, quotedGatewayId },
    via,
    since: runtime.clock.now(),
  };
}

/** The phone may have left the account, or an account may have connected it, since the turn began. */
function isStillOf(thread: ThreadRow, { thread: known }: ClaimedMessage): boolean {
  return thread.isCurrent === known.isCurrent && thread.userId === known.userId;
}

function hasEffect(outcome: Outcome): boolean {
  return outcome.kind === 'objection' && outcome.objection.effect !== undefined;
}

type Step = { runtime: Runtime; tx: Database; now: Date; claim: ClaimedMessage };
/** `delayMs` until the thread's next turn; `thread` where the message began another one. */
type Next = { delayMs?: number; thread?: ThreadRow };

async function applyOutcome(step: Step, outcome: Outcome): Promise<Next> {
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
  await setThreadFailed(tx, claim.message.threadId, true);
  await settle(step, { answerState: 'failed', failures });
  await apologize(step, outcome);
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

function creditNotice({ config }: Runtime, left: number | null): SystemText | null {
  if (left === fewCredits) return systemTexts.fewCredits(left, config.publicUrl);
  return left === 0 ? systemTexts.lastCredit(config.publicUrl) : null;
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

/** The texts that carry a reply; none for a question from the dashboard, which is answered there. */
function splitReply(runtime: Runtime, claim: ClaimedMessage, text: string): string[] {
  if (claim.message.origin === 'web') return [];
  const configured = channelFor(runtime.config, claim.expert.channel);
  const parts = configured?.channel.toParts(text) ?? [];
  // A reply of nothing but Markdown marks has no parts left; it goes out as it is.
  return parts.length > 0 ? parts : [text];
}
