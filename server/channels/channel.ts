import type { Environment } from '#server/environment.ts';
import type { MessageContent } from '#shared/api/messages.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import type { SendFailure } from './send-error.ts';

export type WebhookRequest = {
  /** The webhook's address as the gateway knows it: PUBLIC_URL plus path and query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** The unparsed body: signatures cover its exact bytes, and some gateways compress it. */
  rawBody: Buffer;
};

/** An address or id at the gateway. Only the channel reads `details`. */
export type MediaSource = {
  url: string | null;
  id: string | null;
  contentType: string | null;
  details?: Record<string, string>;
};

/** An unknown type or plain bytes may still be a picture. */
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
      /** Every name that the report gives the person; for gateways whose reports may name no delivery. */
      recipient?: { channel: ChannelKey; handles: string[] };
      state: DeliveryState;
      failure: SendFailure | null;
    }
  /** The person gets no more texts until they write again. */
  | ({ kind: 'closed'; gatewayMessageId: string } & Parties);

/** The other items of its batch are handled. */
export type UnreadableItem = {
  kind: 'unreadable';
  /** Logged, so it names the field and quotes nothing. */
  reason: string;
};

export type InboundMessage = Parties & {
  kind: 'message';
  /** Another name of the person; a later message may carry only this one. */
  alias?: string;
  /** Channel, account and message id together identify a message. */
  gatewayAccount: string;
  gatewayMessageId: string;
  body: string;
  content: MessageContent;
  media: MediaSource[];
  /** The message that this one quotes or reacts to. */
  quotedGatewayId: string | null;
  /** As the carrier charges them; null on channels without segments. */
  segments: number | null;
  /** The keyword that the gateway has already answered itself. */
  keywordAnswered: 'STOP' | 'START' | 'HELP' | null;
};

/** `address` is what people text. */
export type OurAddress = { address: string; senderId: string | null };

/** For gateways that can show a link as a card. */
export type LinkCard = { url: string; title: string };

export type OutboundText = OurAddress & {
  /** Stays the same in every attempt, so that a gateway can recognize a repetition. */
  id: string;
  to: string;
  body: string;
  /** The body as a card; null for plain text. */
  card: LinkCard | null;
  /** True unless an admin wrote it; some gateways require the mark. */
  isAutomatic: boolean;
  /** The question's id, set only if other messages have arrived since. */
  quotedGatewayId: string | null;
  callbackUrl: string;
};

type HttpReply = { status: number; contentType: string; body: string };

/** `webhookUrl` is where the gateway sends texts to this number; null if that is not a webhook. */
export type NumberAtGateway = { id: string; webhookUrl: string | null };

/** Chat links are `chatUrl`, our address, and `?text=`. */
export type StandIn = { url: string; chatUrl: string; secret: (name: string) => string };

/** `Settings` are the channel's credentials and addresses. */
export type Channel<Settings> = {
  key: ChannelKey;
  /** In characters. */
  maxLength: number;
  /** Null if the environment has no credentials for this channel. */
  readSettings(environment: Environment): Settings | null;
  createStandInSettings(standIn: StandIn, environment: Environment): Settings;
  /** The largest body that the gateway documents. */
  maxWebhookBytes?: number;
  /** For gateways with one webhook address per account, whose messages name our address. */
  sharedPath?: string;
  /** Every message names our address. One that names an address of no expert is refused, wherever it arrives. */
  alwaysNamesUs?: boolean;
  /** `missing`: no signature at all; `foreign`: signed with our secret, but about another account. */
  verify(request: WebhookRequest, settings: Settings): 'valid' | 'missing' | 'forged' | 'foreign';
  /** Answers the gateway's GET that verifies the webhook's address; null if the caller is not the gateway. */
  confirmAddress?(query: URLSearchParams, settings: Settings): string | null;
  /** @throws {BadWebhook} if the body as a whole can't be read. */
  parse(request: WebhookRequest, settings: Settings): (ChannelEvent | UnreadableItem)[];
  /** Sent once everything is stored. */
  acknowledge(): HttpReply;
  /** For experts without a sender of their own. */
  defaultSenderId?(settings: Settings): string | null;
  /**
   * Whether the gateway itself answers this message, because it is one of the gateway's words for STOP, START or HELP.
   */
  answersKeyword?(body: string, settings: Settings): boolean;
  /** Extra words that mean STOP, in capitals. */
  stopWords?: readonly string[];
  helpWords?: readonly string[];
  /** Words that ask for a human, if the gateway requires that one can be reached. */
  humanWords?: readonly string[];
  /** How long after the person's last message the gateway accepts our texts; unset: always. */
  windowMs?: number;
  /** Unset: the person has to. */
  mayWriteFirst?: true;
  /** A link that opens the chat on a phone, with the text typed in unless it is empty. */
  createChatLink(our: OurAddress, text: string, settings: Settings): string;
  /** Converts a model's Markdown to the parts to send, in order. */
  toParts(text: string): string[];
  /** Splits a text that is already in the channel's own markup. */
  split(text: string): string[];
  countSegments?(part: string): number;
  /** Also marks the message as read. The caller ignores a failure. */
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
   * @returns the text's id at the gateway.
   * @throws {SendError}
   */
  send(text: OutboundText, settings: Settings, call: typeof fetch): Promise<string>;
  /** Set where the gateway's API can read and change a number's webhook. */
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
  /** How to find out whether a text was sent, if the call got lost and no status report comes. */
  unknownOutcome: UnknownOutcome<Settings>;
};

type UnknownOutcome<Settings> =
  | {
      settledBy: 'lookup';
      /** Lists texts with the same recipient and body, oldest first. */
      findSent(
        text: OutboundText,
        since: Date,
        settings: Settings,
        call: typeof fetch,
      ): Promise<string[]>;
    }
  /** Send again: the gateway recognizes a repetition by its id. */
  | { settledBy: 'resend' }
  /** Wait for a report; without one the text counts as failed, so that it is never sent twice. */
  | { settledBy: 'report' };

/** The message names the field. */
export class BadWebhook extends Error {
  override name = 'BadWebhook';
}

export function readHeader({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
