import { sql } from 'drizzle-orm';
import { openDatabase } from '#server/db/client.ts';
import { rebuildSearch } from '#server/desk/search/fill.ts';
import { addConversations } from './conversations.ts';
import type { Scene } from './scene.ts';

/** A busy team's conversations, most with an account. */
export async function addDesk(
  scene: Scene,
  { conversations, messages }: { conversations: number; messages: number },
): Promise<void> {
  await runAll(scene, [
    `insert into users (id, email, password_hash, first_name, last_name, phone_number, phone_verified_at, paid_messages)
      select gen_random_uuid(), 'person' || number || '@example.com', '', 'Person', 'Number' || number,
        '+1303' || (2000000 + number), now(), case when number % 50 = 0 then 0 else 1000 end
      from generate_series(1, ${conversations} * 4 / 5) number`,
    `insert into threads (id, expert_id, handle, user_id, created_at)
      select gen_random_uuid(), experts.id, users.phone_number, users.id, now() - interval '90 days'
      from users, experts where users.phone_number like '+1303%'`,
    `insert into threads (id, expert_id, handle, created_at)
      select gen_random_uuid(), experts.id, '+1404' || (2000000 + number), now() - interval '90 days'
      from generate_series(1, ${conversations} / 5) number, experts`,
  ]);
  await addConversations(scene, messages);
  await runAll(scene, [
    `update messages set dismissed_at = now() where delivery_state = 'failed' and random() < 0.9`,
    `update threads set last_inbound_seq = newest.seq, person_wrote_at = newest.at
      from (select thread_id, max(seq) as seq, max(created_at) as at from messages where direction = 'inbound' group by 1) newest
      where newest.thread_id = threads.id`,
    `update threads set resolved_at = now() where random() < 0.3`,
    `update threads set handler = 'human', handed_at = now(), handed_because = 'asked', human_wanted_at = now()
      where resolved_at is null and random() < 0.005`,
    `insert into labels (id, name, hue) select gen_random_uuid(), 'Label ' || number, 'teal'
      from generate_series(1, 10) number`,
    `insert into thread_labels (thread_id, label_id) select threads.id, labels.id from threads, labels
      where random() < 0.03`,
    'vacuum analyze',
  ]);
  const open = await openScene(scene);
  await rebuildSearch(open.db);
  await open.close();
}

/** The admin has seen all but a few hundred conversations. */
export async function markSeen(scene: Scene, email: string): Promise<void> {
  await runAll(scene, [
    `update users set created_at = now() - interval '1 year' where email = '${email}'`,
    `insert into thread_seen (user_id, thread_id, seq)
      select users.id, threads.id, threads.last_inbound_seq from users, threads
      where users.email = '${email}' and threads.last_inbound_seq is not null and random() < 0.99`,
    'vacuum analyze',
  ]);
}

function openScene({ databaseUrl, dataDir }: Scene) {
  return openDatabase({ databaseUrl, dataDir });
}

async function runAll(scene: Scene, statements: string[]): Promise<void> {
  const { db, close } = await openScene(scene);
  for (const statement of statements) await db.execute(sql.raw(statement));
  await close();
}
