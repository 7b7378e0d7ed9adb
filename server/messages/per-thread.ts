import { sql } from 'drizzle-orm';

/** Ends a subquery that is read by key for each thread. Else the planner may join it, and read the whole backlog. */
export const perThread = sql`offset 0`;
