import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { parseBusinessId } from '#shared/business-id.ts';
import { phoneChannels } from '#shared/channels.ts';
import { connections, type ExpertRow, experts, threads } from './schema.ts';

type Expert = Pick<ExpertRow, 'channel' | 'phoneNumber' | 'handle'>;

/** The address that people write to and opt out of. */
export function addressOf({ channel, phoneNumber, handle }: Expert): string {
  if (phoneChannels.includes(channel)) return phoneNumber ?? handle;
  return channel === 'AMB' ? parseBusinessId(handle) : handle;
}

/** `addressOf` in SQL. */
export const expertAddress: SQL = sql`case when ${inArray(experts.channel, [...phoneChannels])}
  then coalesce(${experts.phoneNumber}, ${experts.handle}) when ${experts.channel} = 'AMB'
  then regexp_replace(lower(trim(${experts.handle})), '^urn:biz:', '') else ${experts.handle} end`;

/** Joins the conversation that a connection's address has with its expert now. */
export const isThreadOfConnection = and(
  eq(threads.userId, connections.userId),
  eq(threads.expertId, connections.expertId),
  eq(threads.handle, connections.handle),
  threads.isCurrent,
);
