import { channelFor } from '#server/channels/index.ts';
import type { Config } from '#server/config.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';

type Origin = Pick<ClaimedMessage, 'message' | 'expert'>;

export function isAnsweredByGateway(config: Config, { message, expert }: Origin): boolean {
  if (message.keywordAnswered !== null) return true;
  const via = findGateway(config, { message, expert });
  return via?.channel.answersKeyword?.(message.body, via.settings) === true;
}

export function findGateway(config: Config, { message, expert }: Origin) {
  return message.origin === 'gateway' ? channelFor(config, expert.channel) : null;
}
