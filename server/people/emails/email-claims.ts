import { listAccountsByEmail, maxClaims, updateUser } from '#server/access/users-store.ts';
import { claimMailboxTrial } from '#server/billing/claims.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { lockText } from '#server/db/locks.ts';
import { rejectTaken } from '#server/db/reject-taken.ts';
import type { UserRow } from '#server/db/schema.ts';
import { conflict } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { eraseUnproved } from '../account/delete-unproved.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { mayBeOwners } from '../passwords/resets-store.ts';
import { mayBeRestored } from './email-changes-store.ts';
import { codeLifeMs } from './email-codes-store.ts';

const emailTaken = 'An account with this email already exists';

type Place = { config: Pick<Config, 'mail'> };

/** The account that proved the mailbox; where no mail is set up, the one that entered the email. */
export async function findHolder(
  { config }: Place,
  db: Database,
  email: string,
): Promise<UserRow | null> {
  const [first] = await listAccountsByEmail(db, email);
  return first && (first.emailVerifiedAt || !config.mail) ? first : null;
}

/**
 * Until the commit, no other transaction takes or claims this email. Before any row is locked. An account may take back
 * its own.
 * @throws {AppError} 409 if another account holds it, or may get it back.
 */
export async function lockFreeEmail(
  place: Place,
  tx: Database,
  { email, userId = null, now }: { email: string; userId?: string | null; now: Date },
): Promise<void> {
  await lockText(tx, 'email', email.toLowerCase());
  const isTaken = (await findHolder(place, tx, email)) !== null;
  // Where no mail is set up, an account has the email that it entered.
  const isProved = place.config.mail !== null;
  const isHeld = await mayBeRestored(tx, { email, userId, isProved, now });
  if (isTaken || isHeld) throw conflict(emailTaken);
}

/**
 * As `lockFreeEmail`, for an account that an admin or the operator vouches for: one that proved nothing gives way, also
 * where no mail is set up. @throws {AppError} 409
 */
export async function lockUnprovedEmail(
  tx: Database,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await lockText(tx, 'email', email.toLowerCase());
  const [first] = await listAccountsByEmail(tx, email);
  const isHeld = await mayBeRestored(tx, { email, userId: null, isProved: true, now });
  if (first?.emailVerifiedAt || isHeld) throw conflict(emailTaken);
}

/**
 * An email has few claims. The oldest that proved nothing, with its code over, makes room. The caller has locked the email.
 * @returns the erased account. @throws {AppError} 409 if each proved something.
 */
export async function makeRoomForClaim(
  runtime: Runtime,
  tx: Database,
  email: string,
): Promise<UserRow | null> {
  const claims = await listAccountsByEmail(tx, email);
  if (claims.length < maxClaims) return null;
  const { clock } = runtime;
  const now = clock.now().getTime();
  const oldestFirst = claims.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  for (const claim of oldestFirst) {
    const isOver = now - claim.createdAt.getTime() >= codeLifeMs;
    if (!isOver || (await mayBeOwners(tx, claim, clock.now()))) continue;
    if (await eraseUnproved(runtime, tx, claim)) return claim;
  }
  throw conflict(
    'Several accounts wait for this email to be confirmed. If it is yours, use "Forgot your password?" to get in.',
  );
}

/** The caller has locked the email. */
export async function hasRoomForClaim(tx: Database, email: string): Promise<boolean> {
  return (await listAccountsByEmail(tx, email)).length < maxClaims;
}

/** With it, the mailbox's free trial is this account's. The caller has locked the account, and rejects a taken email. */
export async function proveMailbox(
  runtime: Runtime,
  tx: Database,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<UserRow> {
  await claimMailboxTrial(runtime, tx, { userId, email });
  await tellClaims(runtime, tx, { userId, email, now });
  return updateUser(tx, userId, { email, emailVerifiedAt: now });
}

/** The other accounts with the email lose it. By text, to the phone that each has proved. */
export async function tellClaims(
  runtime: Runtime,
  tx: Database,
  { userId, email, now }: { userId: string | null; email: string; now: Date },
): Promise<void> {
  for (const { id } of await listAccountsByEmail(tx, email)) {
    if (id === userId) continue;
    await tellOwner(runtime, tx, { userId: id, event: { kind: 'email-lost', email }, now });
  }
}

/** @throws {AppError} 409 for an email whose mailbox another account has proved. */
export async function rejectTakenEmail<Result>(change: () => Promise<Result>): Promise<Result> {
  return rejectTaken(change, { users_verified_email_key: emailTaken });
}
