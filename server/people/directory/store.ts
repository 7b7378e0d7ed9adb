import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import {
  experts,
  optOuts,
  payments,
  subscriptions,
  threads,
  tokens,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';

export type PersonRef =
  | { kind: 'account'; user: UserRow }
  | { kind: 'number'; id: string; handle: string };

export type PersonView = {
  id: string;
  isAccount: boolean;
  handle: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: UserRow['role'] | null;
  isVerified: boolean;
  messageCount: number;
  paidMessages: number;
  subExpiration: Date | null;
  subscribedPlan: 'monthly' | 'annual' | null;
  hasBought: boolean;
  channel: ChannelKey | null;
  threadCount: number;
  isOptedOut: boolean;
  lastSeenAt: Date | null;
  createdAt: Date;
};

type Times = 'subExpiration' | 'lastSeenAt' | 'createdAt';
type Row = Omit<PersonView, Times> & Record<Times, number | string | null>;

/** Newest first. Ids follow time, so they serve as the cursor. */
export async function listPeople(
  db: Database,
  { search, after, limit }: { search: string | null; after: string | null; limit: number },
): Promise<PersonView[]> {
  const accounts = and(
    isNull(users.deletedAt),
    after ? sql`${users.id} < ${after}::uuid` : undefined,
    search ? matchesAccount(search) : undefined,
  );
  const numbers = and(
    isNumber,
    isFirstOfNumber,
    after ? sql`${threads.id} < ${after}::uuid` : undefined,
    search ? matchesHandle(threads.handle, search) : undefined,
  );
  return readPeople(
    db,
    sql`(select ${users.id} as id, true as is_account, ${users.phoneNumber} as handle
          from ${users} where ${accounts} order by ${users.id} desc limit ${limit})
        union all
        (select ${threads.id}, false, ${threads.handle}
          from ${threads} where ${numbers} order by ${threads.id} desc limit ${limit})
        order by id desc limit ${limit}`,
  );
}

export async function readPerson(db: Database, ref: PersonRef): Promise<PersonView | null> {
  const id = ref.kind === 'account' ? ref.user.id : ref.id;
  const handle = ref.kind === 'account' ? ref.user.phoneNumber : ref.handle;
  const [person] = await readPeople(
    db,
    sql`select ${id}::uuid as id, ${ref.kind === 'account'}::boolean as is_account, ${handle}::text as handle`,
  );
  return person ?? null;
}

export async function findPersonRef(db: Database, id: string): Promise<PersonRef | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (user) return { kind: 'account', user };
  const [thread] = await db
    .select({ handle: threads.handle, owner: users })
    .from(threads)
    .leftJoin(users, and(eq(users.id, threads.userId), isNull(users.deletedAt)))
    .where(and(eq(threads.id, id), isNull(threads.erasedAt)));
  if (!thread) return null;
  if (thread.owner) return { kind: 'account', user: thread.owner };
  const { handle } = thread;
  const [verified] = await db
    .select()
    .from(users)
    .where(and(eq(users.phoneNumber, handle), sql`${users.phoneVerifiedAt} is not null`));
  if (verified) return { kind: 'account', user: verified };
  const [first] = await db
    .select({ id: threads.id })
    .from(threads)
    .where(and(eq(threads.handle, handle), isUnowned))
    .orderBy(threads.id)
    .limit(1);
  return first ? { kind: 'number', id: first.id, handle } : null;
}

/** On `threads`. A verified number's earlier threads belong to its account. */
export function areThreadsOf(ref: PersonRef): SQL | undefined {
  if (ref.kind === 'number') return and(eq(threads.handle, ref.handle), isUnowned);
  const { id, phoneNumber, phoneVerifiedAt } = ref.user;
  const isOwn = eq(threads.userId, id);
  if (!phoneNumber || !phoneVerifiedAt) return and(isOwn, isNull(threads.erasedAt));
  return and(
    sql`(${isOwn} or (${threads.userId} is null and ${threads.handle} = ${phoneNumber}))`,
    isNull(threads.erasedAt),
  );
}

const isUnowned = and(isNull(threads.userId), isNull(threads.erasedAt));

/** Has texted and belongs to no account. */
const isNumber = and(
  isUnowned,
  sql`${threads.lastInboundAt} is not null`,
  sql`not exists (select 1 from ${threads} as owned where owned.handle = ${threads.handle}
    and owned.user_id is not null and owned.is_current)`,
  sql`not exists (select 1 from ${users} where ${users.phoneNumber} = ${threads.handle}
    and ${users.phoneVerifiedAt} is not null)`,
);

const isFirstOfNumber = sql`not exists (select 1 from ${threads} as earlier
  where earlier.handle = ${threads.handle} and earlier.id < ${threads.id} and earlier.user_id is null
  and earlier.erased_at is null and earlier.last_inbound_at is not null)`;

function matchesAccount(search: string): SQL {
  const name = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`;
  const words = search.split(/\s+/).filter(Boolean);
  // In any order: "Chen Mia" finds Mia Chen.
  const isNamed = and(...words.map((word) => sql`${name} ilike ${toPattern(word)}`));
  return sql`(${users.email} ilike ${toPattern(search)} or (${isNamed})
    or ${matchesHandle(users.phoneNumber, search)})`;
}

/** Also in national form: 020 7946 0991 and +44 (0)20 7946 0991 are +442079460991. */
function matchesHandle(column: typeof users.phoneNumber | typeof threads.handle, search: string) {
  const digits = /^[\d\s()+./-]+$/.test(search)
    ? search.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
    : '';
  return sql`${column} ilike ${toPattern(digits || search)}`;
}

function toPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** @param page rows of (id, is_account, handle). */
async function readPeople(db: Database, page: SQL): Promise<PersonView[]> {
  const isTheirs = sql`${threads.erasedAt} is null and (
    (page.is_account and ${threads.userId} = page.id) or (${threads.userId} is null
      and ${threads.handle} = page.handle and (not page.is_account or ${users.phoneVerifiedAt} is not null)))`;
  const optOut = sql`exists (select 1 from ${optOuts} where ${optOuts.channel} = ${experts.channel}
    and ${optOuts.address} = ${expertAddress} and ${optOuts.handle} = ${threads.handle})`;
  const rows = await rowsOf<Row>(
    db,
    sql`with page as (${page})
      select page.id, page.is_account as "isAccount", page.handle,
        ${users.email}, ${users.firstName} as "firstName", ${users.lastName} as "lastName", ${users.role},
        coalesce(${users.phoneVerifiedAt} is not null, false) as "isVerified",
        coalesce(${users.messageCount}, 0) as "messageCount",
        coalesce(${users.paidMessages}, 0) as "paidMessages",
        ${toMillis(users.subExpiration)} as "subExpiration",
        (select ${subscriptions.plan} from ${subscriptions} where ${subscriptions.userId} = ${users.id}
          order by ${desc(subscriptions.startedAt)} limit 1) as "subscribedPlan",
        exists (select 1 from ${payments} where ${payments.userId} = ${users.id}) as "hasBought",
        talk.channel, coalesce(talk.count, 0)::int as "threadCount",
        coalesce(talk.is_opted_out, false) as "isOptedOut",
        ${toMillis(sql`greatest(talk.seen_at, (select max(${tokens.lastUsedAt}) from ${tokens}
          where ${tokens.userId} = ${users.id}))`)} as "lastSeenAt",
        ${toMillis(sql`coalesce(${users.createdAt}, talk.began_at)`)} as "createdAt"
      from page
      left join ${users} on ${users.id} = page.id and page.is_account
      left join lateral (
        select count(*) as count, max(${threads.lastInboundAt}) as seen_at,
          min(${threads.createdAt}) as began_at, bool_or(${optOut}) as is_opted_out,
          (array_agg(${experts.channel} order by ${threads.lastInboundAt} desc nulls last))[1] as channel
        from ${threads} inner join ${experts} on ${experts.id} = ${threads.expertId}
        where ${isTheirs}
      ) talk on true
      order by page.id desc`,
  );
  return rows.map((row) => ({
    ...row,
    subExpiration: toDate(row.subExpiration),
    lastSeenAt: toDate(row.lastSeenAt),
    createdAt: toDate(row.createdAt) as Date, // never null
  }));
}

/** Both drivers read numbers alike. */
function toMillis(time: SQL | typeof users.subExpiration): SQL {
  return sql`extract(epoch from ${time}) * 1000`;
}

function toDate(millis: number | string | null): Date | null {
  return millis === null ? null : new Date(Number(millis));
}
