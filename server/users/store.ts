import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema.ts';
import type { User } from '#shared/api/auth.ts';

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;

/** E-mail is compared case-insensitively. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row ?? null;
}

export async function findUserById(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

export async function createUser(tx: Database, user: NewUser): Promise<UserRow> {
  const [row] = await tx.insert(users).values(user).returning();
  return row as UserRow;
}

export async function updateUser(
  tx: Database,
  id: string,
  change: Partial<NewUser>,
): Promise<UserRow> {
  if (Object.keys(change).length === 0) return (await findUserById(tx, id)) as UserRow; // users are never deleted
  const [row] = await tx.update(users).set(change).where(eq(users.id, id)).returning();
  return row as UserRow;
}

/** What a person sees of their own account. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    isPhoneProved: row.phoneProvedAt !== null,
    role: row.role,
    messageCount: row.messageCount,
    paidMessages: row.paidMessages,
    subExpiration: row.subExpiration?.toISOString() ?? null,
    stripeSubscriptionId: row.stripeSubscriptionId,
  };
}
