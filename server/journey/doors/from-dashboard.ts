import type { Reader } from '#server/access/guard.ts';
import { countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict } from '#server/errors.ts';
import { storeWebMessage } from '#server/messages/arrivals-store.ts';
import { findSentMessage, noteSentMessage } from '#server/messages/dashboard-texts-store.ts';
import { clearDisclosure } from '#server/messages/disclosures-store.ts';
import { answerHeld, markAnswered } from '#server/messages/held-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { deleteDraft } from '#server/messages/reply-drafts-store.ts';
import { clearHumanWanted } from '#server/messages/threads-store.ts';
import { clearSentTyped } from '#server/messages/typed-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { findOwnTextPause } from '#shared/own-text-pause.ts';
import { cutForSending } from '../answer/cut-for-sending.ts';
import { handOver } from '../handover/handover.ts';
import { startTimer } from '../journal/took.ts';
import { mayBringCrisis } from '../safety/read-danger.ts';
import { readKeyword } from '../wishes/keywords.ts';
import { getReachableExpert, requireCurrent } from './reachable.ts';

type Draft = { user: Reader; threadId: string; body: string };

/**
 * An admin's text is sent to the phone; a user's is answered in the dashboard.
 * @param draft the caller has checked that the writer may see the thread. What was stored with its `sendId` is not
 * stored again: the page did not hear of it.
 * @param alsoChange in the same transaction, once the text is stored.
 * @throws {AppError} 422 if the thread is only a record, or the person can't be texted.
 */
export async function writeFromDashboard(
  runtime: Runtime,
  { sendId, ...draft }: Draft & { sendId?: string | undefined },
  alsoChange?: (tx: Database) => Promise<void>,
): Promise<string> {
  const { user, threadId } = draft;
  const { isStaff } = user;
  const readTimer = startTimer();
  const { id, thread, isNew } = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    const known = sendId && (await findSentMessage(tx, { threadId, sendId }));
    if (known) return { id: known, thread, isNew: false };
    requireCurrent(thread);
    const id = isStaff
      ? await sendAsExpert(runtime, tx, thread, draft)
      : await storeQuestion(runtime, tx, draft);
    if (sendId) await noteSentMessage(tx, { threadId, sendId, messageId: id });
    if (isStaff) await clearSentTyped(tx, { userId: user.id, threadId }, draft.body);
    await alsoChange?.(tx);
    return { id, thread, isNew: true };
  });
  if (!isNew) return id;
  const place = { threadId, messageId: id, expertId: thread.expertId };
  if (isStaff) runtime.journal.written(place, readTimer());
  else runtime.journal.received({ ...place, channel: 'web' }, readTimer());
  const woken = isStaff
    ? (['deliver-reply', 'answer-message'] as const)
    : (['meet-crisis', 'answer-message'] as const);
  for (const job of woken) runtime.queue.wakeWorkers(job);
  runtime.changes.publish({ type: 'thread', threadId, userId: thread.userId });
  return id;
}

async function storeQuestion({ clock, queue }: Runtime, tx: Database, { threadId, body }: Draft) {
  const id = await storeWebMessage(tx, {
    threadId,
    body,
    keyword: readKeyword(body),
    now: clock.now(),
  });
  await queue.enqueue(tx, 'answer-message', [{ threadId }]);
  if (mayBringCrisis(body)) await queue.enqueue(tx, 'meet-crisis', [{ threadId }]);
  return id;
}

/**
 * Split like a reply, and free.
 * @throws {AppError} 409 if the draft was sent or discarded; else as `writeFromDashboard`.
 */
export async function sendDraft(
  runtime: Runtime,
  { user, threadId, messageId }: Omit<Draft, 'body'> & { messageId: string },
): Promise<string> {
  const readTimer = startTimer();
  const { id, thread } = await transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, threadId);
    requireCurrent(thread);
    const body = await deleteDraft(tx, { threadId, messageId });
    if (body === null) throw conflict('This draft was sent or discarded already.');
    const { via } = await getReachableExpert(runtime, tx, thread);
    const cut = cutForSending(via.channel, body);
    const id = await sendAsExpert(runtime, tx, thread, { user, threadId, body, ...cut });
    return { id, thread };
  });
  const place = { threadId, messageId: id, expertId: thread.expertId };
  runtime.journal.written(place, readTimer());
  for (const job of ['deliver-reply', 'answer-message'] as const) runtime.queue.wakeWorkers(job);
  runtime.changes.publish({ type: 'thread', threadId, userId: thread.userId });
  return id;
}

async function sendAsExpert(
  runtime: Runtime,
  tx: Database,
  thread: ThreadRow,
  {
    body,
    user,
    parts = [body],
    unsentLength = null,
  }: Draft & { parts?: string[]; unsentLength?: number | null },
) {
  const { expert } = await getReachableExpert(runtime, tx, thread);
  const now = runtime.clock.now();
  const id = await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'admin',
    authorId: user.id,
    body,
    parts,
    unsentLength,
    segments: countSegments(expert.channel, parts),
    now,
  });
  const pause = findOwnTextPause(expert.pauseAfterText, now);
  if (thread.handler === 'human' || pause) await markAnswered(tx, thread.id);
  if (pause) {
    const returnsAt = pause.until;
    await handOver(tx, thread, { because: 'wrote', assigneeId: user.id, returnsAt, now });
    await runtime.queue.bringForward(tx, 'answer-message', thread.id);
  } else {
    // The person may take the AI's next answer for the admin's.
    await clearDisclosure(tx, thread.id);
  }
  await answerHeld(tx, thread.id);
  if (thread.humanWantedAt) await clearHumanWanted(tx, thread.id);
  await runtime.queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
  return id;
}
