import { type SQL, sql } from 'drizzle-orm';
import { messages } from '#server/db/schema.ts';
import { readMaxLength } from '#shared/limits.ts';

/** A longer text would cost guards and models too much. */
export const readableBody: SQL<string> = sql<string>`left(${messages.body}, ${sql.raw(String(readMaxLength))})`;
