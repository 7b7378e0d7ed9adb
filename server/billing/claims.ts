import {
  and,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { connections, trialClaims, type UserRow, users } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { trialMessages } from '#shared/limits.ts';

export type TrialClaimant = { userId: string; email: string };
export type TrialNeeds = Pick<Runtime, 'secrets'> & { config: Pick<Config, 'mail'> };

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
 * An unproved number may be another person's, so it is not claimed, and neither is an email whose mailbox can be proved
 * but was not.
 * @returns false if the person, the email or an address had its trial; the caller must roll back.
 */
export async function claimTrial(
  needs: TrialNeeds,
  tx: Database,
  { userId, email }: TrialClaimant,
  now: Date,
): Promise<boolean> {
  const { secrets, config } = needs;
  const account = await lockUser(tx, userId);
  const emailHash = hashEmail(secrets, email);
  if ((await tx.$count(trialClaims, isUsed(needs, tx, { userId, emailHash }))) > 0) return false;
  const isTheirs = !config.mail || account?.emailVerifiedAt;
  if (config.mail && isTheirs) await releaseEmail(tx, { userId, emailHash });
  const wanted = [
    { emailHash: isTheirs ? emailHash : null, phoneHash: null },
    ...(await listAddresses(tx, userId, account)).map((address) => ({
      emailHash: null,
      phoneHash: secrets.fingerprint('trial', address),
    })),
  ];
  const claimed = await tx
    .insert(trialClaims)
    .values(wanted.map((each) => ({ ...each, userId, createdAt: now })))
    .onConflictDoNothing()
    .returning({ userId: trialClaims.userId });
  return claimed.length === wanted.length;
}

/** By this account, or with the email by one that may keep it. */
function isUsed(
  { config }: TrialNeeds,
  db: Database,
  { userId, emailHash }: { userId: string; emailHash: string },
): SQL | undefined {
  const isOfEmail = eq(trialClaims.emailHash, emailHash);
  return or(
    eq(trialClaims.userId, userId),
    config.mail ? and(isOfEmail, not(isOfUnproved(db))) : isOfEmail,
  );
}

/** It claimed the email before mail was set up, or before mailboxes were proved here. */
function isOfUnproved(db: Database): SQL {
  const isUnproved = and(
    eq(users.id, trialClaims.userId),
    isNull(users.emailVerifiedAt),
    isNull(users.deletedAt),
  );
  return exists(db.select({ one: sql`1` }).from(users).where(isUnproved));
}

type MailboxTrial = { userId: string; emailHash: string };

async function releaseEmail(tx: Database, { userId, emailHash }: MailboxTrial): Promise<void> {
  const isOthers = and(eq(trialClaims.emailHash, emailHash), ne(trialClaims.userId, userId));
  await tx
    .update(trialClaims)
    .set({ emailHash: null })
    .where(and(isOthers, isOfUnproved(tx)));
}

/** The account has just proved its mailbox, so a trial of it is the mailbox's. */
export async function claimMailboxTrial(
  { secrets }: TrialNeeds,
  tx: Database,
  { userId, email }: TrialClaimant,
): Promise<void> {
  const emailHash = hashEmail(secrets, email);
  await releaseEmail(tx, { userId, emailHash });
  const isTaken = or(
    eq(trialClaims.emailHash, emailHash),
    and(eq(trialClaims.userId, userId), isNotNull(trialClaims.emailHash)),
  );
  if ((await tx.$count(trialClaims, isTaken)) > 0) return;
  await tx
    .update(trialClaims)
    .set({ emailHash })
    .where(and(eq(trialClaims.userId, userId), isNull(trialClaims.phoneHash)));
}

/** Of an account that is erased without having used it. The ledger still finds the claim of its grant. */
export async function releaseTrial(tx: Database, userId: string): Promise<void> {
  await tx.update(trialClaims).set({ emailHash: null }).where(eq(trialClaims.userId, userId));
}

/** The verified ones. */
async function listAddresses(
  db: Database,
  userId: string,
  account: Pick<UserRow, 'phoneNumber' | 'phoneVerifiedAt'> | null,
): Promise<string[]> {
  const connected = await db
    .selectDistinct({ handle: connections.handle })
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.state, 'active')));
  const own = account?.phoneVerifiedAt ? account.phoneNumber : null;
  const addresses = new Set([own, ...connected.map(({ handle }) => handle)]);
  return [...addresses].filter((address) => address !== null);
}

/** By this person, their email or one of their addresses. */
export async function hadTrial(needs: TrialNeeds, db: Database, user: UserRow): Promise<boolean> {
  const { secrets } = needs;
  const addresses = await listAddresses(db, user.id, user);
  const hashes = addresses.map((address) => secrets.fingerprint('trial', address));
  const [claim] = await db
    .select({ userId: trialClaims.userId })
    .from(trialClaims)
    .where(
      or(
        isUsed(needs, db, { userId: user.id, emailHash: hashEmail(secrets, user.email) }),
        hashes.length > 0 ? inArray(trialClaims.phoneHash, hashes) : undefined,
      ),
    )
    .limit(1);
  return claim !== undefined;
}

function hashEmail(secrets: Secrets, email: string): string {
  return secrets.fingerprint('trial', email.toLowerCase());
}
