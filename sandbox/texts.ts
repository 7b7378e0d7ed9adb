import type { ChannelKey } from '#shared/channels.ts';
import { pushBounded } from './bounded.ts';
import type { Feed } from './feed.ts';

/** Words of all gateways; each uses some of them. */
export type TextStatus =
  | 'received'
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'failed';

/** One text between a person's phone and one of our addresses, as the gateway sees it. */
export type Text = {
  /** The gateway's id. */
  sid: string;
  channel: ChannelKey;
  /** The person (see addresses.ts) and our address on the channel, whichever way the text went. */
  person: string;
  number: string;
  /** Addresses as they were on the wire; `from` is null where a messaging service picks the number. */
  from: string | null;
  to: string;
  body: string;
  /** What came with it; `path` is where a page of ours can show it. */
  pictures: { sid: string; contentType: string; path: string }[];
  /** A person's: what it is, where it is no words. */
  kind: 'words' | 'voice' | 'location' | 'close';
  /** The text (sid) that this one answers. */
  quoted: string | null;
  /** One of ours: the emoji that the person has put to it. */
  reaction: string | null;
  direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  /** `gateway`: its own answer to STOP, START or HELP. */
  writtenBy: 'person' | 'product' | 'gateway';
  status: TextStatus;
  errorCode: number | null;
  /** Twilio alone has these. */
  messagingServiceSid: string | null;
  numSegments: number | null;
  /** A person's text only: how the product's webhook took it; null while it has not answered. */
  handover: { status: number | null; problem: string | null } | null;
  createdAt: string;
  sentAt: string | null;
  updatedAt: string;
};

export type NewText = Pick<
  Text,
  'sid' | 'channel' | 'person' | 'number' | 'from' | 'to' | 'body' | 'direction' | 'writtenBy'
> &
  Partial<Text>;

export function createText(facts: NewText): Text {
  const now = new Date().toISOString();
  return {
    status: facts.direction === 'inbound' ? 'received' : 'queued',
    pictures: [],
    kind: 'words',
    quoted: null,
    reaction: null,
    errorCode: null,
    messagingServiceSid: null,
    numSegments: null,
    handover: null,
    createdAt: now,
    sentAt: facts.direction === 'inbound' ? now : null,
    updatedAt: now,
    ...facts,
  };
}

type Conversation = { channel: ChannelKey; number: string; last: Text; count: number };

const keptTexts = 5000;

export type TextLog = {
  readonly all: readonly Text[];
  /** What the product itself sent, newest last. */
  readonly outbox: readonly Text[];
  add(text: Text): Text;
  update(
    text: Text,
    change: Partial<Pick<Text, 'status' | 'errorCode' | 'sentAt' | 'handover' | 'reaction'>>,
  ): void;
  find(sid: string): Text | null;
  conversations(person: string): Conversation[];
  /** The other side writes, or has stopped; where a gateway can show that. It also ends with the next text. */
  showTyping(place: Pick<Text, 'channel' | 'person' | 'number'>, isTyping: boolean): void;
  /** Who last texted exactly these words: how a model call is shown beside its conversation. */
  findAuthor(body: string): Text | null;
  clear(): void;
};

export function createTextLog(feed: Feed): TextLog {
  const all: Text[] = [];
  const outbox: Text[] = [];
  const bySid = new Map<string, Text>();

  return {
    all,
    outbox,
    add(text) {
      pushBounded(all, text, keptTexts);
      if (text.writtenBy === 'product') pushBounded(outbox, text, keptTexts);
      bySid.set(text.sid, text);
      const oldest = bySid.keys().next().value;
      if (bySid.size > keptTexts && oldest !== undefined) bySid.delete(oldest);
      feed.publish({ type: 'text', text });
      return text;
    },
    update(text, change) {
      Object.assign(text, change, { updatedAt: new Date().toISOString() });
      feed.publish({ type: 'text', text });
    },
    find: (sid) => bySid.get(sid) ?? null,
    conversations: (person) => listConversations(all, person),
    showTyping({ channel, person, number }, isTyping) {
      feed.publish({ type: 'typing', typing: { channel, person, number, isTyping } });
    },
    findAuthor: (body) =>
      all.findLast((text) => text.writtenBy === 'person' && text.body.trim() === body.trim()) ??
      null,
    clear() {
      all.length = 0;
      outbox.length = 0;
      bySid.clear();
    },
  };
}

function listConversations(all: readonly Text[], person: string): Conversation[] {
  const found = new Map<string, Conversation>();
  for (const text of all) {
    if (text.person !== person) continue;
    const { channel, number } = text;
    const key = `${channel} ${number}`;
    const count = (found.get(key)?.count ?? 0) + 1;
    found.set(key, { channel, number, last: text, count });
  }
  return [...found.values()].sort((a, b) => b.last.createdAt.localeCompare(a.last.createdAt));
}
