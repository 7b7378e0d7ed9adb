import { pushBounded } from './bounded.ts';
import type { Feed } from './feed.ts';
import { maskBody, maskHeaders, maskUrl } from './mask.ts';

export type WireKind = 'webhook' | 'status' | 'send' | 'lookup' | 'model' | 'payment';

type Headers = Record<string, string>;

/** One HTTP exchange between the product and a stand-in, secrets masked. */
export type WireEntry = {
  id: number;
  kind: WireKind;
  title: string;
  method: string;
  url: string;
  /** Whose conversation it belongs to, where that is known. */
  person: string | null;
  number: string | null;
  startedAt: string;
  request: { headers: Headers; body: string };
  /** Null while it is under way, and where no answer came. */
  response: { status: number; headers: Headers; body: string } | null;
  isDone: boolean;
  ms: number | null;
  notes: string[];
};

export type OpenExchange = {
  note(text: string): void;
  retitle(title: string): void;
  /** Without an answer: the connection failed or was given up. */
  finish(answer: { status: number; headers: Headers; body: string } | null): void;
};

type Begun = Pick<WireEntry, 'kind' | 'title' | 'method' | 'url' | 'person' | 'number' | 'request'>;

const keptEntries = 1000;

export type WireLog = {
  readonly entries: readonly WireEntry[];
  open(begun: Begun): OpenExchange;
  clear(): void;
};

export function createWireLog(feed: Feed): WireLog {
  const entries: WireEntry[] = [];
  let lastId = 0;

  const open = (begun: Begun): OpenExchange => {
    const startedMs = performance.now();
    lastId += 1;
    const entry: WireEntry = { ...started(begun), id: lastId };
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

function started(begun: Begun): Omit<WireEntry, 'id'> {
  return {
    ...begun,
    url: maskUrl(begun.url),
    startedAt: new Date().toISOString(),
    request: { headers: maskHeaders(begun.request.headers), body: maskBody(begun.request.body) },
    response: null,
    isDone: false,
    ms: null,
    notes: [],
  };
}
