import { timingSafeEqual } from 'node:crypto';
import { recordMailProof } from '#server/access/audit/store.ts';
import { listAccountsByEmail } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockText, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict, unauthorized } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { productName } from '#shared/limits.ts';
import { countMail } from '../connections/mail-limits-store.ts';
import { makeCode } from '../passwords/make-code.ts';
import { findHolder, proveMailbox } from './email-claims.ts';
import {
  codeLifeMs,
  createEmailCode,
  deleteEmailCodes,
  tryEmailCode,
} from './email-codes-store.ts';

type Asker = { userId: string; address: string };

/**
 * Mails a code, not a link: a person who never signed up can click a link, but has nowhere to type a code.
 * @throws {AppError} 409 if there is nothing to confirm, 429 at a limit on mails, 502 if the mail server fails.
 */
export async function mailEmailCode(runtime: Runtime, asker: Asker): Promise<void> {
  const { db, mail } = runtime;
  if (!mail) throw nothingToConfirm();
  const code = makeCode();
  const { to, others } = await transact(db, (tx) => storeCode(runtime, tx, { ...asker, code }));
  await mail.send({
    to,
    subject: 'Confirm your email',
    text: `Your ${productName} code is ${code}. Enter it where you are signed in to confirm this address. It works for ${codeLifeMs / 60_000} minutes. Don't share it.\n\nIf you didn't sign up, ignore this mail. You can still sign up with this address yourself.${tellOthers(others)}`,
  });
}

/** The mailbox's owner may have forgotten an account: it no longer answers to the address once another has confirmed it. */
function tellOthers(others: UserRow[]): string {
  if (others.length === 0) return '';
  const days = others.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)).sort();
  return `\n\nThere is already an account with this address, made on ${days.join(' and on ')}. If it is yours, sign in to it with its own password and confirm the address there instead. The account that confirms it first is the only one that you can then sign in to with it.`;
}

/** @returns the address to mail to, and other accounts that claim it. */
async function storeCode(
  runtime: Runtime,
  tx: Database,
  { userId, address, code }: Asker & { code: string },
): Promise<{ to: string; others: UserRow[] }> {
  const now = runtime.clock.now();
  const account = await lockUser(tx, userId);
  if (!account || account.deletedAt) throw unauthorized();
  if (account.emailVerifiedAt) throw nothingToConfirm();
  const { email } = account;
  if (await findHolder(runtime, tx, email)) throw confirmedByAnother();
  await createEmailCode(tx, {
    userId,
    email,
    codeHash: fingerprintCode(runtime, { userId, code }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeLifeMs),
  });
  const letter = { kind: 'mail-sign-up', to: email, userId, address } as const;
  const refusal = await countMail(runtime, tx, letter);
  if (refusal) throw refusal;
  const claims = await listAccountsByEmail(tx, email);
  return { to: email, others: claims.filter(({ id }) => id !== userId) };
}

/**
 * From now on the email is this account's. Others that claimed it keep what is theirs, but no longer answer to it.
 * @throws {AppError} 400 for a wrong or old code; 409 if another account has proved the mailbox.
 */
export async function confirmMailbox(
  runtime: Runtime,
  user: UserRow,
  code: string,
): Promise<UserRow> {
  if (user.emailVerifiedAt) return user;
  const { db, clock, changes } = runtime;
  const now = clock.now();
  const { id: userId, email } = user;
  const newest = await tryEmailCode(db, { userId, now });
  const given = fingerprintCode(runtime, { userId, code });
  if (newest?.email !== email || !isSame(newest.codeHash, given)) throw wrongCode();
  const confirmed = await transact(db, async (tx) => {
    await lockText(tx, 'email', email.toLowerCase());
    if (await findHolder(runtime, tx, email)) throw confirmedByAnother();
    const account = await lockUser(tx, userId);
    if (!account || account.deletedAt || account.email !== email) throw wrongCode();
    await deleteEmailCodes(tx, userId);
    await recordMailProof(tx, { userId, action: 'user.verify-email', now });
    return proveMailbox(runtime, tx, { userId, email, now });
  });
  changes.publish({ type: 'account', userId });
  return confirmed;
}

const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

function fingerprintCode(
  { secrets }: Runtime,
  { userId, code }: { userId: string; code: string },
): string {
  return secrets.fingerprint('email code', `${userId} ${code}`);
}

const wrongCode = () =>
  badRequest('code: This code is wrong or too old. Check it, or have a new one sent.');

const nothingToConfirm = () => conflict('There is no email to confirm.');

const confirmedByAnother = () =>
  conflict(
    'Another account has confirmed this email. Sign in to that one, or change your email in Settings.',
  );
