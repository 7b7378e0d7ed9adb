import { type ConfiguredChannel, channelFor } from '#server/channels/index.ts';
import type { Obstacle } from '#server/channels/obstacle.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { notFound, unprocessable } from '#server/errors.ts';
import { findExpert } from '#server/experts/store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import type { OptOutKind } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { channelNames } from '#shared/channels.ts';

/** @throws {AppError} 404 for an erased person's thread, 422 if the thread is only a record. */
export function requireCurrent(thread: ThreadRow): void {
  if (thread.erasedAt) throw notFound('Conversation');
  if (thread.isCurrent) return;
  throw unprocessable('This conversation has ended, because its phone number has changed.');
}

export type Refusals = Record<OptOutKind | 'late', (expert: string, channel?: string) => string>;

const refusals: Refusals = {
  stopped: (expert) =>
    `This person has opted out of texts from ${expert}. Only they can opt back in, by texting START.`,
  closed: (expert) =>
    `This person has closed the conversation with ${expert}. It reopens when they write.`,
  late: (_, channel) => `${channel} takes no texts to this person until they write again.`,
};

export const unanswerable =
  "This sender can't be answered: it is no person's phone, or of a country that we don't text.";

/**
 * @param thread locked by the caller.
 * @throws {AppError} 422 if the sender can't be texted, has opted out, the window has closed or no gateway is set up.
 */
export async function getReachableExpert(
  runtime: Runtime,
  tx: Database,
  thread: ThreadRow,
  words: Refusals = refusals,
): Promise<{ expert: ExpertRow; via: ConfiguredChannel }> {
  const expert = await findExpert(tx, thread.expertId);
  if (!expert) throw notFound('Expert');
  const obstacle = await findObstacleNow(runtime, tx, { expert, thread });
  const via = channelFor(runtime.config, expert.channel);
  if (!obstacle && via) return { expert, via };
  throw unprocessable(describe(obstacle ?? 'not_configured', expert, words));
}

function describe(obstacle: Obstacle, expert: ExpertRow, words: Refusals): string {
  if (obstacle === 'unanswerable') return unanswerable;
  if (obstacle === 'not_configured') return 'No gateway is set up for this channel.';
  return words[obstacle](expert.displayName, channelNames[expert.channel]);
}
