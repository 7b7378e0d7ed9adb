import { isPassword } from '#server/auth/passwords.ts';
import { deleteCustomer } from '#server/billing/stripe.ts';
import type { Database } from '#server/db/client.ts';
import { conflict, forbidden, unauthorized } from '#server/errors.ts';
import { loggableError } from '#server/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import type { UserRow } from '#server/users/store.ts';
import { eraseThreads, withdrawQuestions } from './erase-threads.ts';
import { keepStops } from './keep-stops.ts';
import { anonymise, dropCustomer, listLeftCustomers, lockPerson } from './store.ts';

/** Somebody connects to another expert at the very moment at which they leave. */
const mostTries = 5;

/**
 * Forgets a person: at once and whole in the database, and at Stripe as soon as Stripe can be reached. What stays names
 * nobody: the ledger with the payments, empty messages that were counted, the trial's claim; and opt-outs.
 * @throws {AppError} 403 for a wrong password and for admins.
 */
export async function deleteAccount(
  runtime: Runtime,
  user: UserRow,
  password: string,
): Promise<void> {
  if (user.role === 'ADMIN') {
    throw forbidden(
      'An admin’s account can’t be deleted: it stands beside every change they made.',
    );
  }
  if (!(await isPassword(user.passwordHash, password))) throw forbidden('That password is wrong.');
  const threadIds = await forget(runtime, user);
  // Pages that are open sign out; lists of admins lose the conversations.
  runtime.changes.publish({ type: 'account', userId: user.id });
  for (const threadId of threadIds) {
    runtime.changes.publish({ type: 'thread', threadId, userId: user.id });
  }
  // Theirs alone: while Stripe is away nobody waits for those who left before.
  await deleteLeftCustomers(runtime, user.id);
}

async function forget({ db, clock }: Runtime, user: UserRow): Promise<string[]> {
  for (let attempt = 1; attempt <= mostTries; attempt++) {
    const erased = await db.transaction((tx) => tryToForget(tx, user, clock.now()));
    if (erased) return erased;
  }
  throw conflict('Your account is changing right now. Please try again.');
}

async function tryToForget(tx: Database, known: UserRow, now: Date): Promise<string[] | null> {
  const person = await lockPerson(tx, known);
  if (!person) return null;
  const { user, threads } = person;
  if (user.deletedAt) throw unauthorized();
  const isTheirs = ({ userId }: { userId: string | null }) =>
    userId === user.id || (userId === null && user.phoneProvedAt !== null);
  const ids = threads.filter(isTheirs).map(({ id }) => id);
  await keepStops(tx, ids);
  await eraseThreads(tx, ids, user.id);
  await withdrawQuestions(
    tx,
    threads.filter((thread) => !isTheirs(thread)).map(({ id }) => id),
  );
  await anonymise(tx, user.id, now);
  return ids;
}

const atOnce = 20;

/**
 * Deletes at Stripe whom we have forgotten, which ends their subscriptions there. That the customer's id still stands
 * here is the note that it remains to be done: after a crash, or while Stripe is away, the sweep comes back to it.
 * @param userId one of them; everybody unless told.
 */
export async function deleteLeftCustomers(runtime: Runtime, userId?: string): Promise<void> {
  const { config, db, log } = runtime;
  if (!config.stripe) return;
  for (const left of await listLeftCustomers(db, { userId, limit: atOnce })) {
    try {
      await deleteCustomer(runtime, left.customerId);
      await dropCustomer(db, left);
    } catch (error) {
      log.warn({ err: loggableError(error), userId: left.userId }, 'customer not deleted yet');
    }
  }
}
