import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { unauthorized } from '#server/errors.ts';

/**
 * Locks an account whose password or code has just been checked, outside the transaction.
 * @throws {AppError} 401, as `requireUnchanged`.
 */
export async function lockUnchanged(tx: Database, checked: UserRow): Promise<UserRow> {
  return requireUnchanged(checked, await lockUser(tx, checked.id));
}

/**
 * A new password, email, second factor or role ends all that the old one opened, so also what was under way with it.
 * @param current locked.
 * @throws {AppError} 401 where what was checked does not hold any more.
 */
export function requireUnchanged(checked: UserRow, current: UserRow | null): UserRow {
  const isSame =
    current?.passwordHash === checked.passwordHash &&
    current.email === checked.email &&
    current.role === checked.role &&
    current.totpConfirmedAt?.getTime() === checked.totpConfirmedAt?.getTime();
  if (!isSame || current.deletedAt) throw unauthorized();
  return current;
}
