import { and, eq, exists, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { connections, trialClaims, users } from '#server/db/schema.ts';
import { fingerprintOf } from '#server/secrets.ts';
import { trialMessages } from '#shared/limits.ts';

export type Claimant = { phoneNumber: string; email: string };

/** Fingerprints outlive the account without naming the person. */
export function fingerprintClaimant(secretKey: Buffer, { phoneNumber, email }: Claimant) {
  return {
    phoneHash: fingerprintOf(secretKey, phoneNumber),
    emailHash: fingerprintOf(secretKey, email.toLowerCase()),
  };
}

type Address = { userId: string; handle: string };

/**
 * With nothing but a trial, an account may not chat where another has had one: else each new account with a made-up
 * number would bring that phone five more messages.
 */
export async function mayChatFrom(
  secretKey: Buffer,
  db: Database,
  { userId, handle }: Address,
): Promise<boolean> {
  const claims = (condition: SQL | undefined) =>
    exists(db.select({ one: sql`1` }).from(trialClaims).where(condition));
  const isOfAddress = eq(trialClaims.phoneHash, fingerprintOf(secretKey, handle));
  const [refused] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        lte(users.paidMessages, trialMessages),
        isNull(users.subExpiration),
        claims(eq(trialClaims.userId, userId)),
        claims(and(isOfAddress, ne(trialClaims.userId, userId))),
      ),
    );
  return refused === undefined;
}

/** @returns what `mayChatFrom` says now: it may have changed since the guard checked it. */
export async function claimAddress(
  secretKey: Buffer,
  tx: Database,
  { userId, handle, now }: Address & { now: Date },
): Promise<boolean> {
  await lockUser(tx, userId);
  const address = fingerprintOf(secretKey, handle);
  await tx.execute(
    sql`insert into trial_claims (phone_hash, user_id, created_at)
        select ${address}, ${userId}::uuid, ${now.toISOString()}::timestamptz
        where exists (select 1 from trial_claims where user_id = ${userId}::uuid)
        on conflict do nothing`,
  );
  return mayChatFrom(secretKey, tx, { userId, handle });
}

/**
 * Claims the trial for a phone, an e-mail and every verified address.
 * @returns false when one of them has had it; the caller must roll back then.
 */
export async function claimTrial(
  secretKey: Buffer,
  tx: Database,
  { userId, ...claimant }: Claimant & { userId: string },
  now: Date,
): Promise<boolean> {
  await lockUser(tx, userId);
  const addresses = await tx
    .selectDistinct({ handle: connections.handle })
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.state, 'active')));
  const claim = fingerprintClaimant(secretKey, claimant);
  const others = addresses.flatMap(({ handle }) =>
    handle && handle !== claimant.phoneNumber ? [fingerprintOf(secretKey, handle)] : [],
  );
  const wanted = [claim, ...others.map((phoneHash) => ({ phoneHash, emailHash: null }))];
  const claimed = await tx
    .insert(trialClaims)
    .values(wanted.map((each) => ({ ...each, userId, createdAt: now })))
    .onConflictDoNothing()
    .returning({ phoneHash: trialClaims.phoneHash });
  return claimed.length === wanted.length;
}
