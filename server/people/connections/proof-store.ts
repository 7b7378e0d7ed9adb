import { and, eq, exists, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, experts, users } from '#server/db/schema.ts';
import { type ChannelKey, channelKeys, listProvedBy } from '#shared/channels.ts';
import { dateNumberChange } from './changes-store.ts';
import { adoptPendingNumber } from './number-change.ts';
import { takeAddress } from './numbers-store.ts';
import { beginThread, type ProvingText } from './phone-threads-store.ts';
import { hasConnections } from './store.ts';

type Proof = { userId: string; handle: string; now: Date };
/** The channel that the proof came by opens no other that is safer. */
type ProofBy = Proof & { channel: ChannelKey };

/**
 * The address leaves every other account, and pending connections become active. The caller has locked the address's
 * threads and their accounts.
 * @returns the threads that the account got; null, with nothing changed, if the address has just left it.
 */
export async function verifyAddress(
  tx: Database,
  proof: ProofBy & { text: ProvingText },
): Promise<string[] | null> {
  await adoptPendingNumber(tx, proof);
  if (!(await hasConnections(tx, proof))) return null;
  await confirmAddress(tx, proof);
  return activateConnections(tx, proof);
}

/** By a text on this channel, or on one whose senders are known. */
export async function isProvedOn(
  db: Database,
  { userId, handle, channel }: { userId: string; handle: string; channel: ChannelKey },
): Promise<boolean> {
  const proving = channelKeys.filter((key) => listProvedBy(key).includes(channel));
  const [row] = await db
    .select({ id: connections.id })
    .from(connections)
    .innerJoin(experts, eq(experts.id, connections.expertId))
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.handle, handle),
        eq(connections.state, 'active'),
        inArray(experts.channel, proving),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Activates no connections. */
async function confirmAddress(tx: Database, { userId, handle, now }: Proof): Promise<void> {
  await takeAddress(tx, { userId, handle, now });
  const isTheirs = and(eq(users.id, userId), eq(users.phoneNumber, handle));
  const unproved = await tx.$count(users, and(isTheirs, isNull(users.phoneVerifiedAt)));
  if (unproved > 0) await dateNumberChange(tx, { userId }, now);
  const phoneAttachedAt = sql`coalesce(${users.phoneAttachedAt}, ${now.toISOString()}::timestamptz)`;
  await tx
    .update(users)
    .set({ phoneVerifiedAt: now, phoneAttachedAt, phoneLoss: null })
    .where(isTheirs);
}

/**
 * The account's threads begin with `text`: what the phone wrote before stays with the phone. The caller has locked the
 * address's threads.
 */
export async function activateConnections(
  tx: Database,
  { userId, handle, now, channel, text }: ProofBy & { text?: ProvingText },
): Promise<string[]> {
  const provedOn = tx
    .select({ id: experts.id })
    .from(experts)
    .where(inArray(experts.channel, [...listProvedBy(channel)]));
  await adoptNumber(tx, { userId, handle, provedOn });
  const activated = await tx
    .update(connections)
    .set({ state: 'active', activatedAt: now, askedAt: null })
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.handle, handle),
        eq(connections.state, 'pending'),
        inArray(connections.expertId, provedOn),
      ),
    )
    .returning({ expertId: connections.expertId });
  const begun: string[] = [];
  for (const { expertId } of activated) {
    begun.push(await beginThread(tx, { userId, expertId, handle, now }, text));
  }
  return begun;
}

/** A verified number needs no code. */
async function adoptNumber(
  tx: Database,
  { userId, handle, provedOn }: { userId: string; handle: string; provedOn: SQLWrapper },
): Promise<void> {
  const isOwnNumber = exists(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.phoneNumber, handle))),
  );
  await tx
    .update(connections)
    .set({ handle })
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.state, 'pending'),
        isNull(connections.handle),
        inArray(connections.expertId, provedOn),
        isOwnNumber,
      ),
    );
}
