import { type SQL, sql } from 'drizzle-orm';
import type { MessageKind } from '#shared/api/threads.ts';
import { messages } from './schema.ts';

const { direction, origin, answerState, deliveryState, verdict, aiMeta } = messages;

/** What makes a message one of a kind: what analytics counts, and what leads to the threads behind a number. */
export const messageKinds: Record<MessageKind, SQL> = {
  in: sql`${direction} = 'inbound'`,
  out: sql`${direction} = 'outbound'`,
  system: sql`${origin} = 'system'`,
  answered: sql`${answerState} = 'answered'`,
  delivered: sql`${deliveryState} in ('delivered', 'read')`,
  failed: sql`${deliveryState} = 'failed'`,
  settled: sql`${deliveryState} in ('delivered', 'read', 'failed')`,
  judged: sql`${verdict} is not null`,
  rejected: sql`${verdict}->>'isAllowed' = 'false'`,
  ai: sql`(${aiMeta} is not null or ${verdict} is not null)`,
};

/** Messages stored from a moment on, and before another. */
export function storedWithin({ from, to }: { from: Date; to: Date }): SQL {
  const { createdAt } = messages;
  return sql`${createdAt} >= ${from.toISOString()}::timestamptz and ${createdAt} < ${to.toISOString()}::timestamptz`;
}
