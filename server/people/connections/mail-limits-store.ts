import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { type MailKind, phoneAttempts } from '#server/db/schema.ts';
import type { AppError } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs, hourMs } from '#shared/time.ts';
import { findFullWindow, hashNetwork, listNetworkWindows, recordAttempt } from './limits-store.ts';

/** Of a day's mails one network gets one in so many. */
const networkShare = 10;

/** Arbitrary. */
const mailsLock = 5_120_420;

type Limit = { limit: number; ms: number };
/** By what the account may cause, and what a mailbox gets; see docs/how-it-works/accounts.md. */
const limitsOf: Record<MailKind, { mailbox: Limit[]; account: Limit[] }> = {
  'mail-code': {
    mailbox: [
      { limit: 3, ms: hourMs },
      { limit: 10, ms: dayMs },
    ],
    account: [],
  },
  // To a proved mailbox, from a device that has signed in before: strangers use up none of these.
  'mail-code-known': { mailbox: [], account: [{ limit: 10, ms: dayMs }] },
  // The only one that works in a proved mailbox.
  'mail-code-owed': { mailbox: [], account: [] },
  'mail-confirmation': {
    mailbox: [{ limit: 3, ms: dayMs }],
    account: [
      { limit: 3, ms: hourMs },
      { limit: 5, ms: dayMs },
    ],
  },
  'mail-notice': { mailbox: [{ limit: 5, ms: dayMs }], account: [] },
  // Caused by who is in the account, or knows its password: never by a stranger.
  'mail-owner': { mailbox: [{ limit: 30, ms: dayMs }], account: [] },
  'mail-device': {
    mailbox: [
      { limit: 3, ms: hourMs },
      { limit: 10, ms: dayMs },
    ],
    account: [],
  },
  'mail-sign-up': {
    mailbox: [
      { limit: 3, ms: hourMs },
      { limit: 10, ms: dayMs },
    ],
    account: [],
  },
  'mail-invitation': {
    mailbox: [{ limit: 1, ms: dayMs }],
    account: [{ limit: 50, ms: dayMs }],
  },
};
/** Mails that a stranger can cause. An admin's invitations neither wait for these nor use them up. */
const strangersKinds: MailKind[] = [
  'mail-code',
  'mail-confirmation',
  'mail-notice',
  'mail-sign-up',
];

/** Counted for a network, too; the last one not for a day of all. */
const networkKinds: MailKind[] = [...strangersKinds, 'mail-code-owed'];

/** `address` null: no one's request causes it now. */
type Mail = { kind: MailKind; to: string; userId: string; address: string | null };
type Needs = Pick<Runtime, 'config' | 'clock' | 'secrets'>;

/**
 * Counts it, or says why it may not be sent. Runs last in the transaction that decides to send, one at a time:
 * simultaneous requests can't pass a limit, and no lock follows.
 */
export async function countMail(needs: Needs, tx: Database, mail: Mail): Promise<AppError | null> {
  const { kind, userId, address } = mail;
  const now = needs.clock.now();
  const mailboxHash = needs.secrets.fingerprint('mailbox', toMailbox(mail.to));
  await tx.execute(sql`select pg_advisory_xact_lock(${mailsLock})`);
  const windows = [
    ...listOwnWindows(kind, { userId, mailboxHash }),
    ...listSharedWindows(needs, mail),
  ];
  const refusal = await findFullWindow(tx, now, windows);
  if (refusal) return refusal;
  const networkHash = address && hashNetwork(needs, address);
  await recordAttempt(tx, { kind, userId, networkHash, mailboxHash, createdAt: now });
  return null;
}

function listOwnWindows(
  kind: MailKind,
  { userId, mailboxHash }: { userId: string; mailboxHash: string },
) {
  const isKind = eq(phoneAttempts.kind, kind);
  const { account, mailbox } = limitsOf[kind];
  const listOf = (limits: Limit[], whose: SQL, what: string) =>
    limits.map((limit) => ({ ...limit, what, attempts: and(isKind, whose) }));
  return [
    ...listOf(account, eq(phoneAttempts.userId, userId), 'You had us send too many mails.'),
    ...listOf(
      mailbox,
      eq(phoneAttempts.mailboxHash, mailboxHash),
      'Too many mails were sent to this address.',
    ),
  ];
}

/** The day is counted for each kind: what one uses up, the others still have. */
function listSharedWindows(needs: Needs, { kind, address }: Mail) {
  const { perAddress, perDay }: Config['questions'] = needs.config.questions;
  const isCounted = inArray(phoneAttempts.kind, networkKinds);
  // Or one network could use up everyone's day.
  const ofDay = { limit: Math.max(perAddress, Math.ceil(perDay / networkShare)), ms: dayMs };
  const ofNetwork = [{ limit: perAddress, ms: hourMs }, ofDay];
  const windows =
    address && networkKinds.includes(kind)
      ? ofNetwork.flatMap((limit) => listNetworkWindows(needs, address, limit))
      : [];
  const ofAllInADay = {
    limit: perDay,
    ms: dayMs,
    what: "We can't send more mails like this today.",
    attempts: eq(phoneAttempts.kind, kind),
  };
  return [
    ...windows.map((window) => ({
      ...window,
      what: 'Too many mails were caused from your network.',
      attempts: and(isCounted, window.attempts),
    })),
    ...(strangersKinds.includes(kind) ? [ofAllInADay] : []),
  ];
}

/** Providers where one mailbox has several hosts, or a name that can be spelled in several ways. */
const providers: { hosts: RegExp; host: string | null; spelled: [RegExp, string] | [] }[] = [
  { hosts: /^(gmail|googlemail)\.com$/, host: 'gmail.com', spelled: [/\./g, ''] },
  {
    hosts: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/,
    host: 'proton.me',
    spelled: [/[._-]/g, ''],
  },
  { hosts: /^(icloud|me|mac)\.com$/, host: 'icloud.com', spelled: [] },
  { hosts: /^(ya\.ru|yandex\.\w+|yandex\.com\.tr)$/, host: 'yandex.ru', spelled: [/\./g, '-'] },
  // A tag there follows a hyphen, which no name has.
  {
    hosts: /^(yahoo\.[\w.]+|ymail\.com|rocketmail\.com)$/,
    host: null,
    spelled: [/(?<=.)-.*$/, ''],
  },
];
/** The name is the last part of the host: `tag@name.fastmail.com`. */
const nameInHost = /^(?:.*\.)?([^.]+)\.(fastmail\.(?:com|fm|us))$/;

/** One mailbox has many addresses: tags after a plus, and what its provider takes for the same. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1).toLowerCase();
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/, '');
  const [, owner, mainHost] = nameInHost.exec(host) ?? [];
  if (owner) return `${owner}@${mainHost}`;
  const provider = providers.find(({ hosts }) => hosts.test(host));
  if (!provider) return `${name}@${host}`;
  const [pattern, plainly = ''] = provider.spelled;
  const plain = pattern ? name.replace(pattern, plainly) : name;
  return `${plain || name}@${provider.host ?? host}`;
}
