import { type Feed, pushBounded } from './feed.ts';

export type TextStatus =
  | 'received'
  | 'accepted'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'failed';

/** One text between a person's phone and one of our numbers, as the carrier sees it. */
export type Text = {
  sid: string;
  gateway: 'twilio';
  /** The person's phone and our number, E.164, whichever way the text went. */
  person: string;
  number: string;
  /** Addresses as they were on the wire; `from` is null where a messaging service picks the number. */
  from: string | null;
  to: string;
  body: string;
  direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  /** `gateway`: Twilio's own answer to STOP, START or HELP. */
  writtenBy: 'person' | 'product' | 'gateway';
  status: TextStatus;
  errorCode: number | null;
  messagingServiceSid: string | null;
  numSegments: number;
  /** What a person sent along; `path` is where a page of ours can show it. */
  pictures: { sid: string; contentType: string; path: string }[];
  /** A person's text only: how the product's webhook took it; null while it has not answered. */
  handover: { status: number | null; problem: string | null } | null;
  createdAt: string;
  sentAt: string | null;
  updatedAt: string;
};

type Conversation = { number: string; last: Text; count: number };

const keptTexts = 5000;

export type TextLog = {
  readonly all: readonly Text[];
  /** What the product itself sent, newest last. */
  readonly outbox: readonly Text[];
  add(text: Text): Text;
  update(
    text: Text,
    change: Partial<Pick<Text, 'status' | 'errorCode' | 'sentAt' | 'handover'>>,
  ): void;
  find(sid: string): Text | null;
  list(person: string, number: string): Text[];
  conversations(person: string): Conversation[];
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
    list: (person, number) =>
      all.filter((text) => text.person === person && text.number === number),
    conversations: (person) => listConversations(all, person),
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
    const count = (found.get(text.number)?.count ?? 0) + 1;
    found.set(text.number, { number: text.number, last: text, count });
  }
  return [...found.values()].sort((a, b) => b.last.createdAt.localeCompare(a.last.createdAt));
}
