import { createHash } from 'node:crypto';
import { and, eq, exists, gt, gte, isNotNull, isNull, lt, min, or, sql } from 'drizzle-orm';
import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type OwnerLinkRow, ownerLinks, users } from '#server/db/schema.ts';
import { dayMs, hourMs } from '#shared/time.ts';

export const lockDays = 7;

type Purpose = OwnerLinkRow['purpose'];
const lifetimeMs: Record<Purpose, number> = { lock: lockDays * dayMs, device: hourMs };
/** 128 bits: half of what other links have, so that a text has room for it. */
const digits = 32;

/** The same again when a notice is sent again, and stored nowhere. */
export function makeOwnerToken(secrets: Secrets, noticeId: string): string {
  return secrets.fingerprint('owner link', noticeId).slice(0, digits);
}

export async function createOwnerLink(
  tx: Database,
  { token, ...link }: Omit<typeof ownerLinks.$inferInsert, 'hash'> & { token: string },
): Promise<void> {
  await tx.insert(ownerLinks).values({ ...link, hash: hashToken(token) });
}

type Wanted = { purpose: Purpose; token: string; now: Date };

/** Null for an unknown, used or old one, and of a phone that has left. */
export async function findOwnerLink(db: Database, wanted: Wanted): Promise<OwnerLinkRow | null> {
  const [row] = await db
    .select()
    .from(ownerLinks)
    .where(and(isLive(wanted), isOfThePhone(db)));
  return row ?? null;
}

/** Who holds a phone that has left may be a thief. By the notice of its leaving, it may still say that a thief removed it. */
function isOfThePhone(db: Database) {
  const isTheirs = and(
    eq(users.id, ownerLinks.userId),
    eq(users.phoneNumber, ownerLinks.handle),
    isNotNull(users.phoneVerifiedAt),
  );
  const own = db.select({ one: sql`1` }).from(users).where(isTheirs);
  return or(isNull(ownerLinks.handle), ownerLinks.outlivesPhone, exists(own));
}

/** Null if just used. */
export async function takeOwnerLink(tx: Database, wanted: Wanted): Promise<OwnerLinkRow | null> {
  const which = and(isLive(wanted), isOfThePhone(tx));
  const [row] = await tx.delete(ownerLinks).where(which).returning();
  return row ?? null;
}

function isLive({ purpose, token, now }: Wanted) {
  return and(
    eq(ownerLinks.purpose, purpose),
    eq(ownerLinks.hash, hashToken(token)),
    gt(ownerLinks.createdAt, new Date(now.getTime() - lifetimeMs[purpose])),
  );
}

/** The oldest of the account that still locks: what was attached since then may be a thief's. */
export async function findFirstLock(db: Database, userId: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - lifetimeMs.lock);
  const [row] = await db
    .select({ at: min(ownerLinks.createdAt) })
    .from(ownerLinks)
    .where(and(isLockOf(userId), gt(ownerLinks.createdAt, since)));
  return row?.at ?? null;
}

/** Later ones may have been sent to a thief, earlier ones not to the one who has just used a link. */
export async function endLocksSince(tx: Database, userId: string, since: Date): Promise<void> {
  await tx.delete(ownerLinks).where(and(isLockOf(userId), gte(ownerLinks.createdAt, since)));
}

function isLockOf(userId: string) {
  return and(eq(ownerLinks.userId, userId), eq(ownerLinks.purpose, 'lock'));
}

/** Of a mailbox or phone that has proved nothing since: sent to who signed up first. */
export async function endLinks(tx: Database, userId: string): Promise<void> {
  await tx.delete(ownerLinks).where(eq(ownerLinks.userId, userId));
}

export async function endDeviceLinks(tx: Database, userId: string): Promise<void> {
  await tx
    .delete(ownerLinks)
    .where(and(eq(ownerLinks.userId, userId), eq(ownerLinks.purpose, 'device')));
}

export async function deleteOwnerLinksBefore(db: Database, time: Date, limit: number) {
  return deleteBatch(db, ownerLinks.id, { which: lt(ownerLinks.createdAt, time), limit });
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
