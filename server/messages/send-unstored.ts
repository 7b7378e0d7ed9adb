import { channelFor } from '#server/channels/index.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { findObstacleOrStop } from './obstacles.ts';
import { writeText } from './write-text.ts';

/** To a number whose conversation was erased: not stored, so at most once. */
export async function sendUnstored(
  runtime: Runtime,
  { expert, thread, body }: { expert: ExpertRow; thread: ThreadRow; body: string },
): Promise<void> {
  const via = channelFor(runtime.config, expert.channel);
  if (!via || (await findObstacleOrStop(runtime, runtime.db, { expert, thread }))) return;
  const text = writeText(runtime, via, { id: crypto.randomUUID(), body, expert, thread });
  try {
    await via.channel.send(text, via.settings, runtime.fetch);
  } catch (error) {
    runtime.log.warn({ err: toLoggableError(error) }, 'erasure notice not sent');
  }
}
