import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type UserRow, users } from '#server/db/schema.ts';
import { unauthorized } from '#server/errors.ts';
import type { User } from '#shared/api/auth.ts';

export type NewUser = typeof users.$inferInsert;

/** Ignores case. */
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

/** @throws {AppError} 401 if it was deleted meanwhile. */
export async function updateUser(
  tx: Database,
  id: string,
  change: Partial<NewUser>,
): Promise<UserRow> {
  const isThere = and(eq(users.id, id), isNull(users.deletedAt));
  const [row] =
    Object.keys(change).length === 0
      ? await tx.select().from(users).where(isThere)
      : await tx.update(users).set(change).where(isThere).returning();
  if (!row) throw unauthorized();
  return row;
}

export function toUser(config: { requireAdmin2fa: boolean }, row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    isPhoneVerified: row.phoneVerifiedAt !== null,
    phoneLoss: row.phoneLoss,
    role: row.role,
    secondFactor: row.totpConfirmedAt ? 'on' : needsSecondFactor(config, row) ? 'required' : 'off',
    messageCount: row.messageCount,
    paidMessages: row.paidMessages,
    subExpiration: row.subExpiration?.toISOString() ?? null,
    stripeSubscriptionId: row.stripeSubscriptionId,
  };
}

/** Without a required second factor an admin can do nothing else. */
export function needsSecondFactor(
  { requireAdmin2fa }: { requireAdmin2fa: boolean },
  { role, totpConfirmedAt }: UserRow,
): boolean {
  return requireAdmin2fa && role !== 'USER' && totpConfirmedAt === null;
}
