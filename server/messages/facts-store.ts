import { sql } from 'drizzle-orm';
import { messages, threads, users } from '#server/db/schema.ts';
import type { TextBefore } from './history-store.ts';

/* What guards weigh beside the text itself: parts of the claim's statement, about its `messages` and `threads`. */

/** A text of ours that a limit counts, by any expert to this phone, or the last one that offers to move its number. */
export type OwnText = {
  kind: string;
  at: Date;
  seq: number;
  replyToId: string | null;
  hasLeft: boolean;
  isByExpert: boolean;
  isInThread: boolean;
};

export type Facts = {
  /** An admin or agent can sign in and see what happens. */
  hasTeam: boolean;
  /** The team has texted since the handover. */
  hasPersonWritten: boolean;
  /** The last one in the thread, from either side. */
  textBefore: TextBefore | null;
  /** Of the last day, newest first. */
  ownTexts: OwnText[];
};

type Json<Value> = Omit<Value, 'at' | 'createdAt'> & { at: string };
export type FactsRow = Pick<Facts, 'hasTeam' | 'hasPersonWritten'> & {
  textBefore: Json<TextBefore> | null;
  ownTexts: Json<OwnText>[];
};

const hasTeam = sql`exists (select 1 from ${users} as member
  where member.role <> 'USER' and member.deleted_at is null)`;

const hasPersonWritten = sql`("threads"."handler" = 'human' and exists (select 1 from ${messages} as theirs
  where theirs.thread_id = "threads"."id" and theirs.origin = 'admin'
    and theirs.created_at >= coalesce("threads"."handed_at", '-infinity')))`;

const hasLeft = (text: string) =>
  sql.raw(`coalesce(${text}.delivery_state not in ('queued', 'failed', 'withheld'), false)`);

const textBefore = sql`(select json_build_object('systemKind', before.system_kind, 'at', before.created_at,
    'replyToId', before.reply_to_id, 'hasLeft', ${hasLeft('before')})
  from ${messages} as before
  where before.thread_id = "messages"."thread_id" and before.seq < "messages"."seq"
  order by before.seq desc limit 1)`;

const countedKinds = sql.raw(
  [
    'question',
    'stopping',
    'word',
    'forget',
    'forget-again',
    'asked',
    'limit',
    'move',
    'connected',
    'keyword',
    'no-answer',
  ]
    .map((kind) => `'${kind}'`)
    .join(', '),
);

const ownTexts = sql`(select coalesce(json_agg(own order by own.seq desc), '[]') from (
  select said.system_kind as kind, said.created_at as at, said.seq, said.reply_to_id as "replyToId",
    ${hasLeft('said')} as "hasLeft", here.expert_id = "threads"."expert_id" as "isByExpert",
    here.id = "threads"."id" as "isInThread"
  from ${threads} as here join ${messages} as said on said.thread_id = here.id
  where here.handle = "threads"."handle" and said.system_kind in (${countedKinds})
    and said.created_at > ${sql.placeholder('now')}::timestamptz - interval '1 day') as own)`;

export const factColumns = {
  hasTeam: hasTeam.as('hasTeam'),
  hasPersonWritten: hasPersonWritten.as('hasPersonWritten'),
  textBefore: textBefore.as('textBefore'),
  ownTexts: ownTexts.as('ownTexts'),
};

export function toFacts({ textBefore: before, ownTexts: own, ...flags }: FactsRow): Facts {
  return {
    ...flags,
    textBefore: before && { ...before, createdAt: new Date(before.at) },
    ownTexts: own.map((text) => ({ ...text, at: new Date(text.at) })),
  };
}
