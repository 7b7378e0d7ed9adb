import type { Channel } from '#server/channels/channel.ts';

export function cutForSending(
  channel: Channel<unknown>,
  body: string,
  from = 0,
): { parts: string[]; unsentLength: number | null } {
  const { parts, restAt } = channel.cut(body, from);
  return { parts, unsentLength: restAt === null ? null : body.length - restAt };
}
