import { and, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, users } from '#server/db/schema.ts';

/** Emails of other accounts that want this phone: asked or not, as their number, their next one or by a connection. */
export function listRivalEmails(
  db: Database,
  { userId, handle, max }: { userId: string; handle: string; max: number },
): Promise<{ email: string }[]> {
  const isWaiting = and(eq(connections.userId, users.id), eq(connections.handle, handle));
  const connection = db
    .select({ one: sql`1` })
    .from(connections)
    .where(and(isWaiting, eq(connections.state, 'pending')));
  const wants = or(
    and(eq(users.phoneNumber, handle), isNull(users.phoneVerifiedAt)),
    eq(users.pendingPhoneNumber, handle),
    exists(connection),
  );
  return db
    .select({ email: users.email })
    .from(users)
    .where(and(ne(users.id, userId), isNull(users.deletedAt), wants))
    .limit(max);
}
