import type { OutboundText } from '#server/channels/channel.ts';
import type { ConfiguredChannel } from '#server/channels/index.ts';
import type { SendError } from '#server/channels/send-error.ts';
import type { SentPlace } from '../journal/journal.ts';
import type { Took } from '../journal/took.ts';

/** To make outside any transaction. The text is fenced; `text.id` is the delivery's id. */
export type SendStep = {
  kind: 'send' | 'lookup';
  messageId: string;
  place: SentPlace;
  text: OutboundText;
  via: ConfiguredChannel;
  /** When the fence was set. */
  since: Date;
};
/** A call that was made. */
export type Called = { step: SendStep; result: SendResult; took: Took; isStopping: boolean };
export type SendResult = { gatewayMessageId: string } | { found: string[] } | { error: SendError };
