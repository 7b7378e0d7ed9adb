import { countAffordable } from '#server/billing/credits.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread, lockUser } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { findExpert } from '#server/experts/store.ts';
import { listDueCreditNotices, setCreditNotice } from '#server/messages/credit-notices-store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { storeSystemText } from '../send/store-system-text.ts';

const fewCredits = 2;
const maxThreads = 1_000;

/** @param left null: the reply was free. */
export function writeCreditNotice(left: number | null, publicUrl: string): SystemText | null {
  if (left === fewCredits) return systemTexts.fewCredits(left, publicUrl);
  return left === 0 ? systemTexts.lastCredit(publicUrl) : null;
}

/** Sends the notices delayed at night, with the current balance. */
export async function sendDueCreditNotices(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  for (const threadId of await listDueCreditNotices(runtime.db, now, maxThreads)) {
    const userId = await transact(runtime.db, async (tx) => {
      const thread = await lockThread(tx, threadId);
      // Another reply may have delayed it further, or another process sent it.
      if (!thread.creditNoticeAt || thread.creditNoticeAt > now) return null;
      await setCreditNotice(tx, threadId, null);
      return (await sendNotice(runtime, tx, thread)) ? thread.userId : null;
    });
    if (!userId) continue;
    runtime.queue.wakeWorkers('deliver-reply');
    runtime.changes.publish({ type: 'thread', threadId, userId });
  }
}

async function sendNotice(runtime: Runtime, tx: Database, thread: ThreadRow): Promise<boolean> {
  const { clock, config } = runtime;
  const now = clock.now();
  if (!thread.userId || !thread.isCurrent || thread.handler === 'human') return false;
  const expert = await findExpert(tx, thread.expertId);
  if (!expert || (await findObstacleNow(runtime, tx, { expert, thread }))) return false;
  const owner = await lockUser(tx, thread.userId);
  const left = owner ? countAffordable(owner, now) : null;
  const text =
    left === 1
      ? systemTexts.fewCredits(left, config.publicUrl)
      : writeCreditNotice(left, config.publicUrl);
  if (!text || !(await mayTextThread(tx, thread, text.kind, now))) return false;
  await storeSystemText(runtime, tx, { threadId: thread.id, expert, text, isByPhone: true });
  return true;
}
