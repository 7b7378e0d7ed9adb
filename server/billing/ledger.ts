import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { transact } from '#server/db/transact.ts';

export type Finding = { row: string; problem: string };

const dayOf = (time: SQL) =>
  sql`coalesce(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), 'never')`;

/** Each finds the rows that break a rule. */
const checks: SQL[] = [
  sql`select 'user ' || users.id as row, format(
        'The account has used %s of %s messages; its entries say %s of %s.',
        message_count, paid_messages, coalesce(used, 0), coalesce(granted, 0)) as problem
      from users left join (
        select user_id, sum(used_delta) as used, sum(granted_delta) as granted
        from credit_entries group by user_id
      ) entries on entries.user_id = users.id
      where message_count <> coalesce(used, 0) or paid_messages <> coalesce(granted, 0)`,

  // A conversation that has gone back to its phone is no account's.
  sql`select 'entry ' || entry.id as row, case
        when thread.user_id <> entry.user_id then 'The message it was spent on belongs to another account.'
        else 'The message it was spent on was not answered.' end as problem
      from credit_entries entry
      join messages message on message.id = entry.message_id
      join threads thread on thread.id = message.thread_id
      left join messages reply on reply.reply_to_id = message.id and reply.origin = 'ai'
      where entry.kind = 'spend' and (thread.user_id <> entry.user_id
        or reply.id is null
        or (message.answer_state is distinct from 'answered' and reply.delivery_state is distinct from 'withheld'))`,

  sql`select 'entry ' || entry.id as row, 'It gives back what was never spent.' as problem
      from credit_entries entry
      left join credit_entries spend on spend.message_id = entry.message_id and spend.kind = 'spend'
        and spend.user_id = entry.user_id
      where entry.kind = 'give_back' and spend.id is null`,

  // It stays given back even if a replay or a late report shows that the reply arrived. Of an expired reply neither is
  // known any more; by way of JSON, so that a database without the column is verified, too.
  sql`select 'entry ' || entry.id as row, 'It gives back a reply that did not fail.' as problem
      from credit_entries entry
      join messages reply on reply.reply_to_id = entry.message_id and reply.origin = 'ai'
      join threads thread on thread.id = reply.thread_id and thread.erased_at is null
      where entry.kind = 'give_back' and coalesce(reply.delivery_state, '') not in ('failed', 'withheld')
        and to_jsonb(reply) ->> 'expired_at' is null
        and not exists (select 1 from deliveries where message_id = reply.id
          and jsonb_path_exists(failures, '$[*].kind ? (@ == "replayed" || @ == "unknown_outcome")'))`,

  sql`select 'user ' || users.id as row, 'The free trial was claimed, but not given.' as problem
      from users
      where exists (select 1 from trial_claims where user_id = users.id)
        and not exists (select 1 from credit_entries where user_id = users.id
          and kind = 'grant' and checkout_session_id is null)`,

  sql`select 'user ' || users.id as row, format(
        'Messages are unlimited until %s; the subscriptions say %s.',
        ${dayOf(sql`sub_expiration`)}, ${dayOf(sql`access_until`)}) as problem
      from users left join (
        select user_id, max(access_until) as access_until from subscriptions group by user_id
      ) access on access.user_id = users.id
      where deleted_at is null and sub_expiration is distinct from access_until`,

  sql`select 'entry ' || entry.id as row, 'No free trial was claimed for it.' as problem
      from (
        select id, user_id, row_number() over (partition by user_id order by seq) as nth
        from credit_entries where kind = 'grant' and checkout_session_id is null
      ) entry
      left join trial_claims claim on claim.user_id = entry.user_id and entry.nth = 1
      where claim.user_id is null`,

  sql`select 'entry ' || entry.id as row, 'The payment belongs to another account.' as problem
      from credit_entries entry
      join payments payment on payment.checkout_session_id = entry.checkout_session_id
      where payment.user_id <> entry.user_id`,

  sql`select 'payment ' || payment.checkout_session_id as row, case
        when coalesce(grants, 0) <> 1 then format('It has %s grants instead of one.', coalesce(grants, 0))
        when held < 0 or held > granted then format('%s of its %s messages are held.', held, granted)
        when payment.reversal is null then 'It is good, but its messages were taken back.'
        else 'The payer has the money back, but the messages were not taken back.' end as problem
      from payments payment left join (
        select checkout_session_id, sum(granted_delta) as held,
          sum(granted_delta) filter (where kind = 'grant') as granted,
          count(*) filter (where kind = 'grant') as grants,
          count(*) filter (where kind = 'refund') - count(*) filter (where kind = 'restore') as reversals
        from credit_entries where checkout_session_id is not null group by checkout_session_id
      ) entries on entries.checkout_session_id = payment.checkout_session_id
      where coalesce(grants, 0) <> 1 or held < 0 or held > granted
        or reversals <> (payment.reversal is not null)::int`,

  sql`select 'entry ' || entry.id as row, case
        when audit.id is null then 'No admin is on record for it.'
        else 'The admin on record gave or took another number.' end as problem
      from credit_entries entry
      left join audit_log audit on audit.entity_id = entry.user_id and audit.entity = 'user'
        and audit.after ->> 'entryId' = entry.id::text
      where entry.kind = 'adjust' and (audit.id is null or entry.granted_delta <>
        (audit.after ->> 'paidMessages')::int - (audit.before ->> 'paidMessages')::int)`,
];

export async function verifyLedger(
  db: Database,
): Promise<{ findings: Finding[]; entries: number; people: number }> {
  return transact(
    db,
    async (tx) => {
      const findings: Finding[] = [];
      for (const check of checks) findings.push(...(await rowsOf<Finding>(tx, check)));
      const [size] = await rowsOf<{ entries: number; people: number }>(
        tx,
        sql`select (select count(*) from credit_entries)::int as entries,
              (select count(*) from users)::int as people`,
      );
      return { findings, entries: size?.entries ?? 0, people: size?.people ?? 0 };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
