import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { type UserRow, users } from '#server/db/schema.ts';
import { unauthorized } from '#server/errors.ts';
import type { User } from '#shared/api/auth.ts';
import { toProfileRevision } from './profile-revision.ts';

export type NewUser = typeof users.$inferInsert;

/** Unproved, of one email. */
export const maxClaims = 3;

/**
 * The accounts that answer to an email: the one that proved its mailbox, else those that claim it, of these the ones
 * with a proved phone first and then the newest. Ignores case.
 */
export async function listAccountsByEmail(db: Database, email: string): Promise<UserRow[]> {
  const rows = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .orderBy(
      sql`${users.emailVerifiedAt} is null`,
      sql`${users.phoneVerifiedAt} is null`,
      desc(users.createdAt),
      desc(users.id),
    )
    .limit(maxClaims);
  return rows[0]?.emailVerifiedAt ? rows.slice(0, 1) : rows;
}

/** The first of those that answer to it. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  return (await listAccountsByEmail(db, email))[0] ?? null;
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

type Shown = Pick<Config, 'requireAdmin2fa' | 'mail'>;

export function toUser(config: Shown, row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    isEmailVerified: row.emailVerifiedAt !== null || config.mail === null,
    firstName: row.firstName,
    lastName: row.lastName,
    phoneNumber: row.phoneNumber,
    isPhoneVerified: row.phoneVerifiedAt !== null,
    pendingPhoneNumber: row.pendingPhoneNumber,
    phoneLoss: row.phoneLoss,
    role: row.role,
    secondFactor: row.totpConfirmedAt ? 'on' : needsSecondFactor(config, row) ? 'required' : 'off',
    messageCount: row.messageCount,
    paidMessages: row.paidMessages,
    subExpiration: row.subExpiration?.toISOString() ?? null,
    stripeSubscriptionId: row.stripeSubscriptionId,
    revision: toProfileRevision(row),
  };
}

/** Without a required second factor an admin can do nothing else. */
export function needsSecondFactor(
  { requireAdmin2fa }: { requireAdmin2fa: boolean },
  { role, totpConfirmedAt }: UserRow,
): boolean {
  return requireAdmin2fa && role !== 'USER' && totpConfirmedAt === null;
}
