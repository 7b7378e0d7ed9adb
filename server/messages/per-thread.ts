import { sql } from 'drizzle-orm';

/** Ends a subquery that looks each thread up by key. Without it the planner may join, and read the whole backlog. */
export const perThread = sql`offset 0`;
