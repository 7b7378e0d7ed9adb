import { sql } from 'drizzle-orm';
import type { Secrets } from '#server/access/secrets/secrets.ts';
import { findUserById } from '#server/access/users-store.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import type { OwnerEvent, OwnerRoute, UserRow } from '#server/db/schema.ts';
import { insertWakeups } from '#server/jobs/wakeup-parts.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import { listTextRoutes } from '../passwords/resets-store.ts';
import { createOwnerLink, makeOwnerToken } from './owner-links-store.ts';
import { createNotice, isNoticeLimited } from './owner-notices-store.ts';
import { maskEvent } from './owner-words.ts';

type Needs = { config: Pick<Config, 'mail'>; secrets: Secrets };

/**
 * Tells the account's owner of a change to their ways in, by mail where the mailbox is proved, else by text to the
 * proved number, else not at all. Call it in the transaction that makes the change, **before** the change: what a thief
 * attaches or removes must not decide who is told.
 * @param change.since the lock undoes what was attached from then on; `now` if left out.
 */
export async function tellOwner(
  needs: Needs,
  tx: Database,
  {
    userId,
    event,
    now,
    since = now,
    deviceHash = null,
  }: {
    userId: string;
    event: OwnerEvent;
    now: Date;
    since?: Date;
    /** Of the device that waits. */
    deviceHash?: string | null;
  },
): Promise<void> {
  const user = await findUserById(tx, userId);
  if (!user || user.deletedAt) return;
  if (await isNoticeLimited(tx, { userId, kind: event.kind, now })) return;
  const route = await findOwnerRoute(needs, tx, { user, event, now });
  if (!route) return;
  const id = await createNotice(tx, { userId, event: maskEvent(event), route, createdAt: now });
  if (hasLink(event)) {
    const purpose = event.kind === 'device-waits' ? 'device' : 'lock';
    const token = makeOwnerToken(needs.secrets, id);
    const texted = route.by === 'text' ? route.handle : null;
    const outlivesPhone = texted !== null && takesPhone(user, event);
    const place = { handle: texted, outlivesPhone };
    await createOwnerLink(tx, { userId, purpose, token, deviceHash, createdAt: since, ...place });
  }
  const notice = sql`select ${id}::uuid as thread_id`;
  await tx.execute(insertWakeups('tell-owner', notice, sql`${now.toISOString()}::timestamptz`));
}

/** The number that is told leaves by this very change, and its phone may undo it. */
function takesPhone({ phoneNumber, pendingPhoneNumber }: UserRow, event: OwnerEvent): boolean {
  switch (event.kind) {
    case 'removed':
      return event.handle === phoneNumber;
    case 'attached':
      return event.handle === pendingPhoneNumber;
    case 'password-reset':
      return event.by === 'mail';
    default:
      return false;
  }
}

/** Nothing is left to lock after the others. */
export function hasLink({ kind }: OwnerEvent): boolean {
  return !['locked', 'erased', 'email-lost'].includes(kind);
}

/** Where both ways are proved, a reset by one tells the other. */
async function findOwnerRoute(
  { config }: Needs,
  tx: Database,
  { user, event, now }: { user: UserRow; event: OwnerEvent; now: Date },
): Promise<OwnerRoute | null> {
  const mail = config.mail && user.emailVerifiedAt ? toMailRoute(user) : null;
  const isByText = event.kind === 'password-reset' && event.by === 'mail';
  if (mail && !isByText) return mail;
  // A text would begin a new conversation with an erased number, and a phone that asked has its answer.
  if (event.kind === 'erased' || ('by' in event && event.by === 'phone')) return mail;
  return (await findTextRoute(tx, user, now)) ?? mail;
}

const toMailRoute = ({ email }: UserRow): OwnerRoute => ({ by: 'mail', email });

/** A long silent number may have a new owner. */
async function findTextRoute(tx: Database, user: UserRow, now: Date): Promise<OwnerRoute | null> {
  const { id: userId, phoneNumber: handle, phoneVerifiedAt } = user;
  if (!handle || !phoneVerifiedAt || (await isSilent(tx, { userId, handle }, now))) return null;
  const routes = await listTextRoutes(tx, userId);
  const places = routes.map(({ thread, expert }) => ({ threadId: thread.id, expertId: expert.id }));
  return places.length > 0 ? { by: 'text', handle, places } : null;
}
