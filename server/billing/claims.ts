import { and, eq, exists, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { connections, trialClaims, users } from '#server/db/schema.ts';
import { fingerprintOf } from '#server/secrets.ts';
import { trialMessages } from '#shared/limits.ts';

/** By what a person is recognised who has had the trial. */
export type Claimant = { phoneNumber: string; email: string };

/** How a claim of the trial names its person: so that it can outlive the account. */
export function claimOf(secretKey: Buffer, { phoneNumber, email }: Claimant) {
  return {
    phoneHash: fingerprintOf(secretKey, phoneNumber),
    emailHash: fingerprintOf(secretKey, email.toLowerCase()),
  };
}

type Address = { userId: string; handle: string };

/**
 * Whether somebody may chat from an address that is proved to be theirs. Who has nothing but a trial may not where
 * another account has had one: else every new account with a made-up number would bring that phone five messages.
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

/**
 * Writes down that an address has had the trial of the person who proved it, where they have had one.
 * @returns false as `mayChatFrom`, which may have changed since it was asked.
 */
export async function claimAddress(
  secretKey: Buffer,
  tx: Database,
  { userId, handle, now }: Address & { now: Date },
): Promise<boolean> {
  await lockClaimant(tx, userId);
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
 * Claims the trial for a phone, an e-mail and every address that the person chats from.
 * @returns false when one of them has had it; the transaction must not be committed then.
 */
export async function claimTrial(
  secretKey: Buffer,
  tx: Database,
  { userId, ...claimant }: Claimant & { userId: string },
  now: Date,
): Promise<boolean> {
  await lockClaimant(tx, userId);
  const addresses = await tx
    .selectDistinct({ handle: connections.handle })
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.state, 'active')));
  const claim = claimOf(secretKey, claimant);
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

/** So that a trial and an address that are claimed at once know of each other. */
async function lockClaimant(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

const atOnce = 1_000;

/** Older versions kept the numbers as they are: at the start they become fingerprints, which only we can make. */
export async function hashOldClaims(db: Database, secretKey: Buffer): Promise<void> {
  for (;;) {
    const old = await rowsOf<{ phone: string; email: string | null }>(
      db,
      sql`select phone_hash as phone, email from trial_claims
          left join users on users.id = trial_claims.user_id
          where phone_hash like '+%' limit ${atOnce}`,
    );
    if (old.length === 0) return;
    const hashed = old.map(({ phone, email }) => ({
      phone,
      hash: fingerprintOf(secretKey, phone),
      email: email && fingerprintOf(secretKey, email.toLowerCase()),
    }));
    await db.execute(
      sql`update trial_claims set phone_hash = claim.hash, email_hash = claim.email
          from json_to_recordset(${JSON.stringify(hashed)}::json)
            as claim(phone text, hash text, email text)
          where phone_hash = claim.phone`,
    );
  }
}
