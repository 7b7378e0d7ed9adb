import { pushBounded } from './bounded.ts';
import type { Feed } from './feed.ts';
import { maskBody, maskHeaders, maskUrl } from './mask.ts';

export type WireKind =
  | 'webhook'
  | 'status'
  | 'send'
  | 'lookup'
  | 'model'
  | 'moderation'
  | 'payment';

type Headers = Record<string, string>;

/** Secrets are masked. */
export type WireEntry = {
  id: number;
  kind: WireKind;
  title: string;
  method: string;
  url: string;
  person: string | null;
  number: string | null;
  startedAt: string;
  request: { headers: Headers; body: string };
  /** Null while open, and if no answer came. */
  response: { status: number; headers: Headers; body: string } | null;
  isDone: boolean;
  ms: number | null;
  notes: string[];
};

export type OpenExchange = {
  note(text: string): void;
  retitle(title: string): void;
  finish(answer: { status: number; headers: Headers; body: string } | null): void;
};

type NewExchange = Pick<
  WireEntry,
  'kind' | 'title' | 'method' | 'url' | 'person' | 'number' | 'request'
>;

const keptEntries = 1000;

export type WireLog = {
  readonly entries: readonly WireEntry[];
  open(facts: NewExchange): OpenExchange;
  clear(): void;
};

export function createWireLog(feed: Feed): WireLog {
  const entries: WireEntry[] = [];
  let lastId = 0;

  const open = (facts: NewExchange): OpenExchange => {
    const startedMs = performance.now();
    lastId += 1;
    const entry: WireEntry = { ...createEntry(facts), id: lastId };
    const publish = () => feed.publish({ type: 'wire', entry });
    pushBounded(entries, entry, keptEntries);
    publish();
    return {
      note: (text) => void entry.notes.push(text),
      retitle(title) {
        entry.title = title;
      },
      finish(answer) {
        if (entry.isDone) return;
        entry.isDone = true;
        entry.ms = Math.round(performance.now() - startedMs);
        entry.response = answer && {
          status: answer.status,
          headers: maskHeaders(answer.headers),
          body: maskBody(answer.body),
        };
        publish();
      },
    };
  };

  return {
    entries,
    open,
    clear() {
      entries.length = 0;
    },
  };
}

function createEntry(facts: NewExchange): Omit<WireEntry, 'id'> {
  return {
    ...facts,
    url: maskUrl(facts.url),
    startedAt: new Date().toISOString(),
    request: { headers: maskHeaders(facts.request.headers), body: maskBody(facts.request.body) },
    response: null,
    isDone: false,
    ms: null,
    notes: [],
  };
}
