import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from './live-events.ts';
import { followSharedEvents } from './shared-events.ts';

/** Streams that the server has open. */
let streams: { send(event: LiveEvent): void; end(): void }[] = [];
let isHidden = false;

/** As a browser does it: one holder, the others in their turn. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) {
      const turn = last.then(() => {
        signal.throwIfAborted();
        return run();
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

beforeEach(() => {
  streams = [];
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
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

it('opens one stream for all tabs; when the tab that has it closes, another one takes over', async () => {
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
