import { and, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf } from '#server/db/locks.ts';
import {
  type ConnectionRow,
  connections,
  experts,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { phoneChannels } from '#shared/channels.ts';

/** Creates a missing connection as pending. Locked until the transaction ends. */
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

export async function findOwnThread(
  tx: Database,
  { userId, expertId, handle }: ConnectionRow,
): Promise<string | null> {
  if (handle === null) return null;
  const [row] = await tx
    .select({ id: threads.id })
    .from(threads)
    .where(
      and(
        eq(threads.userId, userId),
        eq(threads.expertId, expertId),
        eq(threads.handle, handle),
        threads.isCurrent,
      ),
    );
  return row?.id ?? null;
}

/** Creates a missing thread. Locks all of the address, because connecting may change them once the user is locked. */
export async function ensureThread(
  tx: Database,
  { expertId, handle, now }: { expertId: string; handle: string; now: Date },
): Promise<ThreadRow> {
  await tx
    .insert(threads)
    .values({ expertId, handle, createdAt: now })
    .onConflictDoNothing({ target: [threads.expertId, threads.handle], where: sql`is_current` });
  const ofHandle = await lockThreadsOf(tx, handle);
  return ofHandle.find((thread) => thread.expertId === expertId) as ThreadRow;
}

/** The connection that a YES would activate. */
export async function findPending(
  db: Database,
  { expertId, handle }: { expertId: string; handle: string },
): Promise<{ connection: ConnectionRow; user: UserRow } | null> {
  const [row] = await db
    .select({ connection: connections, user: users })
    .from(connections)
    .innerJoin(users, eq(users.id, connections.userId))
    .where(
      and(
        eq(connections.expertId, expertId),
        eq(connections.handle, handle),
        eq(connections.state, 'pending'),
      ),
    );
  return row ?? null;
}

/**
 * Activates all connections waiting for this address, and gives its threads at those experts to the user.
 * The caller has locked the threads of the address.
 * @returns false, with nothing changed, where the address has just left the account.
 */
export async function activateConnections(
  tx: Database,
  { userId, handle, now }: { userId: string; handle: string; now: Date },
): Promise<boolean> {
  await adoptNumber(tx, { userId, handle, now });
  const activated = await tx
    .update(connections)
    .set({ state: 'active', activatedAt: now })
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.handle, handle),
        eq(connections.state, 'pending'),
      ),
    )
    .returning({ expertId: connections.expertId });
  await tx
    .update(users)
    .set({ phoneVerifiedAt: now })
    .where(and(eq(users.id, userId), eq(users.phoneNumber, handle), isNull(users.phoneVerifiedAt)));
  if (activated.length === 0) return hasConnections(tx, { userId, handle });
  await tx
    .update(threads)
    .set({ userId })
    .where(
      and(
        eq(threads.handle, handle),
        threads.isCurrent,
        isNull(threads.userId),
        inArray(
          threads.expertId,
          activated.map(({ expertId }) => expertId),
        ),
      ),
    );
  return true;
}

/** Spares the code where the verified phone number suffices. */
async function adoptNumber(
  tx: Database,
  { userId, handle, now }: { userId: string; handle: string; now: Date },
): Promise<void> {
  const isOwnNumber = exists(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.phoneNumber, handle))),
  );
  const byNumber = tx
    .select({ id: experts.id })
    .from(experts)
    .where(inArray(experts.channel, [...phoneChannels]));
  const adopted = await tx
    .update(connections)
    .set({ handle })
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.state, 'pending'),
        isNull(connections.handle),
        inArray(connections.expertId, byNumber),
        isOwnNumber,
      ),
    )
    .returning({ expertId: connections.expertId });
  for (const { expertId } of adopted) await ensureThread(tx, { expertId, handle, now });
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
