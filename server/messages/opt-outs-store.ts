import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { optOuts } from '#server/db/schema.ts';
import type { ExpertRow } from './inbound-store.ts';

/** Our address that a person's opt-out is about. */
export function addressOf(expert: Pick<ExpertRow, 'channel' | 'phoneNumber' | 'handle'>): string {
  return expert.channel === 'AMB' ? expert.handle : (expert.phoneNumber ?? expert.handle);
}

export async function isOptedOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ handle: optOuts.handle })
    .from(optOuts)
    .where(optOutOf(expert, handle));
  return row !== undefined;
}

export async function addOptOut(tx: Database, expert: ExpertRow, handle: string): Promise<void> {
  await tx
    .insert(optOuts)
    .values({ channel: expert.channel, address: addressOf(expert), handle })
    .onConflictDoNothing();
}

export async function liftOptOut(tx: Database, expert: ExpertRow, handle: string): Promise<void> {
  await tx.delete(optOuts).where(optOutOf(expert, handle));
}

function optOutOf(expert: ExpertRow, handle: string) {
  return and(
    eq(optOuts.channel, expert.channel),
    eq(optOuts.address, addressOf(expert)),
    eq(optOuts.handle, handle),
  );
}
