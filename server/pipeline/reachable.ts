import { type ConfiguredChannel, channelFor, windowClosesAt } from '#server/channels/index.ts';
import { findExpert } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import { notFound, unprocessable } from '#server/errors.ts';
import { isForgotten } from '#server/messages/forgotten.ts';
import type { ExpertRow, ThreadRow } from '#server/messages/inbound-store.ts';
import { findOptOut, type OptOut } from '#server/messages/opt-outs-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { channelNames } from '#shared/channels.ts';

/** @throws {AppError} 404 for a thread of somebody forgotten, 422 for one that is a record only. */
export function refuseIfEnded(thread: ThreadRow): void {
  if (isForgotten(thread)) throw notFound('Conversation');
  if (thread.isCurrent) return;
  throw unprocessable('This conversation has ended, because its phone number has changed.');
}

const refusals: Record<OptOut, (expert: string) => string> = {
  stopped: (expert) =>
    `This person has opted out of texts from ${expert}. Only their START lifts that.`,
  left: (expert) =>
    `This person has closed the conversation with ${expert}. It opens again when they write.`,
};

/**
 * The expert of a thread whose person may be texted now, and the channel to do it by.
 * @param thread locked by the caller.
 * @throws {AppError} 422 where they have opted out, the window has closed or no gateway is set up.
 */
export async function reachableExpert(
  runtime: Runtime,
  tx: Database,
  thread: ThreadRow,
): Promise<{ expert: ExpertRow; via: ConfiguredChannel }> {
  const expert = await findExpert(tx, thread.expertId);
  if (!expert) throw notFound('Expert');
  const optOut = await findOptOut(tx, expert, thread.handle);
  if (optOut) throw unprocessable(refusals[optOut](expert.displayName));
  const via = channelFor(runtime.config, expert.channel);
  if (!via) throw unprocessable('No gateway is set up for this channel.');
  const closesAt = windowClosesAt(expert.channel, thread);
  if (closesAt && closesAt <= runtime.clock.now()) {
    throw unprocessable(
      `${channelNames[expert.channel]} takes no texts to this person until they write again.`,
    );
  }
  return { expert, via };
}
