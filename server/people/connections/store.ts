import { and, desc, eq, exists, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  type ConnectionRow,
  connections,
  type ThreadRow,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';
import { findNumberChange } from './number-change.ts';

/** Also locks it. */
export async function ensureConnection(
  tx: Database,
  wanted: { userId: string; expertId: string; handle: string | null },
): Promise<ConnectionRow> {
  await tx
    .insert(connections)
    .values({ ...wanted, state: 'pending' })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.userId, wanted.userId), eq(connections.expertId, wanted.expertId)))
    .for('update');
  return row as ConnectionRow;
}

export async function setHandle(
  tx: Database,
  { id }: ConnectionRow,
  handle: string,
): Promise<void> {
  await tx.update(connections).set({ handle }).where(eq(connections.id, id));
}

type Place = Pick<ThreadRow, 'expertId' | 'handle' | 'userId'>;

const questionMs = dayMs;

/** Who asked may no longer be who the phone wants to be. */
export function isQuestionOver({ askedAt }: { askedAt: Date | null }, now: Date): boolean {
  return askedAt !== null && now.getTime() - askedAt.getTime() >= questionMs;
}

/** `connection` null: the account's new number. */
export type Pending = { connection: ConnectionRow | null; user: UserRow; askedAt: Date | null };

/** The one that a YES activates: its question was texted last. */
export async function findPending(db: Database, place: Place): Promise<Pending | null> {
  const connecting = await findConnecting(db, place);
  const changing = await findNumberChange(db, place);
  const askedAt = changing?.pendingPhoneAskedAt ?? null;
  if (!changing || (connecting?.askedAt && (!askedAt || connecting.askedAt > askedAt))) {
    return connecting;
  }
  return { connection: null, user: changing, askedAt };
}

async function findConnecting(
  db: Database,
  { expertId, handle, userId }: Place,
): Promise<Pending | null> {
  const [row] = await db
    .select({ connection: connections, user: users })
    .from(connections)
    .innerJoin(users, eq(users.id, connections.userId))
    .where(
      and(
        eq(connections.expertId, expertId),
        eq(connections.handle, handle),
        eq(connections.state, 'pending'),
        userId ? ne(connections.userId, userId) : undefined,
      ),
    )
    .orderBy(sql`${connections.askedAt} desc nulls last`, desc(connections.createdAt))
    .limit(1);
  return row ? { ...row, askedAt: row.connection.askedAt } : null;
}

/**
 * Accounts that have asked this address, by a question or as their new number. Those that only claim it could be many, and
 * each would be one more chance to guess.
 */
export async function listClaimants(
  db: Database,
  { expertId, handle }: Pick<Place, 'expertId' | 'handle'>,
): Promise<UserRow[]> {
  const question = db
    .select({ one: sql`1` })
    .from(connections)
    .where(
      and(
        eq(connections.userId, users.id),
        eq(connections.expertId, expertId),
        eq(connections.handle, handle),
        eq(connections.state, 'pending'),
        isNotNull(connections.askedAt),
      ),
    );
  const isNewNumber = and(
    eq(users.pendingPhoneNumber, handle),
    eq(users.pendingPhoneExpertId, expertId),
    isNotNull(users.pendingPhoneAskedAt),
  );
  return db
    .select()
    .from(users)
    .where(and(isNull(users.deletedAt), or(exists(question), isNewNumber)));
}

export async function setAsked(
  tx: Database,
  { id }: Pick<ConnectionRow, 'id'>,
  askedAt: Date,
): Promise<void> {
  await tx.update(connections).set({ askedAt }).where(eq(connections.id, id));
}

/** A YES then answers no question. */
export async function clearAsked(
  tx: Database,
  { expertId, handle }: Pick<ThreadRow, 'expertId' | 'handle'>,
): Promise<void> {
  await tx
    .update(connections)
    .set({ askedAt: null })
    .where(
      and(
        eq(connections.expertId, expertId),
        eq(connections.handle, handle),
        eq(connections.state, 'pending'),
      ),
    );
}

/** The person says that the account is not theirs. Texts of the phone then bring up no question. */
export async function deletePending(
  tx: Database,
  { id }: Pick<ConnectionRow, 'id'>,
): Promise<void> {
  await tx.delete(connections).where(and(eq(connections.id, id), eq(connections.state, 'pending')));
}

export async function hasConnections(
  tx: Database,
  { userId, handle }: { userId: string; handle: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.handle, handle)))
    .limit(1);
  return row !== undefined;
}

export async function findConnection(
  tx: Database,
  { userId, expertId }: { userId: string; expertId: string },
): Promise<ConnectionRow | null> {
  const [row] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.expertId, expertId)));
  return row ?? null;
}
