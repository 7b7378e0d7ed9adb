import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import { addressOf, expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { type ExpertRow, experts, messages, optOuts, threads } from '#server/db/schema.ts';
import { channelKeys } from '#shared/channels.ts';

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

export async function listOptedOut(
  tx: Database,
  expert: ExpertRow,
  handles: string[],
): Promise<Set<string>> {
  const { channel } = expert;
  const address = addressOf(expert);
  const ofLine = and(eq(optOuts.channel, channel), eq(optOuts.address, address));
  const rows = await tx
    .select({ handle: optOuts.handle })
    .from(optOuts)
    .where(and(ofLine, inArray(optOuts.handle, handles)));
  return new Set(rows.map(({ handle }) => handle));
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

/** Stands for our later addresses; only `applyOptOutsOfAll` reads it. */
const everyAddress = '*';

/**
 * From every line of ours, also those that are added later. A START lifts one line.
 * @param exceptExpertId whose line the person has texted: its own turn stops and confirms it.
 */
export async function addOptOutOfAll(
  tx: Database,
  handle: string,
  exceptExpertId: string | null = null,
): Promise<void> {
  const lines = await tx
    .selectDistinct({ channel: experts.channel, address: sql<string>`${expertAddress}` })
    .from(experts)
    .where(exceptExpertId ? ne(experts.id, exceptExpertId) : undefined);
  const later = channelKeys.map((channel) => ({ channel, address: everyAddress }));
  await tx
    .insert(optOuts)
    .values([...lines, ...later].map((line) => ({ ...line, handle })))
    .onConflictDoUpdate({
      target: [optOuts.channel, optOuts.address, optOuts.handle],
      set: { endsWithNextMessage: false },
    });
}

/** For an expert with a new address. */
export async function applyOptOutsOfAll(tx: Database, expert: ExpertRow): Promise<void> {
  const { channel } = expert;
  await tx
    .insert(optOuts)
    .select(
      tx
        .select({ ...getTableColumns(optOuts), address: sql`${addressOf(expert)}`.as('address') })
        .from(optOuts)
        .where(and(eq(optOuts.channel, channel), eq(optOuts.address, everyAddress))),
    )
    .onConflictDoNothing();
}

export async function liftOptOut(tx: Database, expert: ExpertRow, handle: string): Promise<void> {
  const { channel } = expert;
  await tx
    .delete(optOuts)
    .where(
      and(
        eq(optOuts.channel, channel),
        inArray(optOuts.address, [addressOf(expert), everyAddress]),
        eq(optOuts.handle, handle),
      ),
    );
}

function optOutOf(expert: ExpertRow, handle: string) {
  return and(
    eq(optOuts.channel, expert.channel),
    eq(optOuts.address, addressOf(expert)),
    eq(optOuts.handle, handle),
  );
}
