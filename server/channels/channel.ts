import type { Environment } from '#server/environment.ts';
import type { MessageContent } from '#shared/api/messages.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import type { SendFailure } from './send-error.ts';

export type WebhookRequest = {
  /** The address configured at the gateway: PUBLIC_URL plus path and query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** The exact bytes: signatures cover them, and some gateways compress. */
  rawBody: Buffer;
};

/** An address or id at the gateway; only the channel reads `details`. */
export type MediaSource = {
  url: string | null;
  id: string | null;
  contentType: string | null;
  details?: Record<string, string>;
};

/** An unknown type, or plain bytes, may still be a picture. */
export function isNotPicture(contentType: string | null): boolean {
  return contentType !== null && !/^(image\/|application\/octet-stream)/i.test(contentType);
}

type Parties = {
  /** E.164 for a phone, else the gateway's id. */
  from: string;
  /** Null if only the webhook's address tells which expert is meant. */
  to: string | null;
};

export type ChannelEvent =
  | InboundMessage
  | {
      kind: 'status';
      gatewayMessageId: string;
      deliveryId: string | null;
      /** Every name of the person in the report, for a gateway whose reports may lack the delivery. */
      recipient?: { channel: ChannelKey; handles: string[] };
      state: DeliveryState;
      failure: SendFailure | null;
    }
  /** No more texts until the person writes again. */
  | ({ kind: 'closed'; gatewayMessageId: string } & Parties);

/** The rest of the batch still counts. */
export type UnreadableItem = {
  kind: 'unreadable';
  /** Goes to the log, so it names the field and quotes nothing. */
  reason: string;
};

export type InboundMessage = Parties & {
  kind: 'message';
  /** The person's other name; a later message may have only this one. */
  alias?: string;
  /** Together with the channel, these two identify a message. */
  gatewayAccount: string;
  gatewayMessageId: string;
  body: string;
  content: MessageContent;
  media: MediaSource[];
  /** The message that this one quotes or reacts to. */
  quotedGatewayId: string | null;
  /** Charged by the carrier; null on channels without segments. */
  segments: number | null;
  /** The keyword that the gateway has already answered itself. */
  keywordAnswered: 'STOP' | 'START' | 'HELP' | null;
};

/** `address` is what people see. */
export type OurAddress = { address: string; senderId: string | null };

/** For gateways that can show a link as a card. */
export type LinkCard = { url: string; title: string };

export type OutboundText = OurAddress & {
  /** The same in every attempt, so that a gateway can recognize a repeated text. */
  id: string;
  to: string;
  body: string;
  /** The body as a card; null for a plain text. */
  card: LinkCard | null;
  /** Not written by an admin; some gateways require this to be marked. */
  isAutomatic: boolean;
  /** Set only if other messages have arrived since the one that it answers. */
  quotedGatewayId: string | null;
  callbackUrl: string;
};

export type HttpReply = { status: number; contentType: string; body: string };

/** `webhookUrl` is where the gateway sends the texts to it; null: nowhere of ours. */
export type NumberAtGateway = { id: string; webhookUrl: string | null };

/** Our address and `?text=` follow `chatUrl`. */
export type StandIn = { url: string; chatUrl: string; secret: (name: string) => string };

/** `Settings` are the channel's credentials and addresses. */
export type Channel<Settings> = {
  key: ChannelKey;
  /** In characters. */
  maxLength: number;
  /** Null if the environment has none for this channel. */
  readSettings(environment: Environment): Settings | null;
  createStandInSettings(standIn: StandIn, environment: Environment): Settings;
  /** The largest that the gateway documents. */
  maxWebhookBytes?: number;
  /** For a gateway with one webhook address per account; the message names our address. */
  sharedPath?: string;
  /** Its messages always name us, so one that names an address of no expert is not ours, wherever it arrives. */
  alwaysNamesUs?: boolean;
  /** `missing`: without any signature; `foreign`: signed as ours, but about another account. */
  verify(request: WebhookRequest, settings: Settings): 'valid' | 'missing' | 'forged' | 'foreign';
  /** Answers a gateway's GET that verifies an address; null if the caller is not the gateway. */
  confirmAddress?(query: URLSearchParams, settings: Settings): string | null;
  /** @throws {BadWebhook} if nothing in the body can be read. */
  parse(request: WebhookRequest, settings: Settings): (ChannelEvent | UnreadableItem)[];
  /** Sent once everything is stored. */
  acknowledge(): HttpReply;
  /** For experts without their own. */
  defaultSenderId?(settings: Settings): string | null;
  /** Whether the gateway itself answers this message, because it is one of its words for STOP, START or HELP. */
  answersKeyword?(body: string, settings: Settings): boolean;
  /** Extra words that mean STOP, in capitals. */
  stopWords?: readonly string[];
  helpWords?: readonly string[];
  /** Words that ask for a human, if the gateway requires that one can be reached. */
  humanWords?: readonly string[];
  /** How long after the person's last message the gateway accepts our texts; unset: always. */
  windowMs?: number;
  /** Elsewhere the person has to. */
  mayWriteFirst?: true;
  /** Opens the chat on a phone, with the text typed; a blank one opens it empty. */
  createChatLink(our: OurAddress, text: string, settings: Settings): string;
  /** Converts a model's Markdown to parts that are sent in order. */
  toParts(text: string): string[];
  /** The same for a text that is in the channel's own form already. */
  split(text: string): string[];
  countSegments?(part: string): number;
  /** Marks the message as read, too. A failure is harmless. */
  showTyping?(
    message: OurAddress & { gatewayMessageId: string; to: string; isAutomatic: boolean },
    settings: Settings,
    call: typeof fetch,
  ): Promise<void>;
  /** @throws {SendError} */
  fetchMedia?(
    source: MediaSource,
    settings: Settings,
    call: typeof fetch,
  ): Promise<{ bytes: Buffer; contentType: string | null }>;
  /**
   * @returns the gateway's id of the text.
   * @throws {SendError}
   */
  send(text: OutboundText, settings: Settings, call: typeof fetch): Promise<string>;
  /** Only where the gateway's API shows and changes where it sends the texts to a number. */
  numbers?: {
    /**
     * @returns null for a number that is not in our account.
     * @throws {SendError}
     */
    find(address: string, settings: Settings, call: typeof fetch): Promise<NumberAtGateway | null>;
    /** @throws {SendError} */
    setWebhook(
      id: string,
      webhookUrl: string,
      settings: Settings,
      call: typeof fetch,
    ): Promise<void>;
  };
  /** How to find out whether a text went out when the call is lost and no status report comes. */
  unknownOutcome: UnknownOutcome<Settings>;
};

type UnknownOutcome<Settings> =
  | {
      settledBy: 'lookup';
      /** Ids of texts with the same recipient and body, oldest first. */
      findSent(
        text: OutboundText,
        since: Date,
        settings: Settings,
        call: typeof fetch,
      ): Promise<string[]>;
    }
  /** The gateway recognizes a repeated text by its id. */
  | { settledBy: 'resend' }
  /** Without a report the text counts as failed, so that it never goes out twice. */
  | { settledBy: 'report' };

/** The message names the field. */
export class BadWebhook extends Error {
  override name = 'BadWebhook';
}

export function readHeader({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
