import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from './live-events.ts';
import { followSharedEvents } from './shared-events.ts';

/** The server's open streams. */
let streams: { send(event: LiveEvent): void; end(): void }[] = [];
let isHidden = false;
let isDown = false;

/** As in a browser: one holder, the others in turn. */
function createLocks() {
  type Turn = {
    run: () => Promise<unknown>;
    resolve: (end: unknown) => void;
    reject: (error: unknown) => void;
  };
  const waiting: Turn[] = [];
  let holder: Turn | null = null;
  function hold(turn: Turn | undefined) {
    holder = turn ?? null;
    if (!turn) return;
    const end = () => holder === turn && hold(waiting.shift());
    void turn.run().then(turn.resolve, turn.reject).then(end);
  }
  return {
    request(
      _name: string,
      { signal, steal }: { signal?: AbortSignal; steal?: boolean },
      run: () => Promise<unknown>,
    ) {
      return new Promise((resolve, reject) => {
        const turn = { run, resolve, reject };
        signal?.addEventListener('abort', () => {
          const at = waiting.indexOf(turn);
          if (at === -1) return;
          waiting.splice(at, 1);
          reject(signal.reason);
        });
        if (steal) holder?.reject(new DOMException('Stolen', 'AbortError'));
        if (steal || !holder) hold(turn);
        else waiting.push(turn);
      });
    },
  };
}

/** No fake clock knows a thread's delay. */
class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: (event: { data: unknown }) => void = () => {};
  constructor() {
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.all) {
      if (other !== this) queueMicrotask(() => other.onmessage({ data }));
    }
  }
  close() {
    FakeChannel.all.delete(this);
  }
}

beforeEach(() => {
  streams = [];
  isHidden = false;
  isDown = false;
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'));
    const text = new TransformStream<string, string>();
    const writer = text.writable.getWriter();
    const stream = {
      send: (event: LiveEvent) => void writer.write(`data: ${JSON.stringify(event)}\n\n`),
      end: () => {
        streams = streams.filter((one) => one !== stream);
        void writer.close().catch(() => {});
      },
    };
    signal?.addEventListener('abort', stream.end);
    streams.push(stream);
    return Promise.resolve(new Response(text.readable.pipeThrough(new TextEncoderStream())));
  });
});

const open: AbortController[] = [];
afterEach(() => {
  for (const tab of open.splice(0)) tab.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openTab({ isNeverIdle = false } = {}) {
  const closing = new AbortController();
  open.push(closing);
  const tab = { heard: [] as LiveEvent[], gaps: 0, close: () => closing.abort() };
  void followSharedEvents('events of Ann', {
    signal: closing.signal,
    isIdle: () => document.hidden && !isNeverIdle,
    onEvent: (event) => tab.heard.push(event),
    onConnect: () => {},
    onReconnect: () => {
      tab.gaps += 1;
    },
    onLost: () => {},
  });
  return tab;
}

const untilStreams = (wanted: number) => vi.waitFor(() => expect(streams.length).toBe(wanted));
const untilAllHeard = (tabs: { heard: LiveEvent[] }[], wanted: LiveEvent[]) =>
  vi.waitFor(() => expect(tabs.map(({ heard }) => heard)).toEqual(tabs.map(() => wanted)));

const news = { type: 'account' } as const;
const text = { type: 'thread', threadId: 'a' } as const;

it('opens one stream for all tabs, and another tab takes over when its tab closes', async () => {
  vi.stubGlobal('navigator', { locks: createLocks(), onLine: true });
  const first = openTab();
  await untilStreams(1);
  const others = Array.from({ length: 19 }, () => openTab());
  streams[0]?.send(news);
  await untilAllHeard([first, ...others], [news]);
  expect(streams.length).toBe(1);

  first.close();
  await vi.waitFor(() => expect(others.map(({ gaps }) => gaps)).toEqual(Array(19).fill(1)));
  streams[0]?.send(text);
  await untilAllHeard(others, [news, text]);
  expect([streams.length, first.heard.length]).toEqual([1, 1]);

  for (const tab of others) tab.close();
  await untilStreams(0);
});

it('gives each tab a stream of its own in a browser without locks', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const tabs = [openTab(), openTab()];
  await untilStreams(2);
  for (const stream of streams) stream.send(news);
  await untilAllHeard(tabs, [news]);
});

it('opens no lost stream for hidden tabs; the first one that is seen does', async () => {
  vi.stubGlobal('navigator', { locks: createLocks(), onLine: true });
  const tabs = [openTab(), openTab()];
  await untilStreams(1);
  vi.useFakeTimers();
  isHidden = true;
  streams[0]?.end();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(streams.length).toBe(0);
  vi.useRealTimers();

  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await untilStreams(1);
  await vi.waitFor(() => expect(tabs.map(({ gaps }) => gaps)).toEqual([1, 1]));
});

it('follows for a hidden tab that wants to hear all the same', async () => {
  vi.stubGlobal('navigator', { locks: createLocks(), onLine: true });
  isHidden = true;
  openTab();
  openTab({ isNeverIdle: true });
  await untilStreams(1);
});

it('takes over from a suspended tab, which keeps its lock and passes on nothing', async () => {
  const locks = createLocks();
  vi.stubGlobal('navigator', { locks, onLine: true });
  const suspended = locks.request('events of Ann', {}, () => new Promise(() => {}));
  vi.useFakeTimers();
  const tabs = [openTab(), openTab()];
  await Promise.all([
    expect(suspended).rejects.toThrow('Stolen'),
    vi.advanceTimersByTimeAsync(20_000),
  ]);
  expect([streams.length, tabs.map(({ gaps }) => gaps)]).toEqual([1, [1, 1]]);

  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  streams[0]?.send(news);
  await untilAllHeard(tabs, [news]);
});

it('leaves the lead to a hidden tab that answers, and gives it up when another tab has taken it', async () => {
  const locks = createLocks();
  vi.stubGlobal('navigator', { locks, onLine: true });
  vi.useFakeTimers();
  const tabs = [openTab(), openTab()];
  await vi.advanceTimersByTimeAsync(60_000);
  const [stream] = streams;
  expect([streams.length, tabs.map(({ gaps }) => gaps)]).toEqual([1, [0, 0]]);
  await locks.request('events of Ann', { steal: true }, async () => {});
  await vi.advanceTimersByTimeAsync(0);
  expect([streams.length, streams[0] === stream]).toEqual([1, false]);
});

it('has a tab fetch again that was opened before the stream was', async () => {
  vi.stubGlobal('navigator', { locks: createLocks(), onLine: true });
  vi.useFakeTimers();
  isDown = true;
  const tabs = [openTab()];
  await vi.advanceTimersByTimeAsync(100);
  tabs.push(openTab());
  await vi.advanceTimersByTimeAsync(100);
  isDown = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(tabs.map(({ gaps }) => gaps)).toEqual([1, 1]);
});
