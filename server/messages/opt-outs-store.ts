import { and, eq, sql } from 'drizzle-orm';
import { addressOf } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { type ExpertRow, messages, optOuts, threads } from '#server/db/schema.ts';

/** `stopped` lasts until START, `closed` until the person writes again. */
export type OptOutKind = 'stopped' | 'closed';

/** `blockedByGateway`: the gateway handled the STOP as well. */
export type OptOut = { kind: OptOutKind; blockedByGateway: boolean };

export const kindOfOptOut = sql<OptOutKind>`case when ${optOuts.endsWithNextMessage} then 'closed' else 'stopped' end`;

export async function findOptOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
): Promise<OptOut | null> {
  const [row] = await tx
    .select({ kind: kindOfOptOut, blockedByGateway: optOuts.blockedByGateway })
    .from(optOuts)
    .where(optOutOf(expert, handle));
  return row ?? null;
}

export async function isOptedOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
): Promise<boolean> {
  return (await findOptOut(tx, expert, handle)) !== null;
}

/** Includes a STOP whose turn has not come yet. */
export async function hasStopped(
  db: Database,
  expert: ExpertRow,
  handle: string,
): Promise<boolean> {
  if (await isOptedOut(db, expert, handle)) return true;
  const isWaiting = and(
    eq(threads.expertId, expert.id),
    eq(threads.handle, handle),
    eq(messages.keyword, 'STOP'),
    eq(messages.answerState, 'waiting'),
  );
  const [stop] = await db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(isWaiting)
    .limit(1);
  return stop !== undefined;
}

/** @param endsWithNextMessage only closes the conversation; does not weaken a STOP. */
export async function addOptOut(
  tx: Database,
  expert: ExpertRow,
  handle: string,
  { endsWithNextMessage = false, blockedByGateway = false } = {},
): Promise<void> {
  await tx
    .insert(optOuts)
    .values({
      channel: expert.channel,
      address: addressOf(expert),
      handle,
      endsWithNextMessage,
      blockedByGateway,
    })
    .onConflictDoUpdate({
      target: [optOuts.channel, optOuts.address, optOuts.handle],
      set: {
        endsWithNextMessage: sql`${optOuts.endsWithNextMessage} and ${endsWithNextMessage}`,
        blockedByGateway: sql`${optOuts.blockedByGateway} or ${blockedByGateway}`,
      },
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
