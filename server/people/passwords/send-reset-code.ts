import { listAccountsByEmail } from '#server/access/users-store.ts';
import { findFirstBuyer } from '#server/billing/store.ts';
import { countSegments } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsById, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { mayTextReset } from '#server/messages/limits-store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { isStaff } from '#shared/roles.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time.ts';
import { hasNewNumber } from '../connections/changes-store.ts';
import { hasNumberSinceMailbox } from '../owner/drop-ways.ts';
import { listKnowing } from '../sign-in/devices-store.ts';
import type { Client } from '../sign-in/read-client.ts';
import { lifetimeMs } from '../team/links.ts';
import { isInvited } from '../team/store.ts';
import { makeCode } from './make-code.ts';
import { fingerprintPlace, hashResetToken, identifyAsker, makeResetToken } from './reset-codes.ts';
import { type Letter, mayMailTo, writeLetter } from './reset-letters.ts';
import {
  type Asker,
  countResets,
  createReset,
  endReset,
  listTextRoutes,
  type TextRoute,
} from './resets-store.ts';

const lifeMs = 10 * minuteMs;
const maxPerHour = 3;
const maxPerDay = 10;

/**
 * Texts a code to each account's verified number. Mails another one where no text can be sent, and where the mailbox was
 * not proved, or not before the number: what the phone proves first is no proof of the mailbox. With a mail server,
 * admins, agents and invited people always get mail.
 * @throws {AppError} 429 at a limit on mails.
 */
export async function sendResetCode(
  runtime: Runtime,
  email: string,
  client: Client,
): Promise<void> {
  const { db, queue, changes, mail } = runtime;
  const accounts = await listAccountsByEmail(db, email);
  const mailed = await findMailed(db, accounts);
  const letters: Addressed[] = [];
  // Last the one that gets mail: at a limit on mails, the texts have gone.
  for (const account of accounts.toSorted((a, b) => Number(a === mailed) - Number(b === mailed))) {
    const { id: userId } = account;
    const mayMail = mail !== null && account === mailed;
    const sent = await transact(db, (tx) =>
      storeCodes(runtime, tx, { userId, mayMail, client, isAlone: accounts.length === 1 }),
    );
    if (sent.letter) letters.push(sent.letter);
    if (!sent.threadId) continue;
    queue.wakeWorkers('deliver-reply');
    changes.publish({ type: 'thread', threadId: sent.threadId, userId });
  }
  for (const letter of letters) await mailLetter(runtime, letter);
}

type Addressed = Letter & { linkHash: string };

/** A code that never left must neither be counted nor taken for a link that works. */
async function mailLetter({ db, clock, mail }: Runtime, { linkHash, ...letter }: Addressed) {
  try {
    await mail?.send(letter);
  } catch (error) {
    await endReset(db, linkHash, clock.now());
    throw error;
  }
}

/**
 * Of several that claim the email, the first that bought something: the others no longer answer to it afterwards. Else the
 * newest without a proved phone: nothing of a phone is then at stake.
 */
async function findMailed(db: Database, accounts: UserRow[]): Promise<UserRow | undefined> {
  if (accounts.length < 2) return accounts[0];
  const userIds = accounts.map(({ id }) => id);
  const buyerId = await findFirstBuyer(db, userIds);
  const buyer = accounts.find(({ id }) => id === buyerId);
  if (buyer) return buyer;
  const newestFirst = accounts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return newestFirst.find(({ phoneVerifiedAt }) => phoneVerifiedAt === null) ?? newestFirst[0];
}

type Request = { userId: string; mayMail: boolean; client: Client; isAlone: boolean };

/** `threadId: null` without a text. */
async function storeCodes(
  runtime: Runtime,
  tx: Database,
  { userId, mayMail, client, isAlone }: Request,
): Promise<{ threadId: string | null; letter: Addressed | null }> {
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
  const asker = await findAsker(runtime, tx, { userId, client });
  const mayText = !(await isByMail(runtime, tx, user)) && (await isNumberTheirs(tx, user, now));
  const route = mayText ? await findOpenRoute(runtime, tx, { routes: current, asker, now }) : null;
  const [texted, mailed] = makeCodes();
  const isTexted =
    route !== null && (await isUnderLimit(tx, { userId, sentBy: 'text', ...asker }, now));
  if (isTexted) {
    const token = await storeReset(runtime, tx, { user, sentBy: 'text', asker, code: texted });
    await storeText(runtime, tx, route, { code: texted, link: toLink(runtime, token) });
  }
  const isToMail =
    mayMail &&
    (route === null || !hasNumberSinceMailbox(user)) &&
    (await isUnderLimit(tx, { userId, sentBy: 'mail', ...asker }, now));
  const isMailed =
    isToMail && (await mayMailTo(runtime, tx, user, { address: client.address, asker, isTexted }));
  const threadId = isTexted ? route.thread.id : null;
  if (!isMailed) return { threadId, letter: null };
  const token = await storeReset(runtime, tx, { user, sentBy: 'mail', asker, code: mailed });
  const isOther = isTexted || !isAlone;
  const link = toLink(runtime, token);
  const letter = writeLetter(user.email, { code: mailed, link, isOther });
  return { threadId, letter: { ...letter, linkHash: hashResetToken(token) } };
}

async function findAsker(
  runtime: Runtime,
  tx: Database,
  { userId, client }: { userId: string; client: Client },
): Promise<Asker> {
  const { deviceToken } = client;
  const accounts = [{ id: userId }];
  const knowing = deviceToken ? await listKnowing(tx, { accounts, deviceToken }) : [];
  return { askedBy: identifyAsker(runtime, client), isKnown: knowing.length > 0 };
}

/** In the fragment, which no server or proxy logs. */
const toLink = ({ config }: Runtime, token: string) => `${config.publicUrl}/login#reset=${token}`;

/** Which of the two was typed must be clear. */
function makeCodes(): [string, string] {
  const code = makeCode();
  let other = makeCode();
  while (other === code) other = makeCode();
  return [code, other];
}

type Way = { userId: string; sentBy: 'mail' | 'text' } & Asker;

/** Beyond either, what was sent within the day still has a link that works. */
async function isUnderLimit(tx: Database, way: Way, now: Date): Promise<boolean> {
  const countSince = (ms: number) =>
    countResets(tx, way, { since: new Date(now.getTime() - ms), now });
  return (await countSince(hourMs)) < maxPerHour && (await countSince(dayMs)) < maxPerDay;
}

/** @returns the token of its link. */
async function storeReset(
  runtime: Runtime,
  tx: Database,
  {
    user,
    sentBy,
    asker,
    code,
  }: { user: UserRow; sentBy: 'mail' | 'text'; asker: Asker; code: string },
): Promise<string> {
  const { clock, secrets } = runtime;
  const createdAt = clock.now();
  const token = makeResetToken();
  await createReset(tx, {
    ...{ userId: user.id, sentBy, ...asker, createdAt },
    codeHash: secrets.fingerprint('code', `${user.id} ${code}`),
    linkHash: hashResetToken(token),
    sentTo: fingerprintPlace(runtime, user, sentBy) ?? '',
    expiresAt: new Date(createdAt.getTime() + lifeMs),
    linkExpiresAt: new Date(createdAt.getTime() + dayMs),
  });
  return token;
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
  runtime: Runtime,
  tx: Database,
  { routes, asker, now }: { routes: TextRoute[]; asker: Asker; now: Date },
): Promise<TextRoute | null> {
  for (const route of routes) {
    if (await findObstacleNow(runtime, tx, route)) continue;
    const { handle } = route.thread;
    if (await mayTextReset(tx, { handle, isKnown: asker.isKnown }, now)) return route;
  }
  return null;
}

/** The thread shows dots: admins read it, and the code would give them the account. */
async function storeText(
  { clock, queue }: Runtime,
  tx: Database,
  { thread, expert }: TextRoute,
  { code, link }: { code: string; link: string },
): Promise<void> {
  const { kind, body, shownBody } = systemTexts.resetCode(code, link);
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
