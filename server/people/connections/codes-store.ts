import { randomInt } from 'node:crypto';
import { and, count, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  type ConnectionRow,
  connections,
  type MessageRow,
  messages,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { codeCharacters, codeLength, isCode } from '#shared/connect-codes.ts';
import { minuteMs } from '#shared/time.ts';
import { verifyAddress } from './proof-store.ts';

const lifeMs = 15 * minuteMs;
/** Arbitrary. */
const codesLock = 5_120_418;

export type LiveCode = { code: string; expiresAt: Date };

/** Renews an expired code. The caller has locked the connection. */
export async function ensureCode(
  tx: Database,
  connection: ConnectionRow,
  now: Date,
): Promise<LiveCode> {
  const { id, code: known, codeExpiresAt } = connection;
  if (known && codeExpiresAt && codeExpiresAt > now)
    return { code: known, expiresAt: codeExpiresAt };
  // Held until the commit, so no other transaction picks the same code.
  await tx.execute(sql`select pg_advisory_xact_lock(${codesLock})`);
  // A transaction that waits for this lock holds its own connection's row: waiting for that row would deadlock.
  const expired = tx
    .select({ id: connections.id })
    .from(connections)
    .where(lte(connections.codeExpiresAt, now))
    .for('update', { skipLocked: true });
  await tx
    .update(connections)
    .set({ code: null, codeExpiresAt: null })
    .where(inArray(connections.id, expired));
  const code = await pickCode(tx);
  const expiresAt = new Date(now.getTime() + lifeMs);
  await tx
    .update(connections)
    .set({ code, codeExpiresAt: expiresAt })
    .where(eq(connections.id, id));
  return { code, expiresAt };
}

export async function endCodes(tx: Database, userId: string): Promise<void> {
  await tx
    .update(connections)
    .set({ code: null, codeExpiresAt: null })
    .where(eq(connections.userId, userId));
}

async function pickCode(tx: Database): Promise<string> {
  for (;;) {
    const code = writeCode();
    const [taken] = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.code, code));
    if (!taken) return code;
  }
}

function writeCode(): string {
  for (;;) {
    const characters = Array.from(
      { length: codeLength },
      () => codeCharacters[randomInt(codeCharacters.length)],
    );
    const code = characters.join('');
    if (isCode(code)) return code;
  }
}

type Code = { code: string; expertId: string; now: Date };

function isLive({ code, expertId, now }: Code) {
  return and(
    eq(connections.code, code),
    eq(connections.expertId, expertId),
    gt(connections.codeExpiresAt, now),
  );
}

export async function findCodeOwner(db: Database, code: Code): Promise<UserRow | null> {
  const [row] = await db
    .select({ user: users })
    .from(connections)
    .innerJoin(users, eq(users.id, connections.userId))
    .where(isLive(code));
  return row?.user ?? null;
}

/**
 * The sender's address becomes the code owner's. The caller has locked the address's threads and their accounts.
 * @returns the threads that the account got; null if the code was just used.
 */
export async function redeemCode(
  tx: Database,
  {
    userId,
    handle,
    text,
    channel,
    ...code
  }: Code & {
    userId: string;
    handle: string;
    channel: ChannelKey;
    text: Pick<MessageRow, 'id' | 'seq'>;
  },
): Promise<string[] | null> {
  const [connection] = await tx
    .update(connections)
    // Pending even if another address was active: `activateConnections` continues from there.
    .set({ handle, code: null, codeExpiresAt: null, state: 'pending' })
    .where(and(isLive(code), eq(connections.userId, userId)))
    .returning({ id: connections.id });
  const proof = { userId, handle, channel, text, now: code.now };
  return connection ? verifyAddress(tx, proof) : null;
}

export const wrongCode = 'code';

/** Of one sender: a limit for an expert or for all would let a stranger shut everyone out. */
export async function countWrongCodes(db: Database, handle: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ wrong: count() })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(
      and(eq(threads.handle, handle), eq(messages.guard, wrongCode), gt(messages.createdAt, since)),
    );
  return row?.wrong ?? 0;
}

export async function listConnectingMessages(db: Database, threadId: string): Promise<string[]> {
  const rows = await db
    .select({ body: messages.body })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.guard, 'connected')));
  return rows.map(({ body }) => body);
}
