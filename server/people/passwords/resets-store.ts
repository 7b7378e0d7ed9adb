import { and, asc, eq, exists, gt, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { isThreadOfConnection } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import {
  connections,
  type ExpertRow,
  experts,
  passwordResets,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { conflict } from '#server/errors.ts';
import { dayMs } from '#shared/time.ts';

const maxTries = 5;
/** In a day, of an account's codes; those of known devices aside. 30 guesses at six digits find one in 90 years. */
const maxTriesADay = { own: 20, others: 10 };
/** Of all accounts' together, or many networks would find one among many accounts: so one in 500 days. A link still works. */
const maxStrangersTriesADay = 2_000;

export type TextRoute = { thread: ThreadRow; expert: ExpertRow };

/** The threads of the person's verified number, on the channel that verified it. */
export async function listTextRoutes(db: Database, userId: string): Promise<TextRoute[]> {
  const routes = await db
    .select({ thread: threads, expert: experts })
    .from(connections)
    .innerJoin(users, eq(users.id, connections.userId))
    .innerJoin(experts, eq(experts.id, connections.expertId))
    .innerJoin(threads, isThreadOfConnection)
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.state, 'active'),
        eq(connections.handle, users.phoneNumber),
        isNotNull(users.phoneVerifiedAt),
      ),
    )
    .orderBy(asc(connections.activatedAt), asc(connections.id));
  return routes.filter(({ expert }) => expert.channel === routes[0]?.expert.channel);
}

type SentTo = { userId: string; sentBy: 'mail' | 'text' };
/** `askedBy`: fingerprint of the device, or else of its network. */
export type Asker = { askedBy: string; isKnown: boolean };

/** A known device's own, or those of all others; none that a lock or a new password has ended. */
export async function countResets(
  tx: Database,
  { userId, sentBy, askedBy, isKnown }: SentTo & Asker,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const isTheirs = and(eq(passwordResets.userId, userId), eq(passwordResets.sentBy, sentBy));
  const isAskers = isKnown
    ? eq(passwordResets.askedBy, askedBy)
    : eq(passwordResets.isKnown, false);
  const isCounted = and(gt(passwordResets.createdAt, since), isAlive(now));
  return tx.$count(passwordResets, and(isTheirs, isAskers, isCounted));
}

function isAlive(now: Date) {
  return or(gt(passwordResets.expiresAt, now), gt(passwordResets.linkExpiresAt, now));
}

type NewReset = SentTo &
  Asker & {
    codeHash: string;
    linkHash: string;
    sentTo: string;
    createdAt: Date;
    expiresAt: Date;
    linkExpiresAt: Date;
  };

export async function createReset(tx: Database, reset: NewReset): Promise<void> {
  await tx.insert(passwordResets).values(reset);
}

export async function hasLiveLink(
  db: Database,
  { userId, sentBy, sentTo }: SentTo & { sentTo: string },
  now: Date,
): Promise<boolean> {
  const isTheirs = and(eq(passwordResets.userId, userId), eq(passwordResets.sentBy, sentBy));
  const isLive = and(eq(passwordResets.sentTo, sentTo), gt(passwordResets.linkExpiresAt, now));
  return (await db.$count(passwordResets, and(isTheirs, isLive))) > 0;
}

const columns = {
  id: passwordResets.id,
  userId: passwordResets.userId,
  sentBy: passwordResets.sentBy,
  sentTo: passwordResets.sentTo,
};

export async function findResetByLink(db: Database, { hash, now }: { hash: string; now: Date }) {
  const isLive = and(eq(passwordResets.linkHash, hash), gt(passwordResets.linkExpiresAt, now));
  const [row] = await db.select(columns).from(passwordResets).where(isLive);
  return row ?? null;
}

/**
 * Counts a try of the newest text and mail that this device has asked for, and elsewhere of each account's newest: what
 * strangers ask for and try leaves the owner's code alone. In one statement whether or not there is an account.
 */
export async function tryNewestResets(
  db: Database,
  { userIds, askedBy, now }: { userIds: string[]; askedBy: string; now: Date },
) {
  const { id, createdAt, tries, otherTries, expiresAt, isKnown } = passwordResets;
  const isOwn = sql`coalesce(${passwordResets.askedBy} = ${askedBy}, false)`;
  const newestFirst = sql`order by ${createdAt} desc, ${id} desc`;
  const since = new Date(now.getTime() - dayMs);
  const isRoom = sql`(select coalesce(sum(case when is_known then 0 else tries end + other_tries), 0)
    from password_resets where created_at > ${since.toISOString()}::timestamptz) < ${maxStrangersTriesADay}`;
  const perWay = sql`${passwordResets.userId}, ${passwordResets.sentBy}`;
  const recent = db
    .select({
      id,
      isNewest: sql`case when ${isOwn}
        then row_number() over (partition by ${perWay}, ${isOwn} ${newestFirst})
        else row_number() over (partition by ${perWay} ${newestFirst}) end = 1`.as('is_newest'),
      isLeft: sql`case when not ${isOwn}
        then ${isRoom} and sum(${otherTries}) over (partition by ${passwordResets.userId}) < ${maxTriesADay.others}
        else ${isKnown} or (${isRoom} and sum(case when ${isKnown} then 0 else ${tries} end)
          over (partition by ${passwordResets.userId}) < ${maxTriesADay.own}) end`.as('is_left'),
    })
    .from(passwordResets)
    .where(and(inArray(passwordResets.userId, userIds), gt(createdAt, since)))
    .as('recent');
  const tried = db
    .select({ id: recent.id })
    .from(recent)
    .where(and(sql`${recent.isNewest}`, sql`${recent.isLeft}`));
  return db
    .update(passwordResets)
    .set({
      tries: sql`${tries} + ${isOwn}::int`,
      otherTries: sql`${otherTries} + (not ${isOwn})::int`,
    })
    .where(
      and(
        inArray(id, tried),
        gt(expiresAt, now),
        sql`case when ${isOwn} then ${tries} < ${maxTries} else ${otherTries} < ${maxTriesADay.others} end`,
      ),
    )
    .returning({ ...columns, codeHash: passwordResets.codeHash });
}

/** False if just used. */
export async function deleteReset(tx: Database, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(passwordResets)
    .where(eq(passwordResets.id, id))
    .returning({ id: passwordResets.id });
  return deleted.length > 0;
}

/** But not what was mailed to a mailbox that is only claimed: a stranger must not end its owner's way in. */
export async function endResets(tx: Database, userId: string, now: Date): Promise<void> {
  const isProved = and(eq(users.id, userId), isNotNull(users.emailVerifiedAt));
  const proved = tx.select({ one: sql`1` }).from(users).where(isProved);
  const isTheirs = or(sql`${passwordResets.sentBy} is distinct from 'mail'`, exists(proved));
  await endThose(tx, and(eq(passwordResets.userId, userId), isTheirs), now);
}

export const mailboxWasAsked = () =>
  conflict(
    'A link for a new password was mailed to the email of this account, which is not confirmed. Confirm the email first, or try again tomorrow.',
  );

/** So the claim stays a while, or strangers who use up a mailbox's mails could leave it without a link. */
export async function mayBeOwners(
  db: Database,
  { id: userId, emailVerifiedAt }: UserRow,
  now: Date,
): Promise<boolean> {
  if (emailVerifiedAt) return false;
  const isMailed = and(eq(passwordResets.userId, userId), eq(passwordResets.sentBy, 'mail'));
  return (
    (await db.$count(passwordResets, and(isMailed, gt(passwordResets.linkExpiresAt, now)))) > 0
  );
}

/** One that was never sent. */
export async function endReset(db: Database, linkHash: string, now: Date): Promise<void> {
  await endThose(db, eq(passwordResets.linkHash, linkHash), now);
}

async function endThose(db: Database, which: SQL | undefined, now: Date): Promise<void> {
  await db
    .update(passwordResets)
    .set({ expiresAt: now, linkExpiresAt: now })
    .where(and(which, isAlive(now)));
}

export async function deleteResetsBefore(db: Database, time: Date, limit: number) {
  const which = lt(passwordResets.createdAt, time);
  return deleteBatch(db, passwordResets.id, { which, limit });
}
