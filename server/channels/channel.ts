import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import type { SendFailure } from './send-error.ts';

/** A webhook request as the gateway sent it. */
export type WebhookRequest = {
  /** The address the gateway called, as it was configured there: PUBLIC_URL plus path and query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  rawBody: string;
};

/** What a gateway tells us: a person wrote, or one of our texts has come further. */
export type ChannelEvent =
  | {
      kind: 'message';
      /** Together with the channel these two name a message once and for all. */
      gatewayAccount: string;
      gatewayMessageId: string;
      from: string;
      body: string;
      /** The gateway has already answered this keyword itself. */
      keywordAnswered: 'STOP' | 'START' | 'HELP' | null;
    }
  | {
      kind: 'status';
      gatewayMessageId: string;
      /** The delivery that the callback address names, if it does. */
      deliveryId: string | null;
      state: DeliveryState;
      failure: SendFailure | null;
    };

export type OutboundText = {
  to: string;
  from: string;
  body: string;
  /** Where the gateway reports how far the text has come. */
  callbackUrl: string;
};

export type HttpReply = { status: number; contentType: string; body: string };

/**
 * One way to reach people. `Settings` are the channel's credentials and addresses; `fetch` comes from
 * the caller, so that nothing here has a lifetime or a side effect of its own.
 */
export type Channel<Settings> = {
  key: ChannelKey;
  /** Longest text, in characters, that the gateway takes at once. */
  maxLength: number;
  /** Whether the request was signed by the gateway. */
  verify(request: WebhookRequest, settings: Settings): boolean;
  /** @throws {BadWebhook} for a body that is not what the gateway documents. */
  parse(request: WebhookRequest): ChannelEvent[];
  /** What the gateway wants to hear once everything is stored. */
  acknowledge(): HttpReply;
  /** Writes a model's answer as this channel shows text, in parts that are sent in order. */
  shape(text: string): string[];
  /**
   * @returns the gateway's id of the text.
   * @throws {SendError} that says whether another try makes sense.
   */
  send(text: OutboundText, settings: Settings, call: typeof fetch): Promise<string>;
  /**
   * Asks the gateway for texts it took since a moment, for a call whose answer was lost.
   * @returns ids of texts with the same recipient and body, oldest first.
   */
  findSent(
    text: OutboundText,
    since: Date,
    settings: Settings,
    call: typeof fetch,
  ): Promise<string[]>;
};

/** A signed webhook whose body can't be understood; the message names the field. */
export class BadWebhook extends Error {
  override name = 'BadWebhook';
}
