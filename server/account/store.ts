import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, threads, tokens, users } from '#server/db/schema.ts';
import type { UserRow } from '#server/users/store.ts';

type Person = Pick<UserRow, 'id' | 'phoneNumber' | 'phoneProvedAt'>;

/**
 * Everything that hangs on a person, locked in the order in which everybody locks: threads, then the person.
 * @returns null when a thread was added meanwhile; whoever asks begins anew.
 */
export async function lockPerson(
  tx: Database,
  known: Person,
): Promise<{ user: UserRow; threads: { id: string; userId: string | null }[] } | null> {
  const before = await threadsOf(tx, known).for('no key update');
  const [user] = await tx.select().from(users).where(eq(users.id, known.id)).for('update');
  if (!user) return null;
  if (user.deletedAt) return { user, threads: [] };
  const after = await threadsOf(tx, user);
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join();
  return ids(before) === ids(after) ? { user, threads: after } : null;
}

/** Their threads, and those of the number that stands on the account, whoever has written there. */
function threadsOf(tx: Database, { id, phoneNumber }: Person) {
  const ofPhone = phoneNumber && and(eq(threads.handle, phoneNumber), threads.isCurrent);
  return tx
    .select({ id: threads.id, userId: threads.userId })
    .from(threads)
    .where(or(eq(threads.userId, id), ofPhone || undefined))
    .orderBy(asc(threads.id));
}

/** The account stays as a number that the ledger's entries belong to, and names nobody. */
export async function anonymise(tx: Database, userId: string, now: Date): Promise<void> {
  await tx.delete(tokens).where(eq(tokens.userId, userId));
  await tx.delete(connections).where(eq(connections.userId, userId));
  await tx
    .update(users)
    .set({
      // No e-mail, so nobody can log in with it or be refused it.
      email: `deleted ${userId}`,
      passwordHash: '',
      firstName: null,
      lastName: null,
      phoneNumber: null,
      phoneProvedAt: null,
      subExpiration: null,
      stripeSubscriptionId: null,
      smsConsentAt: null,
      smsConsentVersion: null,
      smsConsentAddress: null,
      deletedAt: now,
    })
    .where(eq(users.id, userId));
}

/** Forgotten here, and perhaps not yet at Stripe. */
export async function listLeftCustomers(
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

export async function dropCustomer(
  db: Database,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  await db
    .update(users)
    .set({ stripeCustomerId: null })
    .where(and(eq(users.id, userId), eq(users.stripeCustomerId, customerId)));
}
