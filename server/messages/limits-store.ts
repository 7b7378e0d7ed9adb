import { and, count, eq, gt, inArray, max, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import { creditEntries, messages, type ThreadRow, threads } from '#server/db/schema.ts';
import {
  accountKinds,
  limitedKinds,
  monthlyLimit,
  type SystemText,
  unlimitedPerDay,
} from './system-texts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30 * dayMs;

type Place = Pick<ThreadRow, 'expertId' | 'handle' | 'userId'>;

/**
 * A text about an age under 13 may go out once a day; limited kinds once a day each, and five a month in all. Texts
 * about credits count per account, anew after each grant.
 */
export async function mayTextThread(
  tx: Database,
  place: Place,
  kind: SystemText['kind'],
  now: Date,
): Promise<boolean> {
  const since = (ms: number) => new Date(now.getTime() - ms);
  if (kind === 'age') {
    const day = { since: since(dayMs), kinds: [kind] };
    return (await countTexts(tx, place, day)) === 0;
  }
  if (!limitedKinds.includes(kind)) return true;
  if (!unlimitedPerDay.includes(kind)) {
    // A person who asked has already been told.
    const kinds = kind === 'human' ? [kind, 'asked'] : [kind];
    const day = { since: since(dayMs), kinds };
    if ((await countToday(tx, place, kind, day)) > 0) return false;
  }
  return hasMonthlyText(tx, place, now);
}

/** @param place.isTexted leaves out texts that did not reach the phone. */
export async function hasCrisisText(
  tx: Database,
  { since, isTexted, ...place }: Place & { since: Date; isTexted: boolean },
): Promise<boolean> {
  return (await countTexts(tx, place, { since, kinds: ['crisis'], isTexted })) > 0;
}

export async function hasMonthlyText(tx: Database, place: Place, now: Date): Promise<boolean> {
  const month = { since: new Date(now.getTime() - monthMs), kinds: limitedKinds };
  return (await countTexts(tx, place, month)) < monthlyLimit;
}

const wordKinds = ['word', 'forget', 'asked'] as const;
const wordAnswersPerHour = 10;

/**
 * Ten words an hour are answered, by all experts to one phone; a request for a person or to be forgotten once even
 * after that.
 */
export async function mayAnswerWord(
  db: Database,
  handle: string,
  kind: (typeof wordKinds)[number],
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - hourMs);
  const countOf = (kinds: readonly string[]) =>
    countAll(db, { since, kinds: [...kinds] }, eq(threads.handle, handle));
  if ((await countOf(wordKinds)) < wordAnswersPerHour) return true;
  return kind !== 'word' && (await countOf([kind])) === 0;
}

type Period = { since: Date; kinds: string[] };

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
  { isTexted = false, ...period }: Period & { isTexted?: boolean },
): Promise<number> {
  const reached = isTexted ? ne(messages.deliveryState, 'failed') : undefined;
  const isHere = and(eq(threads.expertId, expertId), eq(threads.handle, handle), reached);
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
