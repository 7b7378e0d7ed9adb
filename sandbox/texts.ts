import type { ChannelKey } from '#shared/channels.ts';
import { pushBounded } from './bounded.ts';
import type { Feed } from './feed.ts';

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

export type Text = {
  sid: string;
  channel: ChannelKey;
  /** In either direction: the person (see addresses.ts) and the expert. */
  person: string;
  number: string;
  /** `from` is null if a messaging service picks the number. */
  from: string | null;
  to: string;
  body: string;
  pictures: { sid: string; contentType: string; path: string }[];
  /** The product sends only `words`. */
  kind: 'words' | 'voice' | 'location' | 'close';
  /** Sid. */
  quoted: string | null;
  reaction: string | null;
  /** Since, by the person who sent it. */
  change: 'edited' | 'deleted' | null;
  direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  /** `gateway`: Twilio's own answer to STOP, START or HELP. */
  writtenBy: 'person' | 'product' | 'gateway';
  status: TextStatus;
  errorCode: number | null;
  /** Twilio only. */
  messagingServiceSid: string | null;
  numSegments: number | null;
  /** How the webhook answered. */
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
    change: null,
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

const maxTexts = 5000;

export type TextLog = {
  readonly all: readonly Text[];
  /** Newest last. */
  readonly outbox: readonly Text[];
  add(text: Text): Text;
  update(
    text: Text,
    change: Partial<
      Pick<Text, 'status' | 'errorCode' | 'sentAt' | 'handover' | 'reaction' | 'body' | 'change'>
    >,
  ): void;
  find(sid: string): Text | null;
  conversations(person: string): Conversation[];
  /** The next text also ends the indicator. */
  showTyping(place: Pick<Text, 'channel' | 'person' | 'number'>, isTyping: boolean): void;
  /** The last text with this body; it owns the model call. */
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
      pushBounded(all, text, maxTexts);
      if (text.writtenBy === 'product') pushBounded(outbox, text, maxTexts);
      bySid.set(text.sid, text);
      const oldest = bySid.keys().next().value;
      if (bySid.size > maxTexts && oldest !== undefined) bySid.delete(oldest);
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
