import { type SQL, sql } from 'drizzle-orm';
import type { MessageKind } from '#shared/api/thread-filters.ts';
import { messages } from './schema.ts';

const { direction, origin, answerState, deliveryState, verdict, aiMeta } = messages;

/** A withheld reply became a draft. */
const isShownToPerson = sql`${deliveryState} is distinct from 'withheld'`;

/** Shared by analytics and the lists behind its numbers. */
export const messageKinds: Record<MessageKind, SQL> = {
  in: sql`${direction} = 'inbound'`,
  out: sql`(${direction} = 'outbound' and ${isShownToPerson})`,
  system: sql`${origin} = 'system'`,
  answered: sql`${answerState} = 'answered'`,
  delivered: sql`${deliveryState} in ('delivered', 'read')`,
  failed: sql`${deliveryState} = 'failed'`,
  settled: sql`${deliveryState} in ('delivered', 'read', 'failed')`,
  validated: sql`${verdict} is not null`,
  rejected: sql`${verdict}->>'isAllowed' = 'false'`,
  ai: sql`(${aiMeta} is not null or ${verdict} is not null)`,
  unreported: sql`(${isUnreported(aiMeta)} or ${isUnreported(verdict)})`,
};

/** Whether the vendor left out a token count. */
export function isUnreported(call: typeof aiMeta | typeof verdict): SQL {
  return sql`(${call} is not null and (${call}->'tokenUsage'->>'input' is null
    or ${call}->'tokenUsage'->>'output' is null))`;
}

export type Period = { from?: Date | undefined; to?: Date | undefined };

/** At `from` or later, and before `to`. */
export function isStoredWithin({ from, to }: Period): SQL {
  const { createdAt } = messages;
  const bounds = [
    from && sql`${createdAt} >= ${from.toISOString()}::timestamptz`,
    to && sql`${createdAt} < ${to.toISOString()}::timestamptz`,
  ].filter((bound) => bound !== undefined);
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql`true`;
}
