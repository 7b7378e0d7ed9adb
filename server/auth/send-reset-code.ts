import { randomInt } from 'node:crypto';
import { channelFor, countSegments, findWindowEnd } from '#server/channels/index.ts';
import { hasNewNumber } from '#server/connections/limits-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsById, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { isOptedOut } from '#server/messages/opt-outs-store.ts';
import { storeOutbound } from '#server/messages/outbound-store.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { lifetimeMs } from '#server/team/links.ts';
import { isInvited } from '#server/team/store.ts';
import { findUserByEmail } from '#server/users/store.ts';
import { isStaff } from '#shared/roles.ts';
import { countResets, createReset, listTextRoutes, type TextRoute } from './resets-store.ts';

const lifeMs = 10 * 60_000;
const hourMs = 3_600_000;
const mostPerHour = 3;

/**
 * Texts the code to the verified number, or else mails it. With a mail server, admins, agents and invited people always
 * get mail.
 */
export async function sendResetCode(runtime: Runtime, email: string): Promise<void> {
  const { db, queue, changes, mail } = runtime;
  const user = await findUserByEmail(db, email);
  if (!user) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sent = await transact(db, (tx) => storeCode(runtime, tx, { userId: user.id, code }));
  if (sent?.threadId) {
    queue.wakeWorkers('deliver-reply');
    changes.publish({ type: 'thread', threadId: sent.threadId, userId: user.id });
  } else if (sent) {
    const { body } = systemTexts.resetCode(code);
    await mail?.send({ to: user.email, subject: 'Your code for a new password', text: body });
  }
}

/** Null if no code may be sent; `threadId: null` if it goes by mail. */
async function storeCode(
  runtime: Runtime,
  tx: Database,
  { userId, code }: { userId: string; code: string },
): Promise<{ threadId: string | null } | null> {
  const now = runtime.clock.now();
  const routes = await listTextRoutes(tx, userId);
  await lockThreadsById(
    tx,
    routes.map(({ thread }) => thread.id),
  );
  const user = await lockUser(tx, userId);
  const asked = await countResets(tx, userId, new Date(now.getTime() - hourMs));
  if (!user || user.deletedAt || asked >= mostPerHour) return null;
  // The number may have just left the account.
  const current = routes.filter(({ thread }) => thread.handle === user.phoneNumber);
  const mayText = !(await isByMail(runtime, tx, user)) && (await isNumberTheirs(tx, user, now));
  const route = mayText ? await findOpenRoute(runtime, tx, current, now) : null;
  if (!route && !runtime.mail) return null;
  await createReset(tx, {
    userId,
    codeHash: runtime.secrets.fingerprint('code', `${userId} ${code}`),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  if (route) await storeText(runtime, tx, route, code);
  return { threadId: route?.thread.id ?? null };
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
  if (!handle || !phoneVerifiedAt || (await hasNewNumber(tx, { userId }, now))) return false;
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
    if (await isOptedOut(tx, expert, thread.handle)) continue;
    if (await mayTextThread(tx, thread, 'reset', now)) return route;
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
