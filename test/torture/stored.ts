import { sql } from 'drizzle-orm';
import { type Finding, verifyLedger } from '#server/billing/ledger.ts';
import { type Database, openDatabase, rowsOf } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import type { AnswerState, MessageOrigin } from '#shared/api/messages.ts';
import type { DeliveryState } from '#shared/channels.ts';
import { countWakeups } from '#test/queue.ts';
import type { Scene } from '../../bench/scene.ts';

export type StoredText = {
  id: string;
  sid: string;
  from: string;
  state: AnswerState;
  guard: string | null;
  failures: number;
  /** Now. */
  handler: ThreadRow['handler'];
};
export type StoredAnswer = {
  deliveryId: string;
  textId: string;
  origin: MessageOrigin;
  systemKind: string | null;
  state: DeliveryState;
  reason: string | null;
};
export type Stored = {
  /** In thread order. */
  texts: StoredText[];
  answers: StoredAnswer[];
  ledger: Finding[];
};

/** The embedded database opens only when no process holds it. */
export async function inspect<Value>(
  scene: Scene,
  look: (db: Database) => Promise<Value>,
): Promise<Value> {
  const open = await openDatabase(scene);
  return look(open.db).finally(() => open.close());
}

export async function countUnsettled(db: Database): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select ((select count(*) from messages where answer_state = 'waiting')
      + (select count(*) from deliveries where state in ('queued', 'sending', 'uncertain')))::int as count`,
  );
  return (row?.count ?? 0) + (await countWakeups(db));
}

export async function readStored(db: Database): Promise<Stored> {
  const texts = await rowsOf<StoredText>(
    db,
    sql`select messages.id, gateway_message_id as sid, handle as "from", answer_state as state, guard,
          jsonb_array_length(failures) as failures, handler
        from messages join threads on threads.id = thread_id where origin = 'gateway' order by seq`,
  );
  const answers = await rowsOf<StoredAnswer>(
    db,
    sql`select deliveries.id as "deliveryId", reply_to_id as "textId", origin, system_kind as "systemKind",
          deliveries.state, delivery_reason as reason
        from deliveries join messages on messages.id = message_id
        -- A disclosure that a reply lost and got again goes before it.
        where part >= 0`,
  );
  const { findings } = await verifyLedger(db);
  return { texts, answers, ledger: [...findings, ...(await listWrongCredits(db))] };
}

export async function listWrongCredits(db: Database): Promise<Finding[]> {
  return rowsOf<Finding>(
    db,
    sql`select 'user ' || users.id as row,
          format('%s credits used for %s replies.', users.message_count, count(reply.id)) as problem
        from users
        left join threads on threads.user_id = users.id
        left join messages as reply on reply.thread_id = threads.id and reply.origin = 'ai'
          and reply.delivery_state <> 'failed'
        group by users.id having users.message_count <> count(reply.id)`,
  );
}
