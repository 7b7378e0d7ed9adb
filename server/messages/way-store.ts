import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import type { Failure } from '#server/db/schema.ts';
import { wakeupsAsJson } from '#server/jobs/wakeup-parts.ts';
import type { EvidenceOutcome } from '#shared/api/knowledge.ts';
import type { AiMeta } from '#shared/api/messages.ts';

/** Times as PostgreSQL writes them in JSON; columns that an older schema lacks are undefined. */
export type MessageJson = {
  id: string;
  thread_id: string;
  origin: string;
  direction: string;
  created_at: string;
  sent_at: string | null;
  edited_at: string | null;
  revoked_at: string | null;
  expired_at?: string | null;
  channel: string | null;
  content: string;
  gateway_account: string | null;
  gateway_message_id: string | null;
  request_id?: string | null;
  keyword: string | null;
  answer_state: string | null;
  guard: string | null;
  answered_with_id: string | null;
  failures: Failure[];
  system_kind: string | null;
  ai_meta: AiMeta | null;
  delivery_state: string | null;
  delivery_reason: string | null;
  reply_to_id: string | null;
};
type ThreadJson = {
  id: string;
  handle: string;
  expert: string;
  channel: string;
  handler: string;
  handed_at: string | null;
  handed_because: string | null;
  assignee_id: string | null;
  ai_returns_at: string | null;
};
export type DeliveryJson = {
  id: string;
  part: number;
  state: string;
  gateway_message_id: string | null;
  attempts: number;
  first_attempt_at: string | null;
  sending_at: string | null;
  retry_at: string | null;
  failures: Failure[];
  created_at: string;
};
type PictureJson = { position: number; state: string; reason: string | null; created_at: string };
type EntryJson = { kind: string; reason: string; created_at: string };
type WakeupJson = {
  job: string;
  due_at: string;
  leased_until: string | null;
  attempts: number;
  failures: number;
  reason: string | null;
};

type PlaceJson = { title: string; page: number | null };
/** Without the words that were quoted or refused; columns that an older schema lacks are undefined. */
export type EvidenceJson = {
  outcome: EvidenceOutcome;
  quotes: PlaceJson[];
  given: (PlaceJson & { rank: number })[];
  given_count?: number | null;
  faults: string[];
  retry?: { faults: string[]; isAnswered: boolean } | null;
  is_refused: boolean;
  created_at: string;
};

/** All rows that tell what became of a message, without its words. */
export type Way = {
  message: MessageJson;
  length: number;
  thread: ThreadJson;
  /** When an answer was written that waits for the team. */
  drafted_at: string | null;
  pictures: PictureJson[];
  entries: EntryJson[];
  answers: { message: MessageJson; deliveries: DeliveryJson[] }[];
  wakeups: WakeupJson[];
  /** Null for an expert without sources, and for a text that no model has answered. */
  evidence: EvidenceJson | null;
};

/** As JSON without the words: it reads older schemas, too. */
const wordless = (name: string) => sql.raw(`to_jsonb(${name}) - 'body' - 'words'`);
const all = (row: ReturnType<typeof wordless>, order: string, from: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(${row} order by ${sql.raw(order)}), '[]') ${from})`;

/** Each part by an index: a thread may have any number of messages. */
const idsOfAnswers = sql`select id from messages
    where reply_to_id in (m.id, m.answered_with_id) and origin = 'ai'
  union all select id from messages where thread_id = m.thread_id and system_kind is not null
    and reply_to_id in (m.id, m.answered_with_id)
  union all select m.id where m.direction = 'outbound'`;

export async function readWay(db: Database, messageId: string): Promise<Way | null> {
  const deliveries = all(
    wordless('d'),
    'd.part',
    sql`from deliveries d where d.message_id = answer.id`,
  );
  const rows = await rowsOf<Omit<Way, 'evidence'>>(
    db,
    sql`select ${wordless('m')} as message, length(m.body) as length,
          json_build_object('id', t.id, 'handle', t.handle, 'expert', e.display_name,
            'channel', e.channel, 'handler', t.handler, 'handed_at', t.handed_at,
            'handed_because', t.handed_because, 'assignee_id', t.assignee_id,
            'ai_returns_at', to_jsonb(t)->'ai_returns_at') as thread,
          (select r.created_at from reply_drafts r where r.message_id = m.id) as drafted_at,
          ${all(wordless('a'), 'a.position', sql`from (select position, state, reason, created_at, message_id from attachments) a where a.message_id = m.id`)} as pictures,
          ${all(wordless('c'), 'c.created_at', sql`from credit_entries c where c.message_id = m.id`)} as entries,
          ${wakeupsAsJson(sql`t.id`)} as wakeups,
          (select coalesce(json_agg(json_build_object('message', ${wordless('answer')},
              'deliveries', ${deliveries}) order by answer.created_at, answer.id), '[]')
            from messages answer where answer.id in (${idsOfAnswers})) as answers
        from messages m
        join threads t on t.id = m.thread_id
        join experts e on e.id = t.expert_id
        where m.id = ${messageId}::uuid`,
  );
  const [way] = rows;
  return way ? { ...way, evidence: await readEvidence(db, way.message) } : null;
}

/** Of a burst, the last text has it. */
async function readEvidence(
  db: Database,
  { id, answered_with_id: withId }: MessageJson,
): Promise<EvidenceJson | null> {
  const [table] = await rowsOf<{ isThere: boolean }>(
    db,
    sql`select to_regclass('evidence') is not null as "isThere"`,
  );
  if (!table?.isThere) return null;
  const [row] = await rowsOf<{ evidence: EvidenceJson }>(
    db,
    sql`select (to_jsonb(e) - 'refused' - 'late_answer')
          || jsonb_build_object('is_refused', e.refused is not null,
            'quotes', (select coalesce(jsonb_agg(quote - 'words' order by nth), '[]')
              from jsonb_array_elements(e.quotes) with ordinality as said(quote, nth))) as evidence
        from evidence e where e.message_id in (${id}::uuid, ${withId}::uuid) limit 1`,
  );
  return row?.evidence ?? null;
}

/** Newest first. */
export async function listNewestOf(db: Database, handle: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select m.id from threads t
        cross join lateral (select id, seq from messages where thread_id = t.id and reply_to_id is null
          order by seq desc limit ${limit}) as m
        where t.handle = ${handle} order by m.seq desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function listNewestIn(
  db: Database,
  threadId: string,
  limit: number,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from messages where thread_id = ${threadId}::uuid and reply_to_id is null
        order by seq desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
