import { sendRequest, statusOf } from './api-client.ts';

export type LiveEvent = { type: 'thread'; threadId: string } | { type: 'account' };

const firstRetryMs = 1000;
const maxRetryMs = 60_000;
/** The server says something at least that often, if only a comment; silence means a dead line. */
const silenceMs = 90_000;

/**
 * Reads GET /api/events until the signal aborts. fetch instead of EventSource, because only fetch can carry
 * the bearer header. Live updates are a comfort: a failure is never shown, the next try comes later and later.
 */
export async function followLiveEvents(options: {
  signal: AbortSignal;
  onEvent: (event: LiveEvent) => void;
  onConnect: () => void;
  /** Events may have been missed in between. */
  onReconnect: () => void;
  /** The line is gone; the next try is already planned. */
  onLost: () => void;
}): Promise<void> {
  let failures = 0;
  let wasConnected = false;
  while (!options.signal.aborted) {
    try {
      await readStream(
        options.signal,
        (texts) => {
          failures = 0;
          for (const text of texts) {
            const event = parseEvent(text);
            if (event) options.onEvent(event);
          }
        },
        () => {
          options.onConnect();
          if (wasConnected) options.onReconnect();
          wasConnected = true;
        },
      );
    } catch (error) {
      // The session ended; a new token starts a new stream.
      if (statusOf(error) === 401) return;
    }
    if (options.signal.aborted) return;
    options.onLost();
    failures += 1;
    const delayMs = Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs);
    // Jitter, so that a restarted server does not meet everyone in the same moment.
    await wait(delayMs * (0.5 + Math.random() / 2), options.signal);
  }
}

async function readStream(
  signal: AbortSignal,
  onEvents: (texts: string[]) => void,
  onOpen: () => void,
): Promise<void> {
  const dead = new AbortController();
  const giveUp = () => dead.abort();
  // The browser knows at once that the line is gone; silence would tell much later.
  window.addEventListener('offline', giveUp);
  try {
    const headers = { accept: 'text/event-stream' };
    const either = AbortSignal.any([signal, dead.signal]);
    const response = await sendRequest('GET', '/api/events', { signal: either, headers });
    if (!response.body) return;
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const timer = setTimeout(giveUp, silenceMs);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const parts = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = parts.pop() ?? '';
      onEvents(parts);
    }
  } finally {
    window.removeEventListener('offline', giveUp);
  }
}

function parseEvent(text: string): LiveEvent | null {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n');
  if (!data) return null;
  try {
    const event = JSON.parse(data) as { type?: unknown; threadId?: unknown } | null;
    if (event?.type === 'account') return { type: 'account' };
    // A newer server may speak of things that this page does not know yet.
    if (event?.type !== 'thread' || typeof event.threadId !== 'string') return null;
    return { type: 'thread', threadId: event.threadId };
  } catch {
    return null;
  }
}

/** Shorter where the browser tells meanwhile that the line is back. */
function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, delayMs);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      window.removeEventListener('online', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    window.addEventListener('online', done);
  });
}
