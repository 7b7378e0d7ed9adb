import { type SQL, sql } from 'drizzle-orm';
import { messages, threads, users } from '#server/db/schema.ts';
import { hasAttachments } from '#server/messages/attachments-store.ts';
import { expiredLabel, isShown, previewOf, revokedLabel } from '#server/messages/threads-store.ts';

const previewLength = 200;

export type PreviewView = {
  text: string;
  by: 'person' | 'ai' | 'team';
  author: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
  } | null;
};

const words = sql`case when ${messages.expiredAt} is not null then ${expiredLabel}
  when ${messages.revokedAt} is not null then ${revokedLabel}
  else ${previewOf(
    sql`substr(${messages.body}, coalesce(${messages.disclosureLength}, 0) + 1)`,
    hasAttachments(sql`${messages.id}`),
  )} end`;

const by = sql`case when ${messages.direction} = 'inbound' then 'person'
  when ${messages.origin} = 'ai' then 'ai' else 'team' end`;

const author = sql`(select json_build_object('id', author.id, 'email', author.email, 'firstName', author.first_name,
  'lastName', author.last_name) from ${users} author where author.id = ${messages.authorId})`;

/** A person is waited for. */
const isAwaited = sql`(${threads.humanWantedAt} is not null or ${threads.riskAt} is not null or exists (
  select from ${messages} held where held.thread_id = ${threads.id} and held.answer_state = 'held'))`;

/**
 * On `threads`, for the team: the person's last words where a person is waited for, else what was said last. Not our own
 * automatic texts, nor the line that discloses the AI.
 */
export const preview: SQL<PreviewView | null> = sql`(
  select json_build_object('text', left(${words}, ${previewLength}), 'by', ${by}, 'author', ${author})
  from ${messages} where ${messages.threadId} = ${threads.id} and ${messages.origin} <> 'system'
    and ${messages.content} not in ('notice', 'reaction') and ${isShown}
    and (${messages.direction} = 'inbound' or not ${isAwaited})
  order by ${messages.seq} desc nulls last limit 1)`;

/** On `threads`: of the last failure that is open. */
export const failure: SQL<{ isAnswer: boolean; reason: string | null } | null> = sql`(
  select json_build_object('isAnswer', ${messages.answerState} is not distinct from 'failed',
    'reason', coalesce(${messages.deliveryReason}, ${messages.failures} -> -1 ->> 'detail'))
  from ${messages} where ${messages.threadId} = ${threads.id} and ${messages.dismissedAt} is null
    and (${messages.deliveryState} = 'failed' or ${messages.answerState} = 'failed')
  order by ${messages.createdAt} desc limit 1)`;
