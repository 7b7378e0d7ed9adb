import type { ConfiguredChannel } from '#server/channels/index.ts';
import type { MessageRow } from '#server/db/schema.ts';

type Received = {
  message: Pick<MessageRow, 'keywordAnswered' | 'body' | 'origin'>;
  via: ConfiguredChannel | null;
};

/** Of a STOP, START or HELP. */
export function isAnsweredByGateway(turn: Received): boolean {
  const { message } = turn;
  if (message.keywordAnswered !== null) return true;
  const via = findGateway(turn);
  return via?.channel.answersKeyword?.(message.body, via.settings) === true;
}

/** Null for a text from the dashboard. */
export function findGateway({ message, via }: Received): ConfiguredChannel | null {
  return message.origin === 'gateway' ? via : null;
}
