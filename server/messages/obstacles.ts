import { findObstacle, type Obstacle } from '#server/channels/obstacle.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import type { Runtime } from '#server/runtime.ts';
import { findOptOut, hasStopped } from './opt-outs-store.ts';

type Parties = { expert: ExpertRow; thread: ThreadRow };

/** `findObstacle` of this moment. */
export async function findObstacleNow(
  { config, clock }: Pick<Runtime, 'config' | 'clock'>,
  db: Database,
  { expert, thread }: Parties,
): Promise<Obstacle | null> {
  const optOut = await findOptOut(db, expert, thread.handle);
  return findObstacle(config, { expert, thread, optOut: optOut?.kind ?? null }, clock.now());
}

/** Also a STOP whose turn has not come yet. */
export async function findObstacleOrStop(
  runtime: Pick<Runtime, 'config' | 'clock'>,
  db: Database,
  parties: Parties,
): Promise<Obstacle | null> {
  const { expert, thread } = parties;
  if (await hasStopped(db, expert, thread.handle)) return 'stopped';
  return findObstacleNow(runtime, db, parties);
}
