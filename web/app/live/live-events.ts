import type { Present } from '#shared/api/presence.ts';
import { sendRequest, statusOf } from '#web/lib/api-client.ts';

export type LiveEvent =
  /** For staff. `wantsHuman`: they just asked for a person; `isNumber`: they have no account. */
  | { type: 'thread'; threadId: string; wantsHuman?: true; isNumber?: true }
  | { type: 'account' }
  /** Another person's account, for admins. */
  | { type: 'person'; personId: string }
  /** An expert's settings, for staff. */
  | { type: 'expert'; expertId: string }
  /** Who is looking at a thread now, for staff. */
  | { type: 'presence'; threadId: string; present: Present[] };

const firstRetryMs = 1000;
const maxRetryMs = 60_000;
/**
 * A stream that ends sooner counts as a failure: the server closes the oldest of too many, and
 * pages that reconnect at once would keep closing each other's.
 */
const steadyMs = 60_000;
/** The server sends at least a comment this often; silence means a dead connection. */
const silenceMs = 90_000;

type Options = {
  signal: AbortSignal;
  /** For `parseLiveEvent`. */
  onData: (data: string) => void;
  onConnect: () => void;
  onLost: () => void;
  /** While true, a lost stream is not reopened. */
  isIdle: () => boolean;
};

/**
 * Uses fetch because EventSource can't send the bearer header.
 * @returns `ended` with the session or the signal.
 */
export async function followLiveEvents(options: Options): Promise<'ended' | 'idle'> {
  const { signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    if (options.isIdle()) return 'idle';
    const startedAt = Date.now();
    let serverRetryMs = 0;
    try {
      await readStream(
        signal,
        (texts) => {
          for (const text of texts) {
            serverRetryMs = parseRetry(text) ?? serverRetryMs;
            const data = readData(text);
            if (data) options.onData(data);
          }
        },
        options.onConnect,
      );
    } catch (error) {
      // The session ended; a new token starts a new stream.
      if (statusOf(error) === 401) return 'ended';
    }
    if (Date.now() - startedAt >= steadyMs) failures = 0;
    if (signal.aborted || options.isIdle()) continue;
    options.onLost();
    const backoffMs = Math.min(firstRetryMs * 2 ** failures, maxRetryMs);
    const delayMs = Math.max(backoffMs, serverRetryMs);
    failures += 1;
    // Jitter spreads the reconnects after a server restart.
    await waitFor('online', window, signal, delayMs * (0.5 + Math.random() / 2));
  }
  return 'ended';
}

async function readStream(
  signal: AbortSignal,
  onEvents: (texts: string[]) => void,
  onOpen: () => void,
): Promise<void> {
  const dead = new AbortController();
  const giveUp = () => dead.abort();
  // Browsers notice a lost connection long before the silence.
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

/** The server's reconnect delay, in ms. */
function parseRetry(text: string): number | null {
  const [, ms] = /^retry: *(\d+)$/m.exec(text) ?? [];
  return ms === undefined ? null : Number(ms);
}

function readData(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n');
}

export function parseLiveEvent(data: string): LiveEvent | null {
  try {
    const event = JSON.parse(data) as Record<string, unknown> | null;
    const { type, threadId, personId, expertId, present, wantsHuman, isNumber } = event ?? {};
    if (type === 'account') return { type };
    if (type === 'thread' && typeof threadId === 'string') {
      return {
        type,
        threadId,
        ...(wantsHuman === true && { wantsHuman }),
        ...(isNumber === true && { isNumber }),
      };
    }
    if (type === 'expert' && typeof expertId === 'string') return { type, expertId };
    if (type === 'person' && typeof personId === 'string') return { type, personId };
    if (type === 'presence' && typeof threadId === 'string' && Array.isArray(present)) {
      return { type, threadId, present };
    }
    // A newer server may send unknown types.
    return null;
  } catch {
    return null;
  }
}

/** Resolves with the event, the timeout or the abort. */
export function waitFor(
  event: string,
  target: EventTarget,
  signal: AbortSignal,
  timeoutMs?: number,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = timeoutMs === undefined ? undefined : setTimeout(done, timeoutMs);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      target.removeEventListener(event, done);
      resolve();
    }
    signal.addEventListener('abort', done);
    target.addEventListener(event, done);
    if (signal.aborted) done();
  });
}
