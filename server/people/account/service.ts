import { leaveStripe } from '#server/billing/leave-stripe.ts';
import { lockThreadsOf } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, forbidden, notFound } from '#server/errors.ts';
import { storeLastText } from '#server/messages/store-last-text.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { isStaff } from '#shared/roles.ts';
import { dayMs } from '#shared/time.ts';
import { findPhoneToTell, writeErased } from '../owner/erased-text.ts';
import { confirmPassword, type TypedPassword } from '../passwords/confirm-password.ts';
import { mailboxWasAsked, mayBeOwners } from '../passwords/resets-store.ts';
import { requireUnchanged } from '../sign-in/lock-unchanged.ts';
import { applyWaitingStops } from './apply-waiting-stops.ts';
import { erasePerson } from './erase-person.ts';
import { eraseThreads } from './erase-threads.ts';
import { clearCustomer, listErasedCustomers } from './store.ts';

/** An attempt fails if the person gets a new thread meanwhile. */
const maxAttempts = 5;

/**
 * Erases here at once, at Stripe as soon as it answers. Ledger, payments, empty messages, the trial's claim and
 * opt-outs stay without a name.
 * @throws {AppError} 403 for a wrong password and for admins; 409 while its mailbox's owner may take it.
 */
export async function deleteAccount(
  runtime: Runtime,
  user: UserRow,
  given: TypedPassword,
): Promise<void> {
  refuseStaff(user);
  await confirmPassword(runtime, user, given);
  if (await mayBeOwners(runtime.db, user, runtime.clock.now())) throw mailboxWasAsked();
  // Until a phone has had its day to say that it is not theirs.
  const sparing = new Date(runtime.clock.now().getTime() - dayMs);
  await removeAccount(runtime, user, { check: requireUnchanged, sparing });
}

function refuseStaff(user: UserRow): void {
  if (!isStaff(user)) return;
  throw forbidden("An admin's account can't be deleted: the audit log refers to it.");
}

type Check = (known: UserRow, current: UserRow) => UserRow;
type Removing = { check: Check; sparing?: Date };

const requireThere: Check = (_known, current) => {
  if (current.deletedAt) throw notFound('Person');
  return current;
};

/**
 * `deleteAccount` by an admin, even if the person changes the account meanwhile.
 * @throws {AppError} 403 for admins, 404 if already erased.
 */
export async function removeAccount(
  runtime: Runtime,
  user: UserRow,
  removing: Removing = { check: requireThere },
): Promise<void> {
  refuseStaff(user);
  const threadIds = await eraseAccount(runtime, user, removing);
  runtime.changes.publish({ type: 'account', userId: user.id });
  for (const threadId of threadIds) {
    runtime.changes.publish({ type: 'thread', threadId, userId: user.id });
  }
  runtime.queue.wakeWorkers('deliver-reply');
  // So that the person does not wait for earlier deletions.
  await deleteErasedCustomers(runtime, { userId: user.id });
}

/** Its next text begins a new conversation. */
export async function eraseNumber(runtime: Runtime, handle: string): Promise<void> {
  const { db, config, clock, changes } = runtime;
  const erased = await transact(db, async (tx) => {
    const ofNumber = await lockThreadsOf(tx, handle);
    const ids = ofNumber.filter(({ userId }) => userId === null).map(({ id }) => id);
    await applyWaitingStops(tx, config, ids);
    await eraseThreads(tx, ids, { ownerId: null, now: clock.now() });
    return ids;
  });
  for (const threadId of erased) changes.publish({ type: 'thread', threadId, userId: null });
}

async function eraseAccount(
  runtime: Runtime,
  user: UserRow,
  removing: Removing,
): Promise<string[]> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { config, secrets, clock } = runtime;
    // Nothing of the phone is left afterwards.
    const phone = await findPhoneToTell(runtime, user);
    const erased = await transact(runtime.db, async (tx) => {
      const ids = await erasePerson(tx, user, { config, secrets, now: clock.now(), ...removing });
      if (ids && phone && ids.includes(phone.thread.id)) {
        await storeLastText(runtime, tx, { ...phone, body: writeErased(config) });
      }
      return ids;
    });
    if (erased) return erased;
  }
  throw conflict('Your account is changing right now. Please try again.');
}

const batchSize = 20;

/**
 * At Stripe, which ends their subscriptions. An account keeps its customer id until then, so the sweep retries.
 * @param options.userId only this account; else one batch of all.
 */
export async function deleteErasedCustomers(
  runtime: Runtime,
  { userId, signal }: { userId?: string; signal?: AbortSignal } = {},
): Promise<void> {
  const { config, db, log } = runtime;
  if (!config.stripe) return;
  for (const erased of await listErasedCustomers(db, { userId, limit: batchSize })) {
    if (signal?.aborted) return;
    try {
      await leaveStripe(runtime, erased);
      await clearCustomer(db, erased);
    } catch (error) {
      log.warn({ err: toLoggableError(error), userId: erased.userId }, 'customer not deleted yet');
    }
  }
}
