import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { eraseSignIns } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreads, lockUser } from '#server/db/locks.ts';
import {
  connections,
  emailChanges,
  emailCodes,
  knownDevices,
  ownerLinks,
  ownerNotices,
  passwordResets,
  savedViews,
  threadSeen,
  threads,
  tokens,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { deleteTypedBy } from '#server/messages/typed-store.ts';
import { noPendingNumber, unprovedNumber } from '../connections/number-change.ts';

type Person = Pick<UserRow, 'id' | 'phoneNumber' | 'phoneVerifiedAt' | 'pendingPhoneNumber'>;
type OwnedThread = { id: string; userId: string | null; handle: string };

/**
 * Locks the threads of the person and the numbers, then the account.
 * @returns null if a thread was added meanwhile; start again.
 */
export async function lockPerson(
  tx: Database,
  known: Person,
): Promise<{ user: UserRow; threads: OwnedThread[] } | null> {
  const before = await lockThreads(tx, areOf(known));
  const user = await lockUser(tx, known.id);
  if (!user) return null;
  if (user.deletedAt) return { user, threads: [] };
  const after = await tx
    .select({ id: threads.id, userId: threads.userId, handle: threads.handle })
    .from(threads)
    .where(areOf(user))
    .orderBy(asc(threads.id));
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join();
  return ids(before) === ids(after) ? { user, threads: after } : null;
}

function areOf({ id, phoneNumber, pendingPhoneNumber }: Person) {
  const numbers = [phoneNumber, pendingPhoneNumber].flatMap((number) => number ?? []);
  const ofPhone = and(inArray(threads.handle, numbers), isNull(threads.userId));
  return or(eq(threads.userId, id), numbers.length > 0 ? ofPhone : undefined);
}

/** Kept for the ledger. */
export async function anonymizeAccount(tx: Database, userId: string, now: Date): Promise<void> {
  await tx.delete(tokens).where(eq(tokens.userId, userId));
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await tx.delete(ownerLinks).where(eq(ownerLinks.userId, userId));
  const isTold = and(eq(ownerNotices.userId, userId), isNull(ownerNotices.route));
  await tx.delete(ownerNotices).where(isTold);
  await tx.delete(emailCodes).where(eq(emailCodes.userId, userId));
  await eraseSignIns(tx, userId);
  await tx.delete(connections).where(eq(connections.userId, userId));
  await tx.delete(savedViews).where(eq(savedViews.ownerId, userId));
  await deleteTypedBy(tx, userId);
  await tx.delete(threadSeen).where(eq(threadSeen.userId, userId));
  await tx
    .update(users)
    .set({
      // No email address, so no login or registration matches it.
      email: `deleted ${userId}`,
      emailVerifiedAt: null,
      passwordHash: '',
      firstName: null,
      lastName: null,
      phoneNumber: null,
      ...unprovedNumber,
      ...noPendingNumber,
      phoneLoss: null,
      subExpiration: null,
      stripeSubscriptionId: null,
      smsConsentAt: null,
      smsConsentVersion: null,
      smsConsentAddress: null,
      deletedAt: now,
    })
    .where(eq(users.id, userId));
}

/** Perhaps not erased at Stripe yet. */
export async function listErasedCustomers(
  db: Database,
  { userId, limit }: { userId: string | undefined; limit: number },
): Promise<{ userId: string; customerId: string }[]> {
  const rows = await db
    .select({ userId: users.id, customerId: users.stripeCustomerId })
    .from(users)
    .where(
      and(
        isNotNull(users.deletedAt),
        isNotNull(users.stripeCustomerId),
        userId ? eq(users.id, userId) : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.flatMap(({ userId, customerId }) => (customerId ? [{ userId, customerId }] : []));
}

export async function clearCustomer(
  db: Database,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  await db
    .update(users)
    .set({ stripeCustomerId: null })
    .where(and(eq(users.id, userId), eq(users.stripeCustomerId, customerId)));
}
