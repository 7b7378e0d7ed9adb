import { sql } from 'drizzle-orm';
import { openWithoutLimits } from '#server/db/client.ts';
import type { Scene } from './scene.ts';

/** From the last 90 days: half validated, a few rejected or not delivered. */
export async function addConversations(scene: Scene, messages: number): Promise<void> {
  const dataDir = scene.settings.DATA_DIR as string;
  const { db, close } = await openWithoutLimits({ databaseUrl: scene.databaseUrl, dataDir });
  await db.execute(
    sql.raw(`
    with place as (
      select id, row_number() over (order by id) - 1 as number from threads
    ), turn as materialized (
      select gen_random_uuid() as id, place.id as thread_id, luck, speed,
        now() - (1 - position::float8 / ${messages / 2}) * interval '90 days' as at
      from (select position, random() as luck, random() as speed
            from generate_series(1, ${messages / 2}) position) drawn
      join place on number = position % (select count(*) from threads)
    ), texts as (
      select id, thread_id, 'inbound' as direction, 'gateway' as origin, at,
        'What is a half and a third, and why is it not two fifths?' as body,
        case when luck < 0.02 then 'refused' else 'answered' end as answer_state,
        case when luck < 0.02 then 'validator' end as guard,
        case when luck < 0.5 then jsonb_build_object('isAllowed', luck >= 0.02, 'reason', 'because',
          'processingTimeMs', 300, 'tokenUsage', jsonb_build_object('input', 80, 'output', 8)) end as verdict,
        null::uuid as reply_to_id, null as system_kind, null::jsonb as ai_meta, null as delivery_state
      from turn
      union all
      select gen_random_uuid(), thread_id, 'outbound', case when luck < 0.02 then 'system' else 'ai' end,
        at + (1 + 4 * speed) * interval '1 second',
        'Cut both into sixths: a half is three of them and a third is two, so together they are five sixths.',
        null, null, null, id, case when luck < 0.02 then 'rejected' end,
        case when luck >= 0.02 then jsonb_build_object('provider', 'openai', 'processingTimeMs', 1400,
          'tokenUsage', jsonb_build_object('input', 200, 'output', 40)) end,
        case when speed < 0.01 then 'failed' else 'delivered' end
      from turn
    )
    insert into messages (id, thread_id, direction, origin, created_at, body, answer_state, guard, verdict,
      reply_to_id, system_kind, ai_meta, delivery_state)
    select id, thread_id, direction, origin, at, body, answer_state, guard, verdict,
      reply_to_id, system_kind, ai_meta, delivery_state
    from texts order by at`),
  );
  await db.execute(
    sql.raw(`
    update threads set message_count = texts.count, last_message_at = texts.at, last_message = 'Cut both into sixths.'
    from (select thread_id, count(*) as count, max(created_at) as at from messages group by 1) texts
    where texts.thread_id = threads.id`),
  );
  await db.execute(sql.raw('vacuum analyze'));
  await close();
}
