import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { isStoredWithin, messageKinds, type Period } from '#server/db/message-kinds.ts';
import {
  experts,
  messages,
  optOuts,
  threadLabels,
  threadSeen,
  threads,
  users,
} from '#server/db/schema.ts';
import type { MessageKind, ThreadState } from '#shared/api/thread-filters.ts';
import type { ChannelKey } from '#shared/channels.ts';

export type ThreadFilter = {
  expertId?: string | undefined;
  channel?: ChannelKey | undefined;
  kind?: MessageKind | undefined;
  within?: Period | undefined;
  labelled?: string | undefined;
  assigneeId?: string | undefined;
  state?: ThreadState | undefined;
  now: Date;
  readerId: string;
};
/** `within`: when a failure must lie. */
type Asked = Pick<ThreadFilter, 'now' | 'within' | 'readerId'>;

/** On `threads` with experts and users. */
export const stateConditions: Record<ThreadState, (asked: Asked) => SQL | undefined> = {
  crisis: () => isNotNull(threads.riskAt),
  concern: () => and(isNull(threads.riskAt), isNotNull(threads.concernAt)),
  wantsHuman: () => isNotNull(threads.humanWantedAt),
  unread: ({ readerId }) => isUnreadBy(readerId),
  assignedToMe: ({ readerId }) => eq(threads.assigneeId, readerId),
  unassigned: () =>
    and(
      isNull(threads.assigneeId),
      isNull(threads.resolvedAt),
      sql`(${threads.handler} = 'human' or ${threads.humanWantedAt} is not null)`,
    ),
  failed: ({ within }) => sql`exists (${selectFailures(within)})`,
  unanswered: () =>
    and(
      isNull(threads.resolvedAt),
      sql`exists (select from ${messages} where ${messages.threadId} = ${threads.id} and ${isLeft})`,
    ),
  resolved: () => isNotNull(threads.resolvedAt),
  optedOut: () =>
    sql`exists (select from ${optOuts} where ${optOuts.channel} = ${experts.channel}
      and ${optOuts.address} = ${expertAddress} and ${optOuts.handle} = ${threads.handle})`,
  noCredit: ({ now }) =>
    and(
      sql`${users.messageCount} >= ${users.paidMessages}`,
      sql`(${users.subExpiration} is null or ${users.subExpiration} <= ${now.toISOString()}::timestamptz)`,
    ),
  notConnected: () => isNull(threads.userId),
};

export function matchesFilter(filter: ThreadFilter): SQL | undefined {
  const { expertId, channel, labelled, assigneeId, kind, within, state } = filter;
  const hasMessage = sql`exists (select from ${messages} where ${and(
    eq(messages.threadId, threads.id),
    kind && messageKinds[kind],
    within && isStoredWithin(within),
  )})`;
  return and(
    expertId ? eq(threads.expertId, expertId) : undefined,
    channel ? eq(experts.channel, channel) : undefined,
    labelled ? hasLabel(labelled) : undefined,
    assigneeId ? eq(threads.assigneeId, assigneeId) : undefined,
    kind || (within && state !== 'failed') ? hasMessage : undefined,
    state && stateConditions[state](filter),
  );
}

export function selectMatchingIds(filter: ThreadFilter): SQL {
  return sql`(select ${threads.id} from ${threads} join ${experts} on ${experts.id} = ${threads.expertId}
    left join ${users} on ${users.id} = ${threads.userId} where ${matchesFilter(filter)})`;
}

function hasLabel(labelId: string): SQL {
  return sql`exists (select from ${threadLabels} where ${threadLabels.labelId} = ${labelId}
    and ${threadLabels.threadId} = ${threads.id})`;
}

/** Texts older than the reader's account count as read. */
export function isUnreadBy(readerId: string): SQL {
  return sql`(${threads.lastInboundSeq} is not null
    and ${threads.personWroteAt} > (select reader.created_at from users reader where reader.id = ${readerId})
    and not exists (select from ${threadSeen} where ${threadSeen.userId} = ${readerId}
      and ${threadSeen.threadId} = ${threads.id} and ${threadSeen.seq} >= ${threads.lastInboundSeq}))`;
}

/** With an `exists` PostgreSQL would gather the failures of all threads. */
export function hasFailed(): SQL<boolean> {
  return sql`coalesce((${selectFailures()} limit 1), false)`;
}

/** The last text of the person. */
export function isInLoop(): SQL<boolean> {
  return sql`exists (select from ${messages} where ${messages.threadId} = ${threads.id}
    and ${messages.seq} = ${threads.lastInboundSeq} and ${messages.guard} = 'loop')`;
}

/** On `messages`. Must match its partial index. */
export const isLeft = sql`${messages.guard} = 'left'`;

/** Must match its partial index. */
function selectFailures(within?: Asked['within']): SQL {
  return sql`select true from ${messages} where ${messages.threadId} = ${threads.id}
    and ${isFailure(within)} and ${messages.dismissedAt} is null`;
}

/** On `messages`. Includes dismissed failures. */
export function isFailure(within?: Asked['within']): SQL {
  const failed = sql`(${messages.deliveryState} = 'failed' or ${messages.answerState} = 'failed')`;
  return within ? sql`${failed} and ${isStoredWithin(within)}` : failed;
}
