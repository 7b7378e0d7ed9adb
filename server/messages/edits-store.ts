import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import { type MessageRow, messages, type ThreadRow, threads } from '#server/db/schema.ts';
import type { Keyword, MessageContent } from '#shared/api/messages.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { inboundMaxBytes } from '#shared/limits.ts';
import { cutToBytes } from '#shared/texts.ts';
import { previewLength } from './arrivals-store.ts';
import { hasAttachments } from './attachments-store.ts';
import { editedKind } from './replays-store.ts';
import { replaceWords } from './search/index-store.ts';
import { isShown, previewOf, revokedLabel } from './threads-store.ts';

type Named = {
  expertId: string;
  channel: ChannelKey;
  handle: string;
  gatewayAccount: string;
  gatewayMessageId: string;
};

/**
 * The person's message with its locked thread, or else their current thread.
 * @returns null without either, or if the person was erased.
 */
export async function lockSent(
  tx: Database,
  named: Named,
): Promise<{ message: MessageRow | null; thread: ThreadRow } | null> {
  const known = await findSent(tx, named);
  const threadId = known?.threadId ?? (await findCurrentId(tx, named));
  if (!threadId) return null;
  const thread = await lockThread(tx, threadId);
  if (thread.erasedAt || thread.handle !== named.handle) return null;
  // It may have arrived, or have been answered, before the lock.
  return { message: await findSent(tx, named), thread };
}

async function findSent(
  tx: Database,
  { channel, gatewayAccount, gatewayMessageId }: Named,
): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.channel, channel),
        eq(messages.gatewayAccount, gatewayAccount),
        eq(messages.gatewayMessageId, gatewayMessageId),
      ),
    );
  return row ?? null;
}

async function findCurrentId(tx: Database, { expertId, handle }: Named): Promise<string | null> {
  const isCurrent = and(
    eq(threads.expertId, expertId),
    eq(threads.handle, handle),
    threads.isCurrent,
  );
  const [row] = await tx.select({ id: threads.id }).from(threads).where(isCurrent);
  return row?.id ?? null;
}

/** The caller has locked the thread. */
export async function rewriteMessage(
  tx: Database,
  { id, threadId }: Pick<MessageRow, 'id' | 'threadId'>,
  {
    body,
    ...change
  }: { body: string; keyword: Keyword | null; content?: MessageContent; editedAt?: Date },
): Promise<{ body: string; isCut: boolean }> {
  const stored = cutToBytes(body, inboundMaxBytes);
  const words = { body: stored, isCut: stored.length < body.length };
  await tx
    .update(messages)
    .set({ ...change, ...words })
    .where(eq(messages.id, id));
  await refreshPreview(tx, threadId);
  await replaceWords(tx, [id]);
  return words;
}

/** Guards may have refused only the old words. */
const unansweredStates = ['waiting', 'failed', 'refused'];
/** Each may cost a model call and no credit. */
const maxTurnsByEdits = 5;

/** @returns false if the message is answered, held for a person, needs no answer, or was edited too often. */
export async function reopenEdited(
  tx: Database,
  { id, answerState, guard, failures }: MessageRow,
  at: Date,
): Promise<boolean> {
  const wasEmpty = answerState === 'recorded' && guard === null;
  if (!wasEmpty && !unansweredStates.includes(answerState ?? '')) return false;
  if (failures.filter(({ kind }) => kind === editedKind).length >= maxTurnsByEdits) return false;
  const edited = { at: at.toISOString(), kind: editedKind, detail: 'Its sender edited it.' };
  await tx
    .update(messages)
    .set({
      answerState: 'waiting',
      guard: null,
      dismissedAt: null,
      replayBy: null,
      failures: [...failures, edited],
    })
    .where(eq(messages.id, id));
  return true;
}

/** Its words stay for the team. */
export async function revokeMessage(
  tx: Database,
  { id, threadId }: MessageRow,
  at: Date,
): Promise<void> {
  await tx.update(messages).set({ revokedAt: at }).where(eq(messages.id, id));
  await refreshPreview(tx, threadId);
  await replaceWords(tx, [id]);
}

type Recorded = {
  channel: ChannelKey;
  gatewayAccount: string;
  gatewayMessageId: string;
  now: Date;
  at: Date;
};

/** The message itself may still be on its way. */
export async function storeRevoked(
  tx: Database,
  thread: ThreadRow,
  { at, ...revoked }: Recorded,
): Promise<void> {
  await record(tx, thread, { ...revoked, at, body: '', content: 'words', revokedAt: at });
}

export async function storeNotice(
  tx: Database,
  thread: ThreadRow,
  notice: Recorded & { body: string },
): Promise<void> {
  await record(tx, thread, { ...notice, content: 'notice' });
}

/** The person wrote nothing, so no window opens and nothing waits. */
async function record(
  tx: Database,
  { id: threadId }: ThreadRow,
  { now, at, ...recorded }: Recorded & { body: string; content: MessageContent; revokedAt?: Date },
): Promise<void> {
  const { channel, gatewayAccount, gatewayMessageId, body, content, revokedAt } = recorded;
  await tx.insert(messages).values({
    ...{ threadId, channel, gatewayAccount, gatewayMessageId, body, content },
    ...(revokedAt && { revokedAt }),
    direction: 'inbound',
    origin: 'gateway',
    answerState: 'recorded',
    createdAt: now,
    sentAt: at,
  });
  await tx
    .update(threads)
    .set({ messageCount: sql`${threads.messageCount} + 1`, lastMessageAt: now })
    .where(eq(threads.id, threadId));
  await refreshPreview(tx, threadId);
}

/** A turn that has read the old words stores nothing. */
export async function raiseEpoch(tx: Database, threadId: string): Promise<void> {
  await tx
    .update(threads)
    .set({ handlerEpoch: sql`${threads.handlerEpoch} + 1` })
    .where(eq(threads.id, threadId));
}

/** Thread lists show the newest message. */
async function refreshPreview(tx: Database, threadId: string): Promise<void> {
  const shown = previewOf(sql`body`, hasAttachments(sql`${messages.id}`));
  const newest = sql`(select left(case when revoked_at is null
      then ${shown} else ${revokedLabel} end, ${previewLength})
    from ${messages} where thread_id = ${threadId} and ${isShown} order by seq desc nulls last limit 1)`;
  await tx.update(threads).set({ lastMessage: newest }).where(eq(threads.id, threadId));
}
