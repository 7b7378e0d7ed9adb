import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { productName } from '#shared/limits.ts';
import { isStaff } from '#shared/roles.ts';
import { countMail } from '../connections/mail-limits-store.ts';
import { fingerprintPlace } from './reset-codes.ts';
import { type Asker, hasLiveLink } from './resets-store.ts';

export type Letter = { to: string; subject: string; text: string };

/** @param code.isOther another was texted, or belongs to another account with this email. */
export function writeLetter(
  to: string,
  { code, link, isOther }: { code: string; link: string; isOther: boolean },
): Letter {
  const text = `Your ${productName} code is ${code}. It works for 10 minutes, best on the device where you asked for it.\n\nOr open this link within a day, on any device:\n${link}\n\nDon't share either. If you didn't ask, ignore this mail.`;
  const other = `If we have texted a code to your phone, use that one: it keeps your phone and your conversations. With the code of this mail, the account is only this address's, and phones that were connected before are not.`;
  return {
    to,
    subject: 'Your code for a new password',
    text: isOther ? `${text}\n\n${other}` : text,
  };
}

type Mailing = { address: string; asker: Asker; isTexted: boolean };

/**
 * Not counted for the staff: strangers who use up the limits must not lock them out. Nor can they where the mailbox is
 * proved, and the device is known or no other link works.
 * @throws {AppError} 429 at a limit, unless a text goes anyway.
 */
export async function mayMailTo(
  runtime: Runtime,
  tx: Database,
  user: UserRow,
  { address, asker, isTexted }: Mailing,
): Promise<boolean> {
  if (isStaff(user)) return true;
  const { id: userId, email: to, emailVerifiedAt } = user;
  // Who claims another's mailbox has signed in, too.
  const kind = asker.isKnown && emailVerifiedAt ? 'mail-code-known' : 'mail-code';
  const refusal = await countMail(runtime, tx, { kind, to, userId, address });
  const isSent = refusal === null || (await isOwed(runtime, tx, user, address));
  if (!isSent && !isTexted) throw refusal;
  return isSent;
}

async function isOwed(
  runtime: Runtime,
  tx: Database,
  user: UserRow,
  address: string,
): Promise<boolean> {
  const { id: userId, email: to, emailVerifiedAt } = user;
  if (!emailVerifiedAt) return false;
  const sentTo = fingerprintPlace(runtime, user, 'mail') ?? '';
  if (await hasLiveLink(tx, { userId, sentBy: 'mail', sentTo }, runtime.clock.now())) return false;
  return (await countMail(runtime, tx, { kind: 'mail-code-owed', to, userId, address })) === null;
}
