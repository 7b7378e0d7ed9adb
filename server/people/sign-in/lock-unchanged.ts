import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { unauthorized } from '#server/errors.ts';

/**
 * The password or code was checked outside the transaction.
 * @throws {AppError} 401, see `requireUnchanged`.
 */
export async function lockUnchanged(tx: Database, checked: UserRow): Promise<UserRow> {
  return requireUnchanged(checked, await lockUser(tx, checked.id));
}

/**
 * A new password, email, second factor or role also stops running requests.
 * @throws {AppError} 401 if one changed since the check.
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
