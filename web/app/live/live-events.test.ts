import { afterEach, describe, expect, it, vi } from 'vitest';
import { followLiveEvents } from './live-events.ts';

const stop = new AbortController();
afterEach(() => vi.useRealTimers());

const streamOf = (...chunks: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
  );

const nothing = () => {};
const silent = { onData: nothing, onConnect: nothing, onLost: nothing, isIdle: () => false };

describe('followLiveEvents', () => {
  it('reads events across chunks and comments, and reconnects with the token', async () => {
    vi.useFakeTimers();
    localStorage.setItem('auth_token', 'token-1');
    const answers = [
      () =>
        streamOf(
          ': hello\n\ndata: {"type":"thr',
          'ead","threadId":"a"}\n\ndata: {"type":"news"}\n\n',
        ),
      () => new Response('down', { status: 503 }),
      () => streamOf('data: nonsense\n\ndata: {"type":"account"}\r\n\r\n'),
    ];
    const fetch = vi.fn((_path: string, _init: RequestInit) => {
      const answer = answers.shift();
      return answer ? Promise.resolve(answer()) : new Promise<Response>(() => {});
    });
    vi.stubGlobal('fetch', fetch);
    const events: string[] = [];
    const onConnect = vi.fn();
    void followLiveEvents({
      signal: stop.signal,
      ...silent,
      onData: (data) => events.push(data),
      onConnect,
    });
    await vi.advanceTimersByTimeAsync(10_000);

    expect(events).toEqual([
      '{"type":"thread","threadId":"a"}',
      '{"type":"news"}',
      'nonsense',
      '{"type":"account"}',
    ]);
    expect(onConnect).toHaveBeenCalledTimes(2);
    expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('authorization')).toBe(
      'Bearer token-1',
    );
  });

  it('drops the connection when the browser is offline, and reconnects when it is online', async () => {
    vi.useFakeTimers();
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = vi.fn((_path: string, { signal }: RequestInit) => {
      signals.push(signal);
      if (!navigator.onLine) return Promise.reject(new TypeError('Failed to fetch'));
      const stream = new ReadableStream({
        start: (controller) =>
          signal?.addEventListener('abort', () => controller.error(signal.reason)),
      });
      return Promise.resolve(new Response(stream));
    });
    vi.stubGlobal('fetch', fetch);
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const [onConnect, onLost] = [vi.fn(), vi.fn()];
    void followLiveEvents({ signal: stop.signal, ...silent, onConnect, onLost });
    await vi.advanceTimersByTimeAsync(10);

    onLine.mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(signals[0]?.aborted).toBe(true);
    expect(onLost).toHaveBeenCalled();
    expect(onConnect).toHaveBeenCalledTimes(1);

    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(onConnect).toHaveBeenCalledTimes(2);
  });

  it('waits longer before each retry while streams are closed soon', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(() => Promise.resolve(streamOf(': hello\n\n')));
    vi.stubGlobal('fetch', fetch);
    const closing = new AbortController();
    void followLiveEvents({ signal: closing.signal, ...silent });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    closing.abort();
    expect(fetch.mock.calls.length).toBeLessThan(30);
    expect(fetch.mock.calls.length).toBeGreaterThan(10);
  });

  it('waits as long as the server says, less its jitter', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const fetch = vi.fn(() => Promise.resolve(streamOf('retry: 3000\n\n', 'retry: 300000\n\n')));
    vi.stubGlobal('fetch', fetch);
    const closing = new AbortController();
    void followLiveEvents({ signal: closing.signal, ...silent });
    await vi.advanceTimersByTimeAsync(220_000);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    closing.abort();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('does not reopen a lost stream in an idle tab, and reports no lost connection', async () => {
    const fetch = vi.fn(() => Promise.resolve(streamOf('retry: 3000\n\n')));
    vi.stubGlobal('fetch', fetch);
    const onLost = vi.fn();
    const isIdle = () => fetch.mock.calls.length > 0;
    expect(await followLiveEvents({ signal: stop.signal, ...silent, isIdle, onLost })).toBe('idle');
    expect([fetch, onLost].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('stops when the session has ended', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response('', { status: 401 })));
    vi.stubGlobal('fetch', fetch);
    expect(await followLiveEvents({ signal: stop.signal, ...silent })).toBe('ended');
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
