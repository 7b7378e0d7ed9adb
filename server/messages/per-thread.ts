import { sql } from 'drizzle-orm';

/** Makes a subquery look each thread up by key. Else the planner may join, and read the whole backlog. */
export const perThread = sql`offset 0`;
