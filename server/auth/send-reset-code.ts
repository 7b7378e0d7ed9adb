import { canBeTexted, channelFor, countSegments, findWindowEnd } from '#server/channels/index.ts';
import { hasNewNumber } from '#server/connections/changes-store.ts';
import { countMail } from '#server/connections/mail-limits-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsById, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { mayTextReset } from '#server/messages/limits-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { lifetimeMs } from '#server/team/links.ts';
import { isInvited } from '#server/team/store.ts';
import { listAccountsByEmail } from '#server/users/store.ts';
import { productName } from '#shared/limits.ts';
import { isStaff } from '#shared/roles.ts';
import { hasNumberSinceMailbox } from './drop-ways.ts';
import { makeCode } from './make-code.ts';
import { countResets, createReset, listTextRoutes, type TextRoute } from './resets-store.ts';

const lifeMs = 10 * 60_000;
const hourMs = 3_600_000;
const mostPerHour = 3;

type Letter = { to: string; subject: string; text: string };

/**
 * Texts a code to each account's verified number. Mails another one where no text can be sent, and where the mailbox was
 * not proved, or not before the number: what the phone proves first is no proof of the mailbox. With a mail server,
 * admins, agents and invited people always get mail.
 * @throws {AppError} 429 at a limit on mails.
 */
export async function sendResetCode(
  runtime: Runtime,
  email: string,
  address: string,
): Promise<void> {
  const { db, queue, changes, mail } = runtime;
  const accounts = await listAccountsByEmail(db, email);
  const mailed = findMailed(accounts);
  const letters: Letter[] = [];
  // Last the one that gets mail: at a limit on mails, the texts have gone.
  for (const account of accounts.toSorted((a, b) => Number(a === mailed) - Number(b === mailed))) {
    const { id: userId } = account;
    const mayMail = mail !== null && account === mailed;
    const sent = await transact(db, (tx) =>
      storeCodes(runtime, tx, { userId, mayMail, address, isAlone: accounts.length === 1 }),
    );
    if (sent.letter) letters.push(sent.letter);
    if (!sent.threadId) continue;
    queue.wakeWorkers('deliver-reply');
    changes.publish({ type: 'thread', threadId: sent.threadId, userId });
  }
  for (const letter of letters) await mail?.send(letter);
}

/** Of several that claim the email, the newest without a proved phone: nothing of a phone is then at stake. */
function findMailed(accounts: UserRow[]): UserRow | undefined {
  const newestFirst = accounts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return newestFirst.find(({ phoneVerifiedAt }) => phoneVerifiedAt === null) ?? newestFirst[0];
}

type Request = { userId: string; mayMail: boolean; address: string; isAlone: boolean };

/** `threadId: null` without a text. */
async function storeCodes(
  runtime: Runtime,
  tx: Database,
  { userId, mayMail, address, isAlone }: Request,
): Promise<{ threadId: string | null; letter: Letter | null }> {
  const now = runtime.clock.now();
  const routes = await listTextRoutes(tx, userId);
  await lockThreadsById(
    tx,
    routes.map(({ thread }) => thread.id),
  );
  const user = await lockUser(tx, userId);
  if (!user || user.deletedAt) return { threadId: null, letter: null };
  // The number may have just left the account.
  const current = routes.filter(({ thread }) => thread.handle === user.phoneNumber);
  const mayText = !(await isByMail(runtime, tx, user)) && (await isNumberTheirs(tx, user, now));
  const route = mayText ? await findOpenRoute(runtime, tx, current, now) : null;
  const [texted, mailed] = makeCodes();
  const isTexted = route !== null && (await isUnderLimit(tx, { userId, sentBy: 'text' }, now));
  if (isTexted) {
    await storeReset(runtime, tx, { userId, sentBy: 'text', code: texted });
    await storeText(runtime, tx, route, texted);
  }
  const isToMail =
    mayMail &&
    (route === null || !hasNumberSinceMailbox(user)) &&
    (await isUnderLimit(tx, { userId, sentBy: 'mail' }, now));
  const isMailed = isToMail && (await mayMailTo(runtime, tx, user, { address, isTexted }));
  if (isMailed) await storeReset(runtime, tx, { userId, sentBy: 'mail', code: mailed });
  const isOther = isTexted || !isAlone;
  const letter = isMailed ? writeLetter(user.email, { code: mailed, isOther }) : null;
  return { threadId: isTexted ? route.thread.id : null, letter };
}

/** Which of the two was typed must be clear. */
function makeCodes(): [string, string] {
  const code = makeCode();
  let other = makeCode();
  while (other === code) other = makeCode();
  return [code, other];
}

type Way = { userId: string; sentBy: 'mail' | 'text' };

async function isUnderLimit(tx: Database, way: Way, now: Date): Promise<boolean> {
  return (await countResets(tx, way, new Date(now.getTime() - hourMs))) < mostPerHour;
}

async function storeReset(
  { clock, secrets }: Runtime,
  tx: Database,
  { code, ...way }: Way & { code: string },
): Promise<void> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  const codeHash = secrets.fingerprint('code', `${way.userId} ${code}`);
  await createReset(tx, { ...way, codeHash, createdAt, expiresAt });
}

/** @param code.isOther another was texted, or belongs to another account with this email. */
function writeLetter(to: string, { code, isOther }: { code: string; isOther: boolean }): Letter {
  const text = `Your ${productName} code is ${code}. It works for 10 minutes. Don't share it. If you didn't ask for it, ignore this mail.`;
  const other = `If we have texted a code to your phone, use that one: it keeps your phone and your conversations. With the code of this mail, the account is only this address's, and phones that were connected before are not.`;
  return {
    to,
    subject: 'Your code for a new password',
    text: isOther ? `${text}\n\n${other}` : text,
  };
}

/**
 * Not counted for the staff: strangers who use up the limits must not lock them out.
 * @throws {AppError} 429 at a limit, unless a text goes anyway.
 */
async function mayMailTo(
  runtime: Runtime,
  tx: Database,
  user: UserRow,
  { address, isTexted }: { address: string; isTexted: boolean },
): Promise<boolean> {
  if (isStaff(user)) return true;
  const { id: userId, email } = user;
  const refusal = await countMail(runtime, tx, { kind: 'mail-code', to: email, userId, address });
  if (refusal && !isTexted) throw refusal;
  return refusal === null;
}

/**
 * A stranger may have signed up with an invited person's email and their own number, so a code by text must not accept
 * the invitation.
 */
async function isByMail({ mail, clock }: Runtime, tx: Database, user: UserRow): Promise<boolean> {
  if (!mail || isStaff(user)) return mail !== null;
  return isInvited(tx, { email: user.email, since: new Date(clock.now().getTime() - lifetimeMs) });
}

/** A long silent number may have a new owner. A new number may be a thief's: changing it takes no password. */
async function isNumberTheirs(tx: Database, user: UserRow, now: Date): Promise<boolean> {
  const { id: userId, phoneNumber: handle, phoneVerifiedAt } = user;
  if (!handle || !phoneVerifiedAt) return false;
  if (await hasNewNumber(tx, { userId, verifiedAt: phoneVerifiedAt }, now)) return false;
  return !(await isSilent(tx, { userId, handle }, now));
}

async function findOpenRoute(
  { config }: Runtime,
  tx: Database,
  routes: TextRoute[],
  now: Date,
): Promise<TextRoute | null> {
  for (const route of routes) {
    const { thread, expert } = route;
    const closesAt = findWindowEnd(expert.channel, thread);
    if (!channelFor(config, expert.channel) || (closesAt && closesAt <= now)) continue;
    if (!canBeTexted(expert.channel, thread)) continue;
    if (await isOptedOut(tx, expert, thread.handle)) continue;
    if (await mayTextReset(tx, thread.handle, now)) return route;
  }
  return null;
}

/** The thread shows dots: admins read it, and the code would give them the account. */
async function storeText(
  { clock, queue }: Runtime,
  tx: Database,
  { thread, expert }: TextRoute,
  code: string,
): Promise<void> {
  const { kind, body, shownBody } = systemTexts.resetCode(code);
  await storeOutbound(tx, {
    threadId: thread.id,
    origin: 'system',
    body: shownBody,
    parts: [body],
    segments: countSegments(expert.channel, [body]),
    now: clock.now(),
    systemKind: kind,
  });
  await queue.enqueue(tx, 'deliver-reply', [{ threadId: thread.id }]);
}
