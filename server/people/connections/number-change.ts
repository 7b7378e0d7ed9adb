import { and, desc, eq, exists, inArray, isNull, sql } from 'drizzle-orm';
import { channelFor } from '#server/channels/index.ts';
import { isThreadOfConnection } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreads } from '#server/db/locks.ts';
import {
  connections,
  type ExpertRow,
  experts,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { channelKeys } from '#shared/channels.ts';

/** A verified number stays until the new one has proved itself: columns of the account. */
export const noPendingNumber = {
  pendingPhoneNumber: null,
  pendingPhoneExpertId: null,
  pendingPhoneAskedAt: null,
} as const;

export const unprovedNumber = { phoneVerifiedAt: null, phoneAttachedAt: null } as const;

type Address = { userId: string; handle: string };

/** The account that asked this phone last, by this expert, to become its new number; else one that wants to. */
export async function findNumberChange(
  db: Database,
  { expertId, handle }: Pick<ThreadRow, 'expertId' | 'handle'>,
): Promise<UserRow | null> {
  const connection = db
    .select({ one: sql`1` })
    .from(connections)
    .where(and(eq(connections.userId, users.id), eq(connections.expertId, expertId)));
  const [user] = await db
    .select()
    .from(users)
    .where(
      and(
        eq(users.pendingPhoneNumber, handle),
        eq(users.pendingPhoneExpertId, expertId),
        isNull(users.deletedAt),
        exists(connection),
      ),
    )
    .orderBy(sql`${users.pendingPhoneAskedAt} desc nulls last`)
    .limit(1);
  return user ?? null;
}

/** Its question goes out now, because the phone could not be texted before it wrote, or the last question is over. */
export async function setNewNumberAsked(
  tx: Database,
  { userId, handle }: Address,
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ pendingPhoneAskedAt: now })
    .where(and(eq(users.id, userId), eq(users.pendingPhoneNumber, handle)));
}

/** The old number's conversations, which move if this address proves itself. Before the account is locked. */
export async function lockMovingThreads(tx: Database, address: Address): Promise<void> {
  const { userId, handle } = address;
  const isMoving = exists(
    tx
      .select({ one: sql`1` })
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          eq(users.pendingPhoneNumber, handle),
          eq(users.phoneNumber, threads.handle),
        ),
      ),
  );
  await lockThreads(tx, and(eq(threads.userId, userId), isMoving));
}

/**
 * If the address is the account's new number, the old number's connections and conversations become the new one's, for
 * `activateConnections` to resume where the proof counts; elsewhere the new phone is asked when it writes. The caller has locked the account.
 */
export async function adoptPendingNumber(tx: Database, { userId, handle }: Address): Promise<void> {
  const [account] = await tx
    .select({ old: users.phoneNumber })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.pendingPhoneNumber, handle)));
  if (!account) return;
  if (account.old) {
    await tx
      .update(connections)
      .set({ handle, state: 'pending', askedAt: null, activatedAt: null })
      .where(and(eq(connections.userId, userId), eq(connections.handle, account.old)));
    // The new phone has opened no gateway's reply window yet.
    const unheard = { lastInboundAt: null, lastInboundChannel: null, route: null, closedBy: null };
    await tx
      .update(threads)
      .set({ handle, isCurrent: false, ...unheard })
      .where(and(eq(threads.userId, userId), eq(threads.handle, account.old)));
  }
  await tx
    .update(users)
    .set({ phoneNumber: handle, ...unprovedNumber, ...noPendingNumber })
    .where(eq(users.id, userId));
}

/** The new phone says that the account is not theirs. */
export async function endNumberChange(tx: Database, { userId, handle }: Address): Promise<void> {
  await tx
    .update(users)
    .set(noPendingNumber)
    .where(and(eq(users.id, userId), eq(users.pendingPhoneNumber, handle)));
}

/**
 * The expert that the account talked with last asks the new number; where that phone can't be texted, once it writes.
 * @returns columns for the account. Without such an expert only a CONNECT code proves the number.
 */
export async function planNumberChange(
  runtime: Runtime,
  tx: Database,
  { userId, handle }: Address,
) {
  const expert = await findTextingExpert(runtime, tx, userId);
  return {
    ...noPendingNumber,
    pendingPhoneNumber: handle,
    pendingPhoneExpertId: expert?.id ?? null,
  };
}

async function findTextingExpert(
  { config }: Runtime,
  tx: Database,
  userId: string,
): Promise<ExpertRow | null> {
  const texting = channelKeys.filter((key) => channelFor(config, key)?.channel.mayWriteFirst);
  const [row] = await tx
    .select({ expert: experts })
    .from(connections)
    .innerJoin(experts, eq(experts.id, connections.expertId))
    .leftJoin(threads, isThreadOfConnection)
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.state, 'active'),
        eq(experts.status, 'ACTIVE'),
        inArray(experts.channel, texting),
      ),
    )
    .orderBy(sql`${threads.lastInboundAt} desc nulls last`, desc(connections.activatedAt))
    .limit(1);
  return row?.expert ?? null;
}
