import { deleteUnproved } from '#server/account/delete-unproved.ts';
import { deleteEpisodesBefore } from '#server/alerts/episodes-store.ts';
import { deleteChangesBefore } from '#server/audit/store.ts';
import { deleteEmailChangesBefore } from '#server/auth/email-changes-store.ts';
import { deleteEmailCodesBefore } from '#server/auth/email-codes-store.ts';
import { deleteFailuresBefore } from '#server/auth/failures-store.ts';
import { deleteOwnerLinksBefore, lockDays } from '#server/auth/owner-links-store.ts';
import { deleteNoticesBefore } from '#server/auth/owner-notices-store.ts';
import { deleteResetsBefore } from '#server/auth/resets-store.ts';
import { deleteEventsBefore } from '#server/billing/store.ts';
import { deleteNumberChangesBefore } from '#server/connections/changes-store.ts';
import { attemptDays, deleteAttemptsBefore } from '#server/connections/limits-store.ts';
import type { Database } from '#server/db/client.ts';
import { expirePicturesBefore } from '#server/messages/attachments-store.ts';
import { expireMessagesBefore } from '#server/messages/retention-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { deleteInvitationsBefore } from '#server/team/store.ts';
import { newNumberDays } from '#shared/limits.ts';

const dayMs = 24 * 3_600_000;
/** Long enough to see what comes again. */
const alertDays = 90;
/** So that no statement holds locks for long. */
const batchSize = 500;

type DeleteBatch = (db: Database, before: Date, limit: number, now: Date) => Promise<number>;

/** @param signal stops between two batches. */
export async function deleteExpired(runtime: Runtime, signal?: AbortSignal): Promise<void> {
  const { auditDays, stripeEventDays, pictureDays, messageDays } = runtime.config.retention;
  const limits: [number, DeleteBatch][] = [
    [auditDays, deleteChangesBefore],
    [stripeEventDays, deleteEventsBefore],
    [pictureDays, expirePicturesBefore],
    [messageDays, expireMessagesBefore],
    // A count is back at zero a day after its last failure.
    [1, deleteFailuresBefore],
    [1, deleteResetsBefore],
    [1, deleteEmailCodesBefore],
    [7, deleteEmailChangesBefore],
    [lockDays, deleteOwnerLinksBefore],
    [lockDays, deleteNoticesBefore],
    [1, deleteInvitationsBefore],
    [alertDays, deleteEpisodesBefore],
    [attemptDays, deleteAttemptsBefore],
    [newNumberDays, deleteNumberChangesBefore],
  ];
  // Before the audit log, which shows who proved what.
  await deleteUnproved(runtime, signal);
  for (const [days, deleteBatch] of limits) {
    await deleteOlderThan(runtime, days, deleteBatch, signal);
  }
}

async function deleteOlderThan(
  { db, clock }: Runtime,
  days: number,
  deleteBatch: DeleteBatch,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (days === 0) return;
  const now = clock.now();
  const before = new Date(now.getTime() - days * dayMs);
  for (let found = batchSize; found === batchSize && !signal?.aborted; ) {
    found = await deleteBatch(db, before, batchSize, now);
  }
}
