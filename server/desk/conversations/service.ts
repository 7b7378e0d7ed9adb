import { recordChange } from '#server/access/audit/store.ts';
import type { Reader } from '#server/access/guard.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { forbidden, outdated } from '#server/errors.ts';
import { sendDraft, writeFromDashboard } from '#server/journey/doors/from-dashboard.ts';
import { replayMessage } from '#server/journey/doors/replay.ts';
import { deleteDraft } from '#server/messages/reply-drafts-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { PostMessageRequest } from '#shared/api/messages.ts';
import type { ThreadCountsQuery, ThreadsQuery } from '#shared/api/thread-filters.ts';
import { addDays, startOfDay } from '#shared/calendar.ts';
import { resolveWithText } from './assignment.ts';
import { getMessage, type MessageView } from './messages-store.ts';
import type { ThreadFilter } from './states.ts';
import { getThreadFor, updateTitle } from './store.ts';
import { toThread } from './views.ts';

/** @throws {AppError} 403 for users: a filter would reveal how messages were validated and answered. */
export function filterFor(
  { clock }: Pick<Runtime, 'clock'>,
  reader: Reader,
  { state, ...wanted }: Omit<ThreadsQuery, 'cursor' | 'limit'>,
): ThreadFilter | undefined {
  const { timeZone: _, ...conditions } = wanted;
  if (!state && Object.values(conditions).every((value) => value === undefined)) return undefined;
  if (!reader.isStaff) throw forbidden('You need admin access to filter conversations.');
  return { ...toFilter(wanted, { now: clock.now(), readerId: reader.id }), state };
}

export function toFilter(
  { with: kind, from, to, timeZone, ...wanted }: ThreadCountsQuery,
  asked: Pick<ThreadFilter, 'now' | 'readerId'>,
): ThreadFilter {
  const within = {
    from: from ? startOfDay(from, timeZone) : undefined,
    to: to ? startOfDay(addDays(to, 1), timeZone) : undefined,
  };
  const { expertId, channel, labelled, assigneeId } = wanted;
  const ofThreads = { expertId, channel, labelled, assigneeId };
  return { ...ofThreads, kind, within: from || to ? within : undefined, ...asked };
}

/** @throws {AppError} 409 if the title has changed meanwhile. */
export async function renameThread(
  { db, clock, changes }: Runtime,
  reader: Reader,
  { threadId, title, basedOn }: { threadId: string; title: string; basedOn: number | null },
): Promise<void> {
  const thread = await getThreadFor(db, reader, threadId);
  await transact(db, async (tx) => {
    if (!(await updateTitle(tx, thread, { title, basedOn }))) {
      const now = await getThreadFor(tx, reader, threadId);
      throw outdated(
        `It was renamed to "${toThread(reader, now).title}" in the meantime.`,
        toThread(reader, now),
      );
    }
    if (!reader.isStaff) return;
    await recordChange(tx, {
      actorId: reader.id,
      action: 'thread.rename',
      entity: 'thread',
      entityId: threadId,
      before: { title: thread.title },
      after: { title },
      now: clock.now(),
    });
  });
  changes.publish({ type: 'thread', threadId, userId: thread.userId });
}

/** @throws {AppError} 404 for another person's thread, 422 if the thread is only a record, 403 if a user resolves. */
export async function writeMessage(
  runtime: Runtime,
  user: Reader,
  { threadId, resolves = false, ...request }: { threadId: string } & PostMessageRequest,
): Promise<MessageView> {
  const thread = await getThreadFor(runtime.db, user, threadId);
  if (resolves && !user.isStaff) {
    throw forbidden('You need admin access to resolve conversations.');
  }
  const resolve = async (tx: Database) => {
    const now = runtime.clock.now();
    const thread = await lockThread(tx, threadId);
    await resolveWithText({ runtime, tx, thread, now }, user);
  };
  const draft = { user, threadId, ...request };
  const id = await writeFromDashboard(runtime, draft, resolves ? resolve : undefined);
  return getMessage(runtime.db, thread, id);
}

/** See `replayMessage`. */
export async function replayFor(
  runtime: Runtime,
  admin: Reader,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<MessageView> {
  const thread = await getThreadFor(runtime.db, admin, threadId);
  await replayMessage(runtime, { actorId: admin.id, threadId, messageId });
  return getMessage(runtime.db, thread, messageId);
}

/** See `sendDraft`. @throws {AppError} 404 for an unknown message. */
export async function sendDraftFor(
  runtime: Runtime,
  user: Reader,
  draft: { threadId: string; messageId: string },
): Promise<MessageView> {
  const thread = await getThreadFor(runtime.db, user, draft.threadId);
  await getMessage(runtime.db, thread, draft.messageId);
  const id = await sendDraft(runtime, { user, ...draft });
  return getMessage(runtime.db, thread, id);
}

/** @throws {AppError} 404 */
export async function discardDraft(
  { db, changes }: Runtime,
  reader: Reader,
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<MessageView> {
  const thread = await getThreadFor(db, reader, threadId);
  await deleteDraft(db, { threadId, messageId });
  changes.publish({ type: 'thread', threadId, userId: thread.userId });
  return getMessage(db, thread, messageId);
}
