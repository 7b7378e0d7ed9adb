import { countAffordable } from '#server/billing/credits.ts';
import { lockThread, lockUser } from '#server/db/locks.ts';
import type { ThreadRow, UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import { findExpert } from '#server/experts/store.ts';
import { replayKind } from '#server/messages/replays-store.ts';
import {
  listUnpaidTexts,
  listUnpaidThreads,
  reopenUnpaidTexts,
  type UnpaidText,
} from '#server/messages/unpaid-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { UnpaidThread } from '#shared/api/unpaid.ts';
import { isAutomaticText } from '#shared/automatic-texts.ts';
import { maxUnpaidTexts } from '#shared/limits.ts';
import { parseReaction } from '#shared/reactions.ts';
import { readStopWish } from '#shared/stop-wishes.ts';
import { readKeyword } from '../wishes/keywords.ts';
import { getReachableExpert, type Refusals, requireCurrent } from './reachable.ts';

const refusals: Refusals = {
  stopped: (expert) => `You have opted out of texts from ${expert}. Text START to get answers.`,
  closed: (expert) => `You have closed the conversation with ${expert}. It reopens when you write.`,
  late: (expert, channel) =>
    `Your messages are now too old for ${channel}. Please write to ${expert} again.`,
};

const maxThreads = 5;

/** With how many texts each would answer, and so cost. */
export async function listUnpaidFor(
  { db, clock }: Runtime,
  user: UserRow,
): Promise<UnpaidThread[]> {
  const affordable = countAffordable(user, clock.now());
  if (affordable === 0) return [];
  const threads = await listUnpaidThreads(db, user.id, maxThreads);
  const counted = threads.map(async (thread) => {
    const texts = (await listAnswerable(db, thread.threadId, affordable)).length;
    return { ...thread, texts };
  });
  return (await Promise.all(counted)).filter(({ texts }) => texts > 0);
}

/** The newest that can be paid for, without stops, reactions, and what a phone writes by itself. */
async function listAnswerable(
  db: Runtime['db'],
  threadId: string,
  affordable: number,
): Promise<UnpaidText[]> {
  const unpaid = await listUnpaidTexts(db, threadId, maxUnpaidTexts);
  return unpaid.filter(({ body }) => asksForAnswer(body)).slice(-affordable);
}

/** They were refused before Sagewire knew what they are, else their own guard would have met them. */
const asksForAnswer = (body: string) =>
  readKeyword(body) === null &&
  readStopWish(body) === null &&
  parseReaction(body) === null &&
  !isAutomaticText(body);

/**
 * Reopens the newest texts refused for lack of credit, as many as the account can pay for.
 * @throws {AppError} 404 for another person's thread; 409 without credit, while a person answers, or while the expert
 *   is paused; 422 if the answers can't be texted.
 */
export async function answerUnpaid(
  runtime: Runtime,
  { userId, threadId }: { userId: string; threadId: string },
): Promise<number> {
  const now = runtime.clock.now();
  const reopened = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    if (thread.userId !== userId) throw notFound('Conversation');
    requireCurrent(thread);
    if ((await listAnswerable(tx, threadId, maxUnpaidTexts)).length === 0) return 0;
    if (thread.handler === 'human') throw conflict('A person answers this conversation now.');
    const owner = await lockUser(tx, userId);
    const affordable = owner ? countAffordable(owner, now) : 0;
    if (affordable === 0) throw conflict('You have no messages left. Please choose a plan first.');
    const chosen = await listAnswerable(tx, threadId, affordable);
    if (chosen.some(({ origin }) => origin === 'gateway')) {
      await getReachableExpert(runtime, tx, thread, refusals);
    }
    await requireActive(tx, thread);
    const marker = { at: now.toISOString(), kind: replayKind, detail: 'Answered after a payment.' };
    const ids = chosen.map(({ id }) => id);
    await reopenUnpaidTexts(tx, ids, marker);
    await runtime.queue.enqueue(tx, 'answer-message', [{ threadId }]);
    return ids.length;
  });
  if (reopened > 0) {
    runtime.queue.wakeWorkers('answer-message');
    runtime.changes.publish({ type: 'thread', threadId, userId });
  }
  return reopened;
}

async function requireActive(tx: Runtime['db'], { expertId }: ThreadRow): Promise<void> {
  const expert = await findExpert(tx, expertId);
  if (expert?.status !== 'ACTIVE') throw conflict('This expert is paused');
}
