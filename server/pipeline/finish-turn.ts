import { channelFor, countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { TakenJob } from '#server/jobs/jobs.ts';
import { isForgotten } from '#server/messages/forgotten.ts';
import {
  type ClaimedMessage,
  hasWaiting,
  lockThread,
  markAnswered,
} from '#server/messages/inbound-store.ts';
import { addOutbound, markThreadFailed } from '#server/messages/outbound-store.ts';
import { storeReply } from '#server/messages/reply-store.ts';
import { mayTextThread } from '#server/messages/system-limits.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { oldestOf } from './burst.ts';
import { noCredit } from './guards.ts';
import type { Objection, Outcome } from './outcome.ts';
import type { WrittenReply } from './write-reply.ts';

/**
 * Stores what the turn came to, ends its wakeup and wakes the thread again if it has more: one
 * transaction, so that the reply, its credit and its sending exist together or not at all.
 * @throws {LeaseLost} when another process has taken the thread over; nothing is stored then.
 */
export async function finishTurn(
  runtime: Runtime,
  job: TakenJob,
  turn: { claim: ClaimedMessage; outcome: Outcome } | null,
): Promise<void> {
  const now = runtime.clock.now();
  await runtime.db.transaction(async (tx) => {
    const thread = await lockThread(tx, job.threadId);
    await runtime.queue.complete(tx, 'answer-message', job);
    // Whoever asked was forgotten while the model was thinking.
    if (isForgotten(thread)) return;
    const knownMore = turn && (await apply({ runtime, tx, now, claim: turn.claim }, turn.outcome));
    if (knownMore ?? (await hasWaiting(tx, job.threadId))) {
      const delayMs = turn ? waitOf(turn.outcome) : undefined;
      await runtime.queue.enqueue(tx, 'answer-message', [{ threadId: job.threadId, delayMs }]);
    }
  });
  runtime.queue.poke('answer-message');
  runtime.queue.poke('deliver-reply');
  if (turn) {
    const { id: threadId, userId } = turn.claim.thread;
    runtime.changes.publish({ type: 'thread', threadId, userId });
  }
}

function waitOf(outcome: Outcome): number | undefined {
  return outcome.kind === 'unanswered' ? (outcome.retryInMs ?? undefined) : undefined;
}

type Step = { runtime: Runtime; tx: Database; now: Date; claim: ClaimedMessage };

/** @returns whether the thread has more to answer, where storing has told; else nothing. */
async function apply(step: Step, outcome: Outcome): Promise<boolean | undefined> {
  const oldest = oldestOf(step.claim);
  switch (outcome.kind) {
    case 'objection':
      await object(step, outcome.objection);
      return;
    case 'reply':
      return reply(step, outcome);
    case 'rejected':
      await say(step, systemTexts.rejected(outcome.text));
      await mark(step, {
        answerState: 'refused',
        guard: 'validator',
        verdict: outcome.verdict,
        failures: [...oldest.failures, ...outcome.failures],
      });
      return;
    case 'unanswered':
      await leaveUnanswered(step, outcome);
      return;
    case 'handed-back':
      return;
  }
}

async function leaveUnanswered(
  step: Step,
  { failures, retryInMs }: Extract<Outcome, { kind: 'unanswered' }>,
): Promise<void> {
  const { tx, claim } = step;
  const isOver = retryInMs === null;
  if (isOver) {
    // One that sees but failed may answer the same picture later.
    const isBlind = failures.every(({ kind }) => kind === 'no_pictures');
    await say(step, isBlind ? systemTexts.wordsOnly() : systemTexts.apology());
    await markThreadFailed(tx, claim.message.threadId, true);
  }
  const oldest = oldestOf(claim);
  const told = { failures: [...oldest.failures, ...failures] };
  if (isOver) await mark(step, { answerState: 'failed', ...told });
  else await markAnswered(tx, oldest.id, { answerState: 'waiting', ...told });
}

async function object(step: Step, { guard, state, text, effect }: Objection): Promise<void> {
  const { tx, now } = step;
  // What it was decided by is gone: the message stays waiting, and is looked at again.
  if ((await effect?.(tx, now)) === 'outdated') return;
  if (text) await sayWithinLimits(step, text);
  await mark(step, { answerState: state, guard });
}

/** What becomes of the message, and of the burst that it ends. */
function mark({ tx, claim }: Step, change: Parameters<typeof markAnswered>[2]): Promise<void> {
  return markAnswered(tx, claim.message.id, change, claim.earlier);
}

async function reply(
  step: Step,
  { text, sources, aiMeta, verdict, failures }: Extract<WrittenReply, { kind: 'reply' }>,
): Promise<boolean | undefined> {
  const { tx, now, claim, runtime } = step;
  const { message, thread } = claim;
  const threadId = thread.id;
  const userId = thread.userId as string; // the connection guard let it through
  const parts = partsFor(step, text);
  const { isPaid, left, hasMore } = await storeReply(tx, {
    threadId,
    userId,
    messageId: message.id,
    earlierIds: claim.earlier.map(({ id }) => id),
    body: parts.length > 0 ? parts.join('\n') : text,
    parts,
    segments: countSegments(claim.expert.channel, parts),
    aiMeta,
    sources,
    expertVersionId: claim.expert.versionId,
    verdict,
    failures: [...oldestOf(claim).failures, ...failures],
    now,
  });
  if (!isPaid) {
    await object(step, noCredit(runtime));
    return;
  }
  if (parts.length > 0) await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
  const words = creditWords(runtime, left);
  if (words) await sayWithinLimits(step, words);
  return hasMore;
}

const fewCredits = 2;

/** Running out comes with a word in time, and with the last reply. */
function creditWords({ config }: Runtime, left: number | null): SystemText | null {
  if (left === fewCredits) return systemTexts.fewCredits(left, config.publicUrl);
  return left === 0 ? systemTexts.lastCredit(config.publicUrl) : null;
}

async function sayWithinLimits(step: Step, text: SystemText): Promise<void> {
  const { tx, now, claim } = step;
  if (await mayTextThread(tx, claim.thread, text.kind, now)) await say(step, text);
}

async function say(step: Step, text: SystemText): Promise<void> {
  const { tx, now, claim, runtime } = step;
  const parts = claim.message.origin === 'web' ? [] : [text.body];
  const threadId = claim.thread.id;
  await addOutbound(tx, {
    threadId,
    origin: 'system',
    body: text.body,
    parts,
    segments: countSegments(claim.expert.channel, parts),
    now,
    replyToId: claim.message.id,
    systemKind: text.ignoresOptOut ? `${text.kind}!` : text.kind,
  });
  if (parts.length > 0) await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId }]);
}

/** A text written on the dashboard is answered there and not texted. */
function partsFor({ runtime, claim }: Step, text: string): string[] {
  if (claim.message.origin === 'web') return [];
  const configured = channelFor(runtime.config, claim.expert.channel);
  const parts = configured?.channel.shape(text) ?? [];
  // Of an answer that is nothing but Markdown's marks nothing would be left; who asked hears something.
  return parts.length > 0 ? parts : [text];
}
