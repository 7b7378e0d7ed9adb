import { releaseTrial } from '#server/billing/claims.ts';
import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import { unprovedDays } from '#shared/limits.ts';
import { dayMs } from '#shared/time.ts';
import { erasePerson } from './erase-person.ts';
import { lockPerson } from './store.ts';
import { isStillUnproved, listUnproved } from './unproved-store.ts';

const batchSize = 100;

/**
 * So that no stranger holds another person's email or number for good. The audit log shows who proved a mailbox, so
 * accounts older than what it keeps stay.
 * @param signal stops between two accounts.
 */
export async function deleteUnproved(runtime: Runtime, signal?: AbortSignal): Promise<void> {
  const { db, clock, config, log } = runtime;
  const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  const { auditDays } = config.retention;
  const span = { before: ago(unprovedDays), since: auditDays === 0 ? null : ago(auditDays) };
  let deleted = 0;
  let afterId: string | null = null;
  for (let isMore = true; isMore; ) {
    const batch: UserRow[] = await listUnproved(db, { ...span, afterId, limit: batchSize });
    for (const user of batch) {
      if (signal?.aborted) return;
      const isErased = await transact(db, (tx) => eraseUnproved(runtime, tx, user));
      if (isErased) deleted++;
      if (isErased) runtime.changes.publish({ type: 'account', userId: user.id });
    }
    afterId = batch.at(-1)?.id ?? null;
    isMore = batch.length === batchSize;
  }
  if (deleted > 0) log.info({ accounts: deleted }, 'accounts that proved nothing were deleted');
}

/** False if the person has proved something, perhaps meanwhile. */
export async function eraseUnproved(
  { config, secrets, clock }: Runtime,
  tx: Database,
  user: UserRow,
): Promise<boolean> {
  const person = await lockPerson(tx, user);
  if (!person || !(await isStillUnproved(tx, user.id))) return false;
  await erasePerson(tx, person.user, { config, secrets, now: clock.now() });
  // The email may be another person's, who never had a trial.
  await releaseTrial(tx, user.id);
  return true;
}
