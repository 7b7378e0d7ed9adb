import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { isStoredWithin, isUnreported, messageKinds } from '#server/db/message-kinds.ts';
import { readMuch } from '#server/db/read-much.ts';
import { messages, threads } from '#server/db/schema.ts';

/** `edges` bound the days, so there is one more. */
export type Scope = { edges: Date[]; expertId: string | undefined };

/** Days count from 1; totals have null in both. */
export type Group = { day: number | null; expertId: string | null };

export type Counts = Group & {
  messagesIn: number;
  messagesOut: number;
  systemTexts: number;
  answered: number;
  delivered: number;
  failed: number;
  validated: number;
  rejected: number;
  inputTokens: number;
  outputTokens: number;
  unreported: number;
};

const { aiMeta, verdict } = messages;

const sums: Record<Exclude<keyof Counts, keyof Group>, SQL> = {
  messagesIn: countOf(messageKinds.in),
  messagesOut: countOf(messageKinds.out),
  systemTexts: countOf(messageKinds.system),
  answered: countOf(messageKinds.answered),
  delivered: countOf(messageKinds.delivered),
  failed: countOf(messageKinds.failed),
  validated: countOf(messageKinds.validated),
  rejected: countOf(messageKinds.rejected),
  inputTokens: sql`${tokensOf(aiMeta, 'input')} + ${tokensOf(verdict, 'input')}`,
  outputTokens: sql`${tokensOf(aiMeta, 'output')} + ${tokensOf(verdict, 'output')}`,
  unreported: sql`${countUnreported(aiMeta)} + ${countUnreported(verdict)}`,
};

/** Reads the messages once, then sums per day and expert. */
export function countMessages(db: Database, scope: Scope): Promise<Counts[]> {
  const names = Object.keys(sums).map((name) => sql.identifier(name));
  const columns = Object.entries(sums).map(([name, sum]) => sql`${sum} as ${sql.identifier(name)}`);
  const perDayAndExpert = sql`
    select ${dayNumber(scope)} as day, ${threads.expertId} as expert_id, ${sql.join(columns, sql`, `)}
    from ${messages} join ${threads} on ${threads.id} = ${messages.threadId}
    where ${isInScope(scope)}
    group by 1, 2`;
  const totals = names.map((name) => sql`coalesce(sum(${name}), 0)::float8 as ${name}`);
  return readGroups(db, perDayAndExpert, sql.join(totals, sql`, `));
}

export type Responses = Group & { people: number; p50: number | null; p95: number | null };

/** People who wrote (each once, even to two experts), and ms to the model's reply. */
export function measureResponses(db: Database, scope: Scope): Promise<Responses[]> {
  // A reply is no older than its question. Without this, PostgreSQL reads every reply.
  const isRecent = sql`reply.created_at >= ${scope.edges[0]?.toISOString()}::timestamptz`;
  const perMessage = sql`
    select ${dayNumber(scope)} as day, ${threads.expertId} as expert_id,
      coalesce(${threads.userId}, md5(${threads.handle})::uuid) as person,
      date_part('epoch', reply.created_at - ${messages.createdAt}) * 1000 as waited
    from ${messages} join ${threads} on ${threads.id} = ${messages.threadId}
    left join ${messages} reply
      on reply.reply_to_id = ${messages.id} and reply.origin = 'ai' and ${isRecent}
        and reply.delivery_state is distinct from 'withheld'
    where ${isInScope(scope)} and ${messageKinds.in}`;
  return readGroups(
    db,
    perMessage,
    sql`count(distinct person)::float8 as people,
        percentile_cont(0.5) within group (order by waited) as p50,
        percentile_cont(0.95) within group (order by waited) as p95`,
  );
}

export async function hasMessages(db: Database): Promise<boolean> {
  const [row] = await db.select({ id: messages.id }).from(messages).limit(1);
  return row !== undefined;
}

function isInScope({ edges, expertId }: Scope): SQL | undefined {
  const [from, to] = [edges[0] as Date, edges.at(-1) as Date];
  const isWithExpert = expertId ? eq(threads.expertId, expertId) : undefined;
  return and(isStoredWithin({ from, to }), isWithExpert);
}

function dayNumber({ edges }: Scope): SQL {
  const bounds = `{${edges.map((edge) => edge.toISOString()).join(',')}}`;
  return sql`width_bucket(${messages.createdAt}, ${bounds}::timestamptz[])`;
}

function readGroups<Row extends Group>(db: Database, inner: SQL, measures: SQL): Promise<Row[]> {
  return readMuch(db, (tx) =>
    rowsOf<Row>(
      tx,
      sql`select day, expert_id as "expertId", ${measures} from (${inner}) message
          group by grouping sets ((), (day), (expert_id))`,
    ),
  );
}

function countOf(kind: SQL): SQL {
  return sql`count(*) filter (where ${kind})`;
}

type UsageColumn = typeof aiMeta | typeof verdict;

function tokensOf(column: UsageColumn, side: 'input' | 'output'): SQL {
  return sql`coalesce(sum((${column}->'tokenUsage'->>'${sql.raw(side)}')::float8), 0)`;
}

function countUnreported(column: UsageColumn): SQL {
  return countOf(isUnreported(column));
}
