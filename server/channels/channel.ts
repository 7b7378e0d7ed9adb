import type { Environment } from '#server/outside/settings/environment.ts';
import type { MessageContent } from '#shared/api/messages.ts';
import type { ChannelKey, DeliveryState } from '#shared/channels.ts';
import type { ChannelCheck } from './check.ts';
import type { SendFailure } from './send-error.ts';
import type { Split } from './split.ts';

export type WebhookRequest = {
  /** As the gateway knows it: PUBLIC_URL plus path and query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  /** Signatures cover its exact bytes, and some gateways compress it. */
  rawBody: Buffer;
};

/** Only the channel reads `details`. */
export type MediaSource = {
  url: string | null;
  id: string | null;
  contentType: string | null;
  details?: Record<string, string>;
};

/** `charset` of a text. */
export type Media = { bytes: Buffer; contentType: string | null; charset?: string };

/** An unknown type or plain bytes may still be a picture. */
export function isNotPicture(contentType: string | null): boolean {
  return contentType !== null && !/^(image\/|application\/octet-stream)/i.test(contentType);
}

/** Some carriers send a long or an accented text as a file beside an empty body. */
export function isTextPart(contentType: string | null): boolean {
  return contentType !== null && /^text\/plain\b/i.test(contentType);
}

/** Whether a model can be shown something of them; the rest is only named. */
export function hasReadable(media: MediaSource[]): boolean {
  return media.some(({ contentType }) => !isNotPicture(contentType) || isTextPart(contentType));
}

/** Another way to the same person than from our address to theirs. `from` null: our address with the prefix of `to`. */
export type AnswerRoute = { to: string; from: string | null };
/** Whom a thread is with, and by which way they wrote last. */
export type Sender = { handle: string; route: AnswerRoute | null };

type Parties = {
  /** E.164 for a phone, else the gateway's id. */
  from: string;
  /** Null if only the webhook's address names the expert. */
  to: string | null;
};

export type ChannelEvent =
  | InboundMessage
  /** `gatewayMessageId` names the message as it was first sent, the rest is what it says now. */
  | (Omit<InboundMessage, 'kind'> & { kind: 'edited'; changeId: string })
  | (Sent & { kind: 'revoked' })
  /** By the gateway about the person, who wrote nothing. */
  | (Sent & { kind: 'notice'; body: string })
  | {
      kind: 'status';
      gatewayMessageId: string;
      deliveryId: string | null;
      /** Every name in a report that may name no delivery. */
      recipient?: { channel: ChannelKey; handles: string[] };
      state: DeliveryState;
      failure: SendFailure | null;
    }
  /** The person gets no more texts until they write again. */
  | ({ kind: 'closed'; gatewayMessageId: string } & Parties);

/** The batch's other items are handled. */
export type UnreadableItem = {
  kind: 'unreadable';
  /** Logged, so it names the field and quotes nothing. */
  reason: string;
};

/** The body of a `reaction` that takes one back. */
export const removedReaction = '[Reaction removed]';

/** Nothing to store, and nothing to repeat. */
export type IgnoredItem = { kind: 'ignored'; outcome: 'group' };

type Sent = Parties & {
  /** A later message may carry only this name of the person. */
  alias?: string;
  /** How to answer it, where that is not from our address to `from`. */
  route?: AnswerRoute;
  gatewayAccount: string;
  gatewayMessageId: string;
  /** By the gateway's clock. */
  sentAt?: Date;
};

export type InboundMessage = Sent & {
  kind: 'message';
  body: string;
  content: MessageContent;
  media: MediaSource[];
  quotedGatewayId: string | null;
  /** As the carrier charges them. */
  segments: number | null;
  /** The gateway has already answered it. */
  keywordAnswered: 'STOP' | 'START' | 'HELP' | null;
};

/** `address` is what people text. */
export type OurAddress = { address: string; senderId: string | null };

export type LinkCard = { url: string; title: string };

export type OutboundText = OurAddress & {
  /** The same in every attempt, for gateways that drop repetitions. */
  id: string;
  to: string;
  body: string;
  card: LinkCard | null;
  /** Not written by an admin; some gateways require the mark. */
  isAutomatic: boolean;
  /** The question's id, if other messages have arrived since. */
  quotedGatewayId: string | null;
  callbackUrl: string;
};

type HttpReply = { status: number; contentType: string; body: string };

/** `webhookUrl` gets the number's texts. */
export type NumberAtGateway = { id: string; webhookUrl: string | null };

/** Chat links are `chatUrl`, our address, and `?text=`. */
export type StandIn = { url: string; chatUrl: string; secret: (name: string) => string };

export type Channel<Settings> = {
  key: ChannelKey;
  /** In characters. */
  maxLength: number;
  readSettings(environment: Environment): Settings | null;
  createStandInSettings(standIn: StandIn, environment: Environment): Settings;
  maxWebhookBytes?: number;
  /** For gateways with one webhook address per account. */
  sharedPath?: string;
  /** A message that names no expert's address is refused, wherever it arrives. */
  alwaysNamesUs?: boolean;
  /** The account may have numbers that no expert uses; a refusal would only be repeated. */
  hasOtherNumbers?: boolean;
  /** In lower case. A request without it is refused before its body is read. */
  signatureHeader: string;
  /** The signature is a token that says nothing of the body, so it is verified before that is read. */
  signsNoBody?: true;
  /** `missing`: unsigned; `foreign`: signed with our secret, about another account. */
  verify(request: WebhookRequest, settings: Settings): 'valid' | 'missing' | 'forged' | 'foreign';
  /** Answers the GET that verifies the webhook's address; null for other GETs. */
  confirmAddress?(query: URLSearchParams, settings: Settings): string | null;
  /** @throws {BadWebhook} for an unreadable body. */
  parse(
    request: WebhookRequest,
    settings: Settings,
  ): (ChannelEvent | IgnoredItem | UnreadableItem)[];
  /** Sent once everything is stored. */
  acknowledge(): HttpReply;
  /** For experts without their own. */
  defaultSenderId?(settings: Settings): string | null;
  /** Whether the gateway itself answers this STOP, START or HELP. */
  answersKeyword?(body: string, settings: Settings): boolean;
  /** Besides STOP, in capitals. */
  stopWords?: readonly string[];
  helpWords?: readonly string[];
  /** Set if the gateway requires a reachable human. */
  humanWords?: readonly string[];
  /** How long after the person's last message we may text; unset: always. */
  windowMs?: number;
  /** Unset: the person has to. */
  mayWriteFirst?: true;
  /** False for what is no person, and for whom we don't text; unset: everyone can be. */
  canBeTexted?(sender: Sender): boolean;
  /** Opens the chat with the text typed in. */
  createChatLink(our: OurAddress, text: string, settings: Settings): string;
  /** A model's Markdown in the channel's own markup. */
  format(markdown: string): string;
  /** Into texts that the gateway takes, from `from`. If something remains, the last one says so. */
  cut(text: string, from?: number): Split;
  /** For text in the channel's own markup. */
  split(text: string): string[];
  /** From a model's Markdown. */
  toParts(text: string): string[];
  countSegments?(part: string): number;
  /** Texts cost nothing by length, so an answer names its sources in its own text. */
  namesSources?: true;
  /** The caller ignores a failure. */
  showTyping?(
    message: OurAddress & { gatewayMessageId: string; to: string; isAutomatic: boolean },
    settings: Settings,
    call: typeof fetch,
  ): Promise<void>;
  /** @throws {SendError} */
  fetchMedia?(source: MediaSource, settings: Settings, call: typeof fetch): Promise<Media>;
  /** @returns the text's id at the gateway. @throws {SendError} */
  send(text: OutboundText, settings: Settings, call: typeof fetch): Promise<string>;
  /** Set if the gateway's API can change webhooks. */
  numbers?: {
    /** Null for another account's number. @throws {SendError} */
    find(address: string, settings: Settings, call: typeof fetch): Promise<NumberAtGateway | null>;
    /** @throws {SendError} */
    setWebhook(
      id: string,
      webhookUrl: string,
      settings: Settings,
      call: typeof fetch,
    ): Promise<void>;
  };
  /** Of the doctor: what can be asked at the gateway. */
  checks: readonly ChannelCheck<Settings>[];
  /** For a lost call without a status report. */
  unknownOutcome: UnknownOutcome<Settings>;
};

type UnknownOutcome<Settings> =
  | {
      settledBy: 'lookup';
      /** With the same recipient and body, oldest first. */
      findSent(
        text: OutboundText,
        since: Date,
        settings: Settings,
        call: typeof fetch,
      ): Promise<string[]>;
      /** All texts from our address to the recipient, oldest first. @throws {SendError} */
      listSent(
        parties: { to: string; address: string },
        since: Date,
        settings: Settings,
        call: typeof fetch,
      ): Promise<{ id: string; body: string }[]>;
    }
  /** The gateway drops a repeated id. */
  | { settledBy: 'resend' }
  /** An unreported text counts as failed, so it is never sent twice. */
  | { settledBy: 'report' };

/** The message names the field. */
export class BadWebhook extends Error {
  override name = 'BadWebhook';
}

export function readHeader({ headers }: WebhookRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
