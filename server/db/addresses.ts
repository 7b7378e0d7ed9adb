import { inArray, type SQL, sql } from 'drizzle-orm';
import { parseBusinessId } from '#shared/business-id.ts';
import { phoneChannels } from '#shared/channels.ts';
import { experts } from './schema.ts';

type Expert = Pick<typeof experts.$inferSelect, 'channel' | 'phoneNumber' | 'handle'>;

/** Our address at the expert's gateway: what people write to, and what an opt-out is about. */
export function addressOf({ channel, phoneNumber, handle }: Expert): string {
  if (phoneChannels.includes(channel)) return phoneNumber ?? handle;
  return channel === 'AMB' ? parseBusinessId(handle) : handle;
}

/** The same within a query over experts. */
export const expertAddress: SQL = sql`case when ${inArray(experts.channel, [...phoneChannels])}
  then coalesce(${experts.phoneNumber}, ${experts.handle}) when ${experts.channel} = 'AMB'
  then regexp_replace(lower(trim(${experts.handle})), '^urn:biz:', '') else ${experts.handle} end`;
