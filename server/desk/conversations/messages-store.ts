import { and, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import {
  attachments,
  deliveries,
  evidence,
  expertVersions,
  messages,
  replyDrafts,
  users,
} from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';
import { quotesWithChanges, type ShownEvidence } from '#server/experts/knowledge/quoted-since.ts';
import { sendIdColumn } from '#server/messages/dashboard-texts-store.ts';
import { expiredLabel, isShown, revokedLabel } from '#server/messages/threads-store.ts';
import type { Message } from '#shared/api/messages.ts';
import type { ThreadView } from './store.ts';

export type MessageView = Awaited<ReturnType<typeof listMessages>>[number];

/** `isForPerson`: what the person reads; the team reads all. */
type Shown = { isForPerson: boolean };

/** Newest first. The caller has checked access with `getThreadFor`. */
export async function listMessages(
  db: Database,
  { id }: Pick<ThreadView, 'id'>,
  { before, limit, isForPerson }: Shown & { before: number | null; limit: number },
) {
  return selectMessages(db)
    .where(
      and(
        eq(messages.threadId, id),
        isForPerson ? isShown : undefined,
        before ? lt(messages.seq, before) : undefined,
      ),
    )
    .orderBy(sql`${messages.seq} desc nulls last`)
    .limit(limit);
}

/** Oldest first. The caller has checked access with `getThreadFor`. */
export async function listNewerMessages(
  db: Database,
  { id }: Pick<ThreadView, 'id'>,
  { after, limit, isForPerson }: Shown & { after: number; limit: number },
) {
  return selectMessages(db)
    .where(
      and(eq(messages.threadId, id), isForPerson ? isShown : undefined, gt(messages.seq, after)),
    )
    .orderBy(sql`${messages.seq} asc nulls first`)
    .limit(limit);
}

/** A text may have 64 KB, and a page 200 of them: such a page holds fewer. */
const maxPageBytes = 512 * 1024;

type Next = { direction: 'older' | 'newer'; from: number | null; limit: number };

/** How many of the next messages a page has room for: one at least, and `limit` at most. */
export async function countFitting(
  db: Database,
  { id }: Pick<ThreadView, 'id'>,
  { direction, from, limit, isForPerson }: Shown & Next,
): Promise<number> {
  const { seq, body, threadId } = messages;
  const isOlder = direction === 'older';
  const order = isOlder ? sql`${seq} desc nulls last` : sql`${seq} asc nulls first`;
  const isNext = and(
    eq(threadId, id),
    isForPerson ? isShown : undefined,
    from === null ? undefined : isOlder ? lt(seq, from) : gt(seq, from),
  );
  const above = sql`sum(octet_length(${body})) over (order by ${order} rows unbounded preceding) - octet_length(${body})`;
  const [row] = await rowsOf<{ fitting: number }>(
    db,
    sql`select count(*)::int as fitting from (
      select ${above} as above from ${messages} where ${isNext} order by ${order} limit ${limit}
    ) as next where above < ${maxPageBytes}`,
  );
  return Math.max(row?.fitting ?? 0, 1);
}

export async function getMessage(
  db: Database,
  { id: threadId }: Pick<ThreadView, 'id'>,
  id: string,
): Promise<MessageView> {
  const [row] = await selectMessages(db).where(
    and(eq(messages.threadId, threadId), eq(messages.id, id)),
  );
  if (!row) throw notFound('Message');
  return row;
}

const quotedBody = sql`case when quoted.expired_at is not null then ${expiredLabel}
  when quoted.revoked_at is null then quoted.body else ${revokedLabel} end`;

const evidenceColumn = sql<ShownEvidence | null>`case when ${evidence.messageId} is not null and
    (${messages.origin} = 'ai' or ${messages.direction} = 'inbound') then
  json_build_object('outcome', ${evidence.outcome}, 'quotes', ${quotesWithChanges}, 'given', ${evidence.given},
    'faults', ${evidence.faults}, 'refused', ${evidence.refused}) end`;

function selectMessages(db: Database) {
  return db
    .select({
      ...getTableColumns(messages),
      expertVersion: expertVersions.version,
      draft: replyDrafts.body,
      author: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
      },
      evidence: evidenceColumn,
      sendId: sendIdColumn,
      /** Ours have a gateway id per part. */
      quoted: sql<{
        id: string;
        body: string;
      } | null>`case when ${messages.reactsToId} is not null then
        (select json_build_object('id', quoted.id, 'body',
          ${quotedBody}) from ${messages} quoted
          where quoted.id = ${messages.reactsToId})
        when ${messages.quotedGatewayId} is not null and ${messages.content} <> 'reaction' then
        (select json_build_object('id', quoted.id, 'body',
          ${quotedBody}) from ${messages} quoted
          where quoted.thread_id = ${messages.threadId} and (
            quoted.gateway_message_id = ${messages.quotedGatewayId} or quoted.id =
              (select ${deliveries.messageId} from ${deliveries}
                where ${deliveries.gatewayMessageId} = ${messages.quotedGatewayId}))
          limit 1) end`,
      gatewayIds: sql<string[]>`case when ${messages.gatewayMessageId} is not null
        then json_build_array(${messages.gatewayMessageId})
        else (select coalesce(json_agg(part.gateway_message_id order by part.part), '[]') from ${deliveries} as part
          where part.message_id = "messages"."id" and part.gateway_message_id is not null) end`,
      shownReaction: sql<string | null>`(select latest.reaction from ${messages} latest
        where latest.reacts_to_id = "messages"."id" order by latest.seq desc limit 1)`,
      attachments: sql<Message['attachments']>`(
        select coalesce(json_agg(json_build_object('id', picture.id, 'state', picture.state, 'reason',
          picture.reason, 'width', picture.width, 'height', picture.height) order by picture.position), '[]')
        from ${attachments} as picture where picture.message_id = "messages"."id")`,
    })
    .from(messages)
    .leftJoin(
      evidence,
      eq(evidence.messageId, sql`coalesce(${messages.replyToId}, ${messages.id})`),
    )
    .leftJoin(expertVersions, eq(expertVersions.id, messages.expertVersionId))
    .leftJoin(users, eq(users.id, messages.authorId))
    .leftJoin(replyDrafts, eq(replyDrafts.messageId, messages.id));
}
