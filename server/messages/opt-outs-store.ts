import { and, eq, sql } from 'drizzle-orm';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { optOuts } from '#server/db/schema.ts';
import type { ExpertRow } from './inbound-store.ts';

/** `stopped` by STOP, until START; `left`: closed without a word, until the person writes again. */
export type OptOut = 'stopped' | 'left';

/** The same within a query over opt-outs. */
export const kindOfOptOut = sql<OptOut>`case when ${optOuts.endsWithNextMessage} then 'left' else 'stopped' end`;

export async function findOptOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
): Promise<OptOut | null> {
  const [row] = await tx
    .select({ kind: kindOfOptOut })
    .from(optOuts)
    .where(optOutOf(expert, handle));
  return row?.kind ?? null;
}

export async function isOptedOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
): Promise<boolean> {
  return (await findOptOut(tx, expert, handle)) !== null;
}

/** @param endsWithNextMessage the person has only closed the conversation; a STOP outlasts it. */
export async function addOptOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
  { endsWithNextMessage } = { endsWithNextMessage: false },
): Promise<void> {
  await tx
    .insert(optOuts)
    .values({ channel: expert.channel, address: addressOf(expert), handle, endsWithNextMessage })
    .onConflictDoUpdate({
      target: [optOuts.channel, optOuts.address, optOuts.handle],
      set: { endsWithNextMessage: sql`${optOuts.endsWithNextMessage} and ${endsWithNextMessage}` },
    });
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
