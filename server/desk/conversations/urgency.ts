import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { threads } from '#server/db/schema.ts';
import type { ThreadState } from '#shared/api/thread-filters.ts';

/** Anyone may text a crisis from any number of fresh numbers, which must not bury one of a person who is known. */
export const urgencies = { newcomer: 0, none: 1, familiar: 2, account: 3 } as const;

const earlier = alias(threads, 'earlier');

/** A number that wrote to any expert a day before. */
export const isFamiliar = sql`exists (select from ${threads} earlier
  where ${earlier.handle} = ${threads.handle}
  and ${earlier.createdAt} < ${threads.riskAt} - interval '1 day')`;

/** By what is known of the sender of a crisis. */
export const urgency = sql<number>`(case
  when ${threads.riskAt} is null then ${urgencies.none}
  when ${threads.userId} is not null then ${urgencies.account}
  when ${isFamiliar} then ${urgencies.familiar}
  else ${urgencies.newcomer} end)::int`;

/** These lists begin with the most urgent, the others with the newest. */
export function isByUrgency(state: ThreadState | undefined): boolean {
  return state === 'crisis' || state === 'wantsHuman';
}
