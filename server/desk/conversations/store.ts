import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#server/access/guard.ts';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { hasErrorCode } from '#server/db/error-code.ts';
import { readMuch } from '#server/db/read-much.ts';
import {
  experts,
  labels,
  messages,
  optOuts,
  providers,
  threadLabels,
  threads,
  users,
} from '#server/db/schema.ts';
import { notFound, unprocessable } from '#server/errors.ts';
import { minorSince } from '#server/messages/ages-store.ts';
import { kindOfOptOut, type OptOutKind } from '#server/messages/opt-outs-store.ts';
import { typedBy } from '#server/messages/typed-store.ts';
import type { Label } from '#shared/api/labels.ts';
import type { ThreadExpert } from '#shared/api/thread-filters.ts';
import { threadsAtOnce } from '#shared/limits.ts';
import type { ThreadCursor } from './cursors.ts';
import { failure, preview } from './previews.ts';
import { hasFailed, isInLoop, isUnreadBy, matchesFilter, type ThreadFilter } from './states.ts';
import { isByUrgency, urgency } from './urgency.ts';

const assignees = alias(users, 'assignees');

export type ThreadView = Awaited<ReturnType<typeof listThreadsFor>>[number];

type Held = { count: number; upTo: number; since: string | null };

const newest = sql`coalesce(${threads.lastMessageAt}, ${threads.createdAt})`;

/** As for searches and counts. */
const filteredListMs = 2_000;
const canceled = '57014';

/**
 * Newest first, among the most urgent where the filter asks for these. The order must equal the indexes', or they are
 * not used.
 * @throws {AppError} 422 if a filter takes too long.
 */
export async function listThreadsFor(
  db: Database,
  reader: Reader,
  { after, limit, filter }: { after: ThreadCursor | null; limit: number; filter?: ThreadFilter },
) {
  const byUrgency = isByUrgency(filter?.state);
  const list = (from: Database) =>
    selectThreads(from, reader)
      .where(
        and(
          isReadableBy(reader),
          after ? isOlderThan(after, byUrgency) : undefined,
          filter && matchesFilter(filter),
        ),
      )
      .orderBy(
        ...(byUrgency ? [sql`${urgency} desc`] : []),
        sql`${newest} desc`,
        sql`${threads.id} desc nulls last`,
      )
      .limit(limit);
  if (!filter) return list(db);
  try {
    return await readMuch(db, list, { timeoutMs: filteredListMs });
  } catch (error) {
    if (hasErrorCode(error, canceled)) throw unprocessable('Narrow the list.');
    throw error;
  }
}

/** The newest that match; with `threadIds`, only of those. */
export async function listThreadIds(
  db: Database,
  { filter, threadIds }: { filter: ThreadFilter; threadIds: string[] | undefined },
): Promise<string[]> {
  const rows = await readMuch(db, (tx) =>
    tx
      .select({ id: threads.id })
      .from(threads)
      .innerJoin(experts, eq(experts.id, threads.expertId))
      .leftJoin(users, eq(users.id, threads.userId))
      .where(and(isNotErased, threadIds && inArray(threads.id, threadIds), matchesFilter(filter)))
      .orderBy(sql`${newest} desc`, sql`${threads.id} desc nulls last`)
      .limit(threadsAtOnce),
  );
  return rows.map(({ id }) => id);
}

export async function listThreadExperts(db: Database): Promise<ThreadExpert[]> {
  const { id, displayName, channel } = experts;
  return db
    .select({ id, displayName, channel })
    .from(experts)
    .where(isNull(experts.archivedAt))
    .orderBy(asc(displayName), asc(id));
}

export async function listAssignees(db: Database) {
  const { id, email, firstName, lastName } = users;
  return db
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(and(ne(users.role, 'USER'), isNull(users.deletedAt)))
    .orderBy(asc(firstName), asc(lastName), asc(email));
}

/** Makes a colleague's older return fail while a person answers. The caller has locked the thread. */
export async function setAssignee(
  tx: Database,
  threadId: string,
  assigneeId: string | null,
): Promise<void> {
  const handlerEpoch = sql`${threads.handlerEpoch} + (${threads.handler} = 'human')::int`;
  await tx.update(threads).set({ assigneeId, handlerEpoch }).where(eq(threads.id, threadId));
}

/** Settles a request for a human, too. The caller has locked the thread. */
export async function setResolved(tx: Database, threadId: string, at: Date | null): Promise<void> {
  await tx
    .update(threads)
    .set({ resolvedAt: at, ...(at && { humanWantedAt: null }) })
    .where(eq(threads.id, threadId));
}

/** @throws {AppError} 404, also for another user's thread. */
export async function getThreadFor(db: Database, reader: Reader, id: string): Promise<ThreadView> {
  const [row] = await selectThreads(db, reader).where(
    and(eq(threads.id, id), isReadableBy(reader)),
  );
  if (!row) throw notFound('Conversation');
  return row;
}

/** @returns false if changed since revision `basedOn`. */
export async function updateTitle(
  tx: Database,
  { id }: Pick<ThreadView, 'id'>,
  { title, basedOn }: { title: string; basedOn: number | null },
): Promise<boolean> {
  const isCurrent = basedOn === null ? undefined : eq(threads.titleRevision, basedOn);
  const renamed = await tx
    .update(threads)
    .set({ title, titleRevision: sql`${threads.titleRevision} + 1` })
    .where(and(eq(threads.id, id), isNotErased, isCurrent))
    .returning({ id: threads.id });
  return renamed.length > 0;
}

/** Erased accounts' threads are kept for the ledger. */
const isNotErased = isNull(threads.erasedAt);

function isReadableBy(reader: Reader): SQL | undefined {
  return reader.isStaff ? isNotErased : eq(threads.userId, reader.id);
}

function isOlderThan({ micros, id, urgency: last }: ThreadCursor, byUrgency: boolean): SQL {
  const time = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  const isOlder = sql`(${newest}, ${threads.id}) < (${time}, ${id}::uuid)`;
  return byUrgency
    ? sql`(${urgency} < ${last}::int or (${urgency} = ${last}::int and ${isOlder}))`
    : isOlder;
}

function selectThreads(db: Database, reader: Reader) {
  const optOut = db
    .select({ kind: kindOfOptOut.as('kind') })
    .from(optOuts)
    .where(
      and(
        eq(optOuts.channel, experts.channel),
        eq(optOuts.address, expertAddress),
        eq(optOuts.handle, threads.handle),
      ),
    );
  return db
    .select({
      id: threads.id,
      userId: threads.userId,
      handle: threads.handle,
      isCurrent: threads.isCurrent,
      title: threads.title,
      titleRevision: threads.titleRevision,
      lastMessage: threads.lastMessage,
      lastMessageAt: threads.lastMessageAt,
      messageCount: threads.messageCount,
      preview: reader.isStaff ? preview : sql<null>`null`,
      hasFailed: hasFailed(),
      failure: reader.isStaff ? failure : sql<null>`null`,
      isInLoop: isInLoop(),
      lastInboundAt: threads.lastInboundAt,
      lastInboundChannel: threads.lastInboundChannel,
      route: threads.route,
      createdAt: threads.createdAt,
      humanWantedAt: threads.humanWantedAt,
      riskAt: threads.riskAt,
      concernAt: threads.concernAt,
      urgency,
      minorSince,
      held: sql<Held | null>`case when ${threads.handler} = 'human' then
        (select json_build_object('count', count(*), 'upTo', coalesce(max(${messages.seq}), 0),
          'since', min(${messages.createdAt})) from ${messages}
          where ${messages.threadId} = ${threads.id} and ${messages.answerState} = 'held') end`,
      handlerEpoch: threads.handlerEpoch,
      handler: threads.handler,
      handedAt: threads.handedAt,
      handedBecause: threads.handedBecause,
      aiReturnsAt: threads.aiReturnsAt,
      resolvedAt: threads.resolvedAt,
      isUnread: reader.isStaff ? sql<boolean>`${isUnreadBy(reader.id)}` : sql<boolean>`false`,
      labels: sql<Label[]>`(select coalesce(json_agg(json_build_object('id', ${labels.id}, 'name',
        ${labels.name}, 'hue', ${labels.hue}) order by lower(${labels.name})), '[]')
        from ${threadLabels} join ${labels} on ${labels.id} = ${threadLabels.labelId}
        where ${threadLabels.threadId} = ${threads.id})`,
      typed: reader.isStaff ? typedBy(reader.id) : sql<null>`null`,
      assignee: {
        id: assignees.id,
        email: assignees.email,
        firstName: assignees.firstName,
        lastName: assignees.lastName,
      },
      /** In microseconds: a cursor must be exact. */
      micros: sql<string>`(extract(epoch from ${newest}) * 1000000)::bigint::text`,
      optOut: sql<OptOutKind | null>`(${optOut})`,
      pauseAfterText: experts.pauseAfterText,
      expert: {
        id: experts.id,
        displayName: experts.displayName,
        imageUrl: experts.imageUrl,
        channel: experts.channel,
      },
      provider: { key: providers.key, displayName: providers.displayName },
      user: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        messageCount: users.messageCount,
        paidMessages: users.paidMessages,
        subExpiration: users.subExpiration,
      },
    })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(users, eq(users.id, threads.userId))
    .leftJoin(assignees, eq(assignees.id, threads.assigneeId));
}
