import type { ChannelKey } from '#shared/channels.ts';
import type { Sender } from './channel.ts';
import { type ChannelSettings, canBeTexted, channelFor, findWindowEnd } from './index.ts';

/**
 * Why no text may leave: the sender is no person's phone, or of a country that we don't text (`unanswerable`); the person
 * has opted out until START (`stopped`) or closed the conversation until they write (`closed`); no gateway is set up; the
 * gateway's window has closed (`late`).
 */
export type Obstacle = 'unanswerable' | 'stopped' | 'closed' | 'not_configured' | 'late';

type Parties = {
  expert: { channel: ChannelKey };
  thread: Sender & Parameters<typeof findWindowEnd>[1];
  optOut: 'stopped' | 'closed' | null;
};

/** The one place that says whether a text may leave; null: it may. */
export function findObstacle(
  config: { channels: ChannelSettings },
  { expert: { channel }, thread, optOut }: Parties,
  now: Date,
): Obstacle | null {
  if (!canBeTexted(channel, thread)) return 'unanswerable';
  if (optOut) return optOut;
  if (!channelFor(config, channel)) return 'not_configured';
  const closesAt = findWindowEnd(channel, thread);
  return closesAt && closesAt <= now ? 'late' : null;
}
