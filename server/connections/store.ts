import { and, asc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { connections, experts, threads, users } from '#server/db/schema.ts';
import type { ExpertRow, ThreadRow } from '#server/messages/inbound-store.ts';
import { type ChannelKey, phoneChannels } from '#shared/channels.ts';

export type ConnectionRow = typeof connections.$inferSelect;
export type UserRow = typeof users.$inferSelect;

export async function findExpert(db: Database, id: string): Promise<ExpertRow | null> {
  const [row] = await db.select().from(experts).where(eq(experts.id, id));
  return row ?? null;
}

/**
 * The expert at an address that a gateway names: its own id of the address, or the address itself.
 * @param isDefault the id is the account's default, which experts without one of their own use: the
 * oldest of them, an active one first.
 */
export async function findExpertAt(
  db: Database,
  { channel, address, isDefault }: { channel: ChannelKey; address: string; isDefault: boolean },
): Promise<ExpertRow | null> {
  const named = or(eq(experts.phoneNumberId, address), eq(expertAddress, address));
  const byDefault = isNull(experts.phoneNumberId);
  const [row] = await db
    .select()
    .from(experts)
    .where(and(eq(experts.channel, channel), isDefault ? or(named, byDefault) : named))
    .orderBy(
      sql`${experts.phoneNumberId} is null`,
      sql`${experts.status} <> 'ACTIVE'`,
      asc(experts.createdAt),
    )
    .limit(1);
  return row ?? null;
}

type Phone = { phoneNumber: string | null; phoneProvedAt: Date | null };

export async function findPhone(tx: Database, userId: string): Promise<Phone> {
  const [row] = await selectPhone(tx, userId);
  return row ?? { phoneNumber: null, phoneProvedAt: null };
}

/** As findPhone; until the transaction ends nobody takes the number off the account, or the account away. */
export async function lockPhone(tx: Database, userId: string): Promise<Phone> {
  const [row] = await selectPhone(tx, userId).for('no key update');
  return row ?? { phoneNumber: null, phoneProvedAt: null };
}

function selectPhone(db: Database, userId: string) {
  return db
    .select({ phoneNumber: users.phoneNumber, phoneProvedAt: users.phoneProvedAt })
    .from(users)
    .where(eq(users.id, userId));
}

/** The user's connection to the expert, made as pending if there is none. Locked until the transaction ends. */
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

/** Where the person writes from, once that is known. */
export async function setHandle(
  tx: Database,
  { id }: ConnectionRow,
  handle: string,
): Promise<void> {
  await tx.update(connections).set({ handle }).where(eq(connections.id, id));
}

/** The thread of a connection whose address is known and proved. */
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

/** The current thread of an address at an expert, made if there is none, and locked. */
export async function ensureThread(
  tx: Database,
  { expertId, handle, now }: { expertId: string; handle: string; now: Date },
): Promise<ThreadRow> {
  await tx
    .insert(threads)
    .values({ expertId, handle, createdAt: now })
    .onConflictDoNothing({ target: [threads.expertId, threads.handle], where: sql`is_current` });
  const [row] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.expertId, expertId), eq(threads.handle, handle), threads.isCurrent))
    .for('no key update');
  return row as ThreadRow;
}

/** Who waits for a YES from this address to this expert. */
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
 * The address has proved to be this user's: every connection that waited for the proof becomes active,
 * and the address's own threads at those experts become the user's.
 * @returns false where the address has just left the account; nothing is changed then.
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
    .set({ phoneProvedAt: now })
    .where(and(eq(users.id, userId), eq(users.phoneNumber, handle), isNull(users.phoneProvedAt)));
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

/**
 * Where people are known by their numbers, the one that stands on the account is theirs at every expert: what
 * waits for a code there needs none any more.
 */
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

/** Whether the address still is the account's, as its connections have it. */
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

/** The experts a person could text now, for the sandbox's phone. */
export async function listReachableExperts(db: Database) {
  return db
    .select({
      id: experts.id,
      displayName: experts.displayName,
      channel: experts.channel,
      phoneNumber: experts.phoneNumber,
      handle: experts.handle,
      phoneNumberId: experts.phoneNumberId,
      imageUrl: experts.imageUrl,
      tagline: experts.tagline,
    })
    .from(experts)
    .where(eq(experts.status, 'ACTIVE'))
    .orderBy(experts.createdAt);
}
