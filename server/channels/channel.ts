import type { Environment } from '#server/environment.ts';
import type { MessageContent } from '#shared/api/threads.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import type { SendFailure } from './send-error.ts';

/** A webhook request as the gateway sent it. */
export type WebhookRequest = {
  /** The address the gateway called, as it was configured there: PUBLIC_URL plus path and query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** The exact bytes: signatures cover them, and some gateways compress. */
  rawBody: Buffer;
};

/** A picture as its gateway names it: an address or an id there, and what only the channel understands. */
export type MediaSource = {
  url: string | null;
  id: string | null;
  contentType: string | null;
  details?: Record<string, string>;
};

/** By what the gateway says; what it says nothing of, or calls just bytes, may be one. */
export function isOtherThanPicture(contentType: string | null): boolean {
  return contentType !== null && !/^(image\/|application\/octet-stream)/i.test(contentType);
}

/** Which person and which of our addresses an event is about, in the gateway's words. */
type Parties = {
  /** The person's address: E.164 where it is a phone, else the gateway's id. */
  from: string;
  /** Our address as the gateway knows it; null where the webhook's own address says whose it is. */
  to: string | null;
};

/** What a gateway tells us. */
export type ChannelEvent =
  | InboundMessage
  /** One of our texts has come further. */
  | {
      kind: 'status';
      gatewayMessageId: string;
      /** The delivery that the callback names, if it does. */
      deliveryId: string | null;
      /** Whom the text went to, by every name that the report gives, where it may come without a delivery's. */
      recipient?: { channel: ChannelKey; handles: string[] };
      state: DeliveryState;
      failure: SendFailure | null;
    }
  /** The person has closed the conversation: no more texts until they write again. */
  | ({ kind: 'left'; gatewayMessageId: string } & Parties);

export type InboundMessage = Parties & {
  kind: 'message';
  /** What else the gateway calls the person: a later message may bear this name alone. */
  alias?: string;
  /** Together with the channel these two name a message once and for all. */
  gatewayAccount: string;
  gatewayMessageId: string;
  body: string;
  content: MessageContent;
  media: MediaSource[];
  /** The gateway's id of the message that this one quotes or reacts to. */
  quotedGatewayId: string | null;
  /** How many segments the carrier counts; null where nobody counts. */
  segments: number | null;
  /** The gateway has already answered this keyword itself. */
  keywordAnswered: 'STOP' | 'START' | 'HELP' | null;
};

/** One of our addresses: the phone number or handle that people see, and the gateway's own id of it, if any. */
export type OurAddress = { address: string; senderId: string | null };

/** Where a text leads, for gateways that can show it as a card instead. */
export type LinkCard = { url: string; title: string };

export type OutboundText = OurAddress & {
  /** Stays the same however often the text is tried: for gateways that know a repeated one by it. */
  id: string;
  to: string;
  body: string;
  /** What the body says, as a card; null where only words do. */
  card: LinkCard | null;
  /** Written by a model or by Sagewire itself: some gateways want that to be said. */
  isAutomatic: boolean;
  /** The gateway's id of the message that it answers, where others have come since; else null. */
  quotedGatewayId: string | null;
  /** Where the gateway reports how far the text has come. */
  callbackUrl: string;
};

export type HttpReply = { status: number; contentType: string; body: string };

/**
 * Where a channel's stand-in is found, where people's browsers open its chats (an address of ours follows, and `?text=`),
 * and secrets that nobody else knows.
 */
export type StandIn = { url: string; chatUrl: string; secret: (name: string) => string };

/**
 * One way to reach people. `Settings` are the channel's credentials and addresses; `fetch` comes from
 * the caller, so that nothing here has a lifetime or a side effect of its own.
 */
export type Channel<Settings> = {
  key: ChannelKey;
  /** Longest text, in characters, that the gateway takes at once. */
  maxLength: number;
  /** Credentials and addresses; null where the environment has none for this channel. */
  readSettings(environment: Environment): Settings | null;
  /** The same for its stand-in. */
  standInSettings(standIn: StandIn, environment: Environment): Settings;
  /** The largest webhook, in bytes, that the gateway documents; without it what a few messages need. */
  largestWebhook?: number;
  /** Where a gateway that knows one address for a whole account delivers; the message says whose it is. */
  sharedAddress?: string;
  /** Whether the request was signed by the gateway; `missing` where nobody has signed it. */
  verify(request: WebhookRequest, settings: Settings): 'valid' | 'missing' | 'forged';
  /** Answers a gateway that asks, by GET, whether an address is ours; null: it is not who it says. */
  confirmAddress?(query: URLSearchParams, settings: Settings): string | null;
  /** @throws {BadWebhook} for a body that is not what the gateway documents. */
  parse(request: WebhookRequest, settings: Settings): ChannelEvent[];
  /** What the gateway wants to hear once everything is stored. */
  acknowledge(): HttpReply;
  /** The sender id that experts without one of their own use. */
  defaultSenderId?(settings: Settings): string | null;
  /** Whether the gateway answers STOP, START and HELP itself. */
  answersKeywords?(settings: Settings): boolean;
  /** Words, in capitals, that mean STOP on this channel beside those of every channel. */
  stopWords?: readonly string[];
  /** The same for HELP. */
  helpWords?: readonly string[];
  /** Words by which people ask for a human, where the gateway's owner wants one to be had. */
  humanWords?: readonly string[];
  /** How long after the person's last message the gateway takes our texts; without it there is no end. */
  windowMs?: number;
  /**
   * Where a business may not write first: the link with which a person opens a chat with us, the words
   * already typed.
   */
  linkToWrite?(our: OurAddress, words: string, settings: Settings): string;
  /** Writes a model's answer as this channel shows text, in parts that are sent in order. */
  shape(text: string): string[];
  /** How many segments the carrier counts; only where it does. */
  countSegments?(part: string): number;
  /** Shows the person that their message is read and an answer is being written. Failing is harmless. */
  showThinking?(
    message: OurAddress & { gatewayMessageId: string; to: string },
    settings: Settings,
    call: typeof fetch,
  ): Promise<void>;
  /** @throws {SendError} that says whether another try makes sense. */
  fetchMedia?(
    source: MediaSource,
    settings: Settings,
    call: typeof fetch,
  ): Promise<{ bytes: Buffer; contentType: string | null }>;
  /**
   * @returns the gateway's id of the text.
   * @throws {SendError} that says whether another try makes sense.
   */
  send(text: OutboundText, settings: Settings, call: typeof fetch): Promise<string>;
  /** How a text is settled whose call was lost, once no callback has told of it. */
  settling: Settling<Settings>;
};

type Settling<Settings> =
  | {
      /** The gateway lists what it took: ids of texts with the same recipient and body, oldest first. */
      by: 'asking';
      findSent(
        text: OutboundText,
        since: Date,
        settings: Settings,
        call: typeof fetch,
      ): Promise<string[]>;
    }
  /** The gateway knows a repeated text by its id: sending once more is safe. */
  | { by: 'repeating' }
  /** Nobody can be asked: without a callback the text counts as failed, so that it never goes out twice. */
  | { by: 'waiting' };

/** A signed webhook whose body can't be understood; the message names the field. */
export class BadWebhook extends Error {
  override name = 'BadWebhook';
}

export function headerOf({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
