import { and, eq, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import { type Database, rowsOf } from '#server/db/client.ts';
import { messages, type RestoreRow } from '#server/db/schema.ts';
import { wasWaiting } from '#server/jobs/paused-store.ts';
import { readCertainDanger } from '#server/journey/safety/read-danger.ts';
import { storeRiskEvent } from '#server/messages/risk-events-store.ts';
import { setAtRisk } from '#server/messages/threads-store.ts';
import { applyWaitingStops } from '#server/people/account/apply-waiting-stops.ts';

const pageSize = 500;
/** Of each text, as the guards do. */
const readLength = 16_000;

/** Without a text to anyone. A STOP counts all the same, and the team is shown a crisis. */
export async function closeWaiting(
  tx: Database,
  { config, pause, now }: { config: Config; pause: RestoreRow; now: Date },
): Promise<void> {
  const stops = and(wasWaiting(pause), eq(messages.keyword, 'STOP'));
  const stopped = await tx
    .selectDistinct({ id: messages.threadId })
    .from(messages)
    .where(stops)
    .orderBy(messages.threadId);
  const threadIds = stopped.map(({ id }) => id);
  if (threadIds.length > 0) await applyWaitingStops(tx, config, threadIds);
  await markCrises(tx, pause, now);
  await tx
    .update(messages)
    .set({
      answerState: sql`case ${messages.answerState} when 'waiting' then 'recorded' else ${messages.answerState} end`,
      guard: sql`case ${messages.answerState} when 'waiting' then 'restored' else ${messages.guard} end`,
      replayBy: null,
    })
    .where(wasWaiting(pause));
}

async function markCrises(tx: Database, pause: RestoreRow, now: Date): Promise<void> {
  for (let after = 0; ; ) {
    const page = await rowsOf<{ seq: string; threadId: string; body: string }>(
      tx,
      sql`select seq::text, thread_id as "threadId", left(body, ${readLength}) as body from messages
          where ${wasWaiting(pause)} and seq > ${after} order by seq limit ${pageSize}`,
    );
    for (const { threadId, body } of page) {
      const crisis = readCertainDanger(body, []);
      if (!crisis) continue;
      const { kind, rule } = crisis;
      await setAtRisk(tx, threadId, now);
      const found = { threadId, kind, rule, level: 'certain', country: null, sent: null } as const;
      await storeRiskEvent(tx, { ...found, now });
    }
    if (page.length < pageSize) return;
    after = Number(page.at(-1)?.seq);
  }
}
