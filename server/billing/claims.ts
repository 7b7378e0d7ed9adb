import { and, eq, exists, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { connections, trialClaims, users } from '#server/db/schema.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { trialMessages } from '#shared/limits.ts';

export type TrialClaimant = { userId: string; email: string };

/** Fingerprints name no person, so they outlive the account. */
export function fingerprintPerson(
  secrets: Secrets,
  { phoneNumber, email }: { phoneNumber: string; email: string },
) {
  return {
    phoneHash: secrets.fingerprint('trial', phoneNumber),
    emailHash: hashEmail(secrets, email),
  };
}

type Address = { userId: string; handle: string };

/**
 * An account with only a trial may not chat from an address that another trial used: every new account would give it
 * five more messages.
 */
export async function mayChatFrom(
  secrets: Secrets,
  db: Database,
  { userId, handle }: Address,
): Promise<boolean> {
  const hasClaim = (condition: SQL | undefined) =>
    exists(db.select({ one: sql`1` }).from(trialClaims).where(condition));
  const isOfAddress = eq(trialClaims.phoneHash, secrets.fingerprint('trial', handle));
  const [refused] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        lte(users.paidMessages, trialMessages),
        isNull(users.subExpiration),
        hasClaim(eq(trialClaims.userId, userId)),
        hasClaim(and(isOfAddress, ne(trialClaims.userId, userId))),
      ),
    );
  return refused === undefined;
}

/** `mayChatFrom` under a lock: its answer may have changed since the guard. */
export async function claimAddress(
  secrets: Secrets,
  tx: Database,
  { userId, handle, now }: Address & { now: Date },
): Promise<boolean> {
  await lockUser(tx, userId);
  const address = secrets.fingerprint('trial', handle);
  await tx.execute(
    sql`insert into trial_claims (phone_hash, user_id, created_at)
        select ${address}, ${userId}::uuid, ${now.toISOString()}::timestamptz
        where exists (select 1 from trial_claims where user_id = ${userId}::uuid)
        on conflict do nothing`,
  );
  return mayChatFrom(secrets, tx, { userId, handle });
}

/**
 * An unverified number may be another person's, so it is not claimed.
 * @returns false if the email or an address had its trial; the caller must roll back.
 */
export async function claimTrial(
  secrets: Secrets,
  tx: Database,
  { userId, email }: TrialClaimant,
  now: Date,
): Promise<boolean> {
  const account = await lockUser(tx, userId);
  const connected = await tx
    .selectDistinct({ handle: connections.handle })
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.state, 'active')));
  const own = account?.phoneVerifiedAt ? account.phoneNumber : null;
  const addresses = new Set([own, ...connected.map(({ handle }) => handle)]);
  const wanted = [
    { emailHash: hashEmail(secrets, email), phoneHash: null },
    ...[...addresses].flatMap((address) =>
      address ? [{ emailHash: null, phoneHash: secrets.fingerprint('trial', address) }] : [],
    ),
  ];
  const claimed = await tx
    .insert(trialClaims)
    .values(wanted.map((each) => ({ ...each, userId, createdAt: now })))
    .onConflictDoNothing()
    .returning({ userId: trialClaims.userId });
  return claimed.length === wanted.length;
}

function hashEmail(secrets: Secrets, email: string): string {
  return secrets.fingerprint('trial', email.toLowerCase());
}
