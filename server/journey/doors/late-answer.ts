import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import {
  listDueLateAnswers,
  setLateAnswer,
  takeLateAnswer,
} from '#server/experts/knowledge/late-answers-store.ts';
import { findExpert } from '#server/experts/store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { findDaytimeOf } from '../send/quiet-hours.ts';
import { storeSystemText } from '../send/store-system-text.ts';

const maxAnswers = 500;
/** Of the question that a text repeats. */
const maxQuotedLength = 200;

type Asker = { messageId: string; handle: string };

/**
 * Has an answer texted to those who asked before it was known, by day where their phone is. It is free.
 * @returns how many are to get it. Call `sendDueLateAnswers` after the commit.
 */
export async function planLateAnswers(
  { clock }: Runtime,
  tx: Database,
  { askers, answer, timeZone }: { askers: Asker[]; answer: string; timeZone: string | null },
): Promise<number> {
  const now = clock.now();
  for (const { messageId, handle } of askers) {
    const at = await findDaytimeOf(handle, { now, timeZone });
    await setLateAnswer(tx, messageId, { answer, at });
  }
  return askers.length;
}

/** To whom the expert may write no more when it is due, it is not sent. */
export async function sendDueLateAnswers(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  for (const { messageId, threadId } of await listDueLateAnswers(runtime.db, now, maxAnswers)) {
    const thread = await transact(runtime.db, async (tx) => {
      const locked = await lockThread(tx, threadId);
      const due = await takeLateAnswer(tx, messageId, now);
      return due && (await send(runtime, tx, locked, { ...due, messageId })) ? locked : null;
    });
    if (!thread) continue;
    runtime.queue.wakeWorkers('deliver-reply');
    runtime.changes.publish({ type: 'thread', threadId, userId: thread.userId });
  }
}

async function send(
  runtime: Runtime,
  tx: Database,
  thread: ThreadRow,
  { messageId, question, answer }: { messageId: string; question: string; answer: string },
): Promise<boolean> {
  if (!thread.isCurrent || thread.erasedAt || thread.minorSince) return false;
  const expert = await findExpert(tx, thread.expertId);
  if (!expert || (await findObstacleNow(runtime, tx, { expert, thread }))) return false;
  const text = systemTexts.lateAnswer(question.slice(0, maxQuotedLength).toWellFormed(), answer);
  const answered = { threadId: thread.id, expert, text, replyToId: messageId };
  await storeSystemText(runtime, tx, { ...answered, isByPhone: true });
  return true;
}
