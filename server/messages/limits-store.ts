import { and, count, eq, gt, inArray, isNull, max, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { creditEntries, messages, type ThreadRow, threads } from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';
import {
  accountKinds,
  dailyKinds,
  limitedKinds,
  monthlyLimit,
  type SystemText,
} from './system-texts.ts';

const monthMs = 30 * dayMs;

type Place = Pick<ThreadRow, 'expertId' | 'handle' | 'userId'>;

/** Of an unasked text: once a day each kind, and five a month in all. */
export async function mayTextThread(
  tx: Database,
  place: Place,
  kind: SystemText['kind'],
  now: Date,
): Promise<boolean> {
  if (!(await mayAnswerThread(tx, place, kind, now))) return false;
  return !limitedKinds.includes(kind) || hasMonthlyText(tx, place, now);
}

/**
 * Of an answer to the person's own text: daily and limited kinds once a day each, because two machines could text each
 * other endlessly. Texts about credits count per account, anew after each grant.
 */
export async function mayAnswerThread(
  tx: Database,
  place: Place,
  kind: SystemText['kind'],
  now: Date,
): Promise<boolean> {
  if (!dailyKinds.includes(kind) && !limitedKinds.includes(kind)) return true;
  // A person who asked has already been told.
  const kinds = kind === 'human' ? [kind, 'asked'] : [kind];
  const day = { since: new Date(now.getTime() - dayMs), kinds };
  return (await countToday(tx, place, kind, day)) === 0;
}

/** @param place.isTexted leaves out texts that did not reach the phone. */
export async function hasCrisisText(
  tx: Database,
  { since, isTexted, ...place }: Place & { since: Date; isTexted: boolean },
): Promise<boolean> {
  return (await countTexts(tx, place, { since, kinds: ['crisis'], isTexted })) > 0;
}

/** Answers to the person's own texts don't count. */
export async function hasMonthlyText(tx: Database, place: Place, now: Date): Promise<boolean> {
  const month = { since: new Date(now.getTime() - monthMs), kinds: limitedKinds };
  return (await countTexts(tx, place, { ...month, isUnasked: true })) < monthlyLimit;
}

const resetsPerDay = { stranger: 6, known: 9 };

/** Codes for a password have a limit of their own: strangers ask for them, too, and leave some to known devices. */
export async function mayTextReset(
  tx: Database,
  { handle, isKnown }: { handle: string; isKnown: boolean },
  now: Date,
): Promise<boolean> {
  const day = { since: new Date(now.getTime() - dayMs), kinds: ['reset'] };
  const limit = isKnown ? resetsPerDay.known : resetsPerDay.stranger;
  return (await countAll(tx, day, eq(threads.handle, handle))) < limit;
}

const noticesPerDay = 12;

/** Of one phone: who forges its texts can make it many accounts' way. */
export async function mayTextNotice(tx: Database, handle: string, now: Date): Promise<boolean> {
  const day = { since: new Date(now.getTime() - dayMs), kinds: ['notice'] };
  return (await countAll(tx, day, eq(threads.handle, handle))) < noticesPerDay;
}

type Period = { since: Date; kinds: string[] };
type Counted = Period & { isTexted?: boolean; isUnasked?: boolean };

async function countToday(tx: Database, place: Place, kind: string, day: Period): Promise<number> {
  const { userId } = place;
  if (userId === null || !accountKinds.includes(kind)) return countTexts(tx, place, day);
  // Two experts may spend the account's last credits at once.
  await lockUser(tx, userId);
  return countAccountTexts(tx, userId, day);
}

/** To one phone by one expert, in all its threads. */
async function countTexts(
  tx: Database,
  { expertId, handle }: Place,
  { isTexted = false, isUnasked = false, ...period }: Counted,
): Promise<number> {
  const isHere = and(
    eq(threads.expertId, expertId),
    eq(threads.handle, handle),
    isTexted ? ne(messages.deliveryState, 'failed') : undefined,
    isUnasked ? isNull(messages.replyToId) : undefined,
  );
  return countAll(tx, period, isHere);
}

/** In all threads of a user, since the last grant. */
async function countAccountTexts(tx: Database, userId: string, period: Period): Promise<number> {
  const lastGrant = tx
    .select({ at: max(creditEntries.createdAt) })
    .from(creditEntries)
    .where(and(eq(creditEntries.userId, userId), gt(creditEntries.grantedDelta, 0)));
  const isAfterGrant = sql`${messages.createdAt} > coalesce((${lastGrant}), '-infinity')`;
  return countAll(tx, period, and(eq(threads.userId, userId), isAfterGrant));
}

async function countAll(
  db: Database,
  { since, kinds }: Period,
  which: SQL | undefined,
): Promise<number> {
  const [row] = await db
    .select({ sent: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(which, inArray(messages.systemKind, kinds), gt(messages.createdAt, since)));
  return row?.sent ?? 0;
}
