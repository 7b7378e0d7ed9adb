import { deleteChangesBefore } from '#server/access/audit/store.ts';
import { deleteEventsBefore } from '#server/billing/store.ts';
import type { Database } from '#server/db/client.ts';
import { deleteEvidenceBefore } from '#server/experts/knowledge/evidence-store.ts';
import { expirePicturesBefore } from '#server/messages/attachments-store.ts';
import { expireMessagesBefore } from '#server/messages/retention-store.ts';
import { deleteUnproved } from '#server/people/account/delete-unproved.ts';
import { deleteNumberChangesBefore } from '#server/people/connections/changes-store.ts';
import { attemptDays, deleteAttemptsBefore } from '#server/people/connections/limits-store.ts';
import { deleteEmailChangesBefore } from '#server/people/emails/email-changes-store.ts';
import { deleteEmailCodesBefore } from '#server/people/emails/email-codes-store.ts';
import { deleteOwnerLinksBefore, lockDays } from '#server/people/owner/owner-links-store.ts';
import { deleteNoticesBefore } from '#server/people/owner/owner-notices-store.ts';
import { deleteResetsBefore } from '#server/people/passwords/resets-store.ts';
import { deleteFailuresBefore } from '#server/people/sign-in/failures-store.ts';
import { deleteInvitationsBefore } from '#server/people/team/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { newNumberDays } from '#shared/limits.ts';
import { dayMs } from '#shared/time.ts';
import { deleteEpisodesBefore } from '../alerts/episodes-store.ts';

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
    [messageDays, deleteEvidenceBefore],
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
