import { followLiveEvents, type LiveEvent, parseLiveEvent, waitFor } from './live-events.ts';

export type Page = {
  signal: AbortSignal;
  /** An idle tab opens no stream. */
  isIdle: () => boolean;
  /** @param isLeading true in one tab of the browser. */
  onEvent: (event: LiveEvent, isLeading: boolean) => void;
  onConnect: (isLeading: boolean) => void;
  /** Events may have been missed in between. */
  onReconnect: () => void;
  onLost: () => void;
};

type End = 'ended' | 'idle';

/** Events are passed on unparsed, so tabs of different versions get along. */
type Word =
  | { data: string }
  | { connection: string }
  | { isLost: true }
  | { isAlive: true }
  | { isNew: true }
  | { isAsking: true };

/**
 * How often a visible tab asks the leader for a sign of life. It answers without a timer: timers
 * are slow in hidden tabs.
 */
const askEveryMs = 15_000;
const answerMs = 5_000;

/**
 * One stream per browser: the tab that holds the lock passes events on. A browser allows six
 * connections to a server, so with a stream each, a seventh tab could load nothing. Without locks
 * (plain http) each tab has its own.
 * @param name the same in all of an account's tabs.
 */
export async function followSharedEvents(name: string, page: Page): Promise<void> {
  const { signal } = page;
  const tabs = openTabs(name);
  let connection: string | null = null;
  let leading: AbortController | null = null;
  let isLost = false;
  let hasHeard = false;

  const noteConnection = (id: string) => {
    page.onConnect(leading !== null);
    if (connection !== null && connection !== id) page.onReconnect();
    connection = id;
  };
  const noteData = (data: string) => {
    const event = parseLiveEvent(data);
    if (event) page.onEvent(event, leading !== null);
  };
  const noteLost = () => {
    page.onLost();
    // Whatever was loaded without a stream may be outdated.
    connection ??= 'none';
  };
  tabs?.listen((word) => {
    if ('data' in word) noteData(word.data);
    if ('connection' in word) noteConnection(word.connection);
    if ('isLost' in word) noteLost();
    const isQuestion = 'isNew' in word || 'isAsking' in word;
    if (!isQuestion) hasHeard = true;
    if (!leading) return;
    if ('isAsking' in word) tabs.tell({ isAlive: true });
    if ('isNew' in word && isLost) tabs.tell({ isLost });
    else if ('isNew' in word && connection) tabs.tell({ connection });
  });

  async function lead(): Promise<End> {
    const turn = new AbortController();
    leading = turn;
    const end = await followLiveEvents({
      signal: AbortSignal.any([signal, turn.signal]),
      isIdle: page.isIdle,
      onData(data) {
        noteData(data);
        tabs?.tell({ data });
      },
      onConnect() {
        isLost = false;
        const id = `${Date.now()}-${Math.random()}`;
        noteConnection(id);
        tabs?.tell({ connection: id });
      },
      onLost() {
        isLost = true;
        noteLost();
        tabs?.tell({ isLost: true });
      },
    });
    if (leading === turn) leading = null;
    return end;
  }

  /** Resolves when the leader is silent: a suspended tab keeps its lock. */
  async function watchLeader(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await waitFor('visibilitychange', document, until, askEveryMs);
      if (leading || document.hidden) continue;
      // What this tab has loaded may be outdated.
      connection ??= 'none';
      hasHeard = false;
      tabs?.tell({ isAsking: true });
      await waitFor('pagehide', window, until, answerMs);
      if (hasHeard || leading || document.hidden) continue;
      // Before taking the lock, so no other tab takes it, too.
      tabs?.tell({ isAlive: true });
      return;
    }
  }

  /** Leads once no other tab does, or the leader is silent. */
  async function takeTurn({ takeLock, stealLock }: Tabs): Promise<End> {
    const waiting = new AbortController();
    const either = AbortSignal.any([signal, waiting.signal]);
    void watchLeader(either).then(() => waiting.abort());
    try {
      return await takeLock(either, lead).catch((error) => {
        if (leading || !either.aborted || signal.aborted) throw error;
        return stealLock(lead);
      });
    } catch (error) {
      if (signal.aborted) return 'ended';
      if ((error as Error).name !== 'AbortError') throw error;
      // Another tab has stolen this tab's lock.
      leading?.abort();
      leading = null;
      return 'idle';
    } finally {
      waiting.abort();
    }
  }

  tabs?.tell({ isNew: true });
  let end: End = 'idle';
  while (end === 'idle' && !signal.aborted) {
    // What this tab has loaded becomes outdated.
    if (page.isIdle()) connection ??= 'none';
    await waitUntilNeeded(page);
    end = tabs ? await takeTurn(tabs) : await lead();
  }
  tabs?.close();
}

type Tabs = NonNullable<ReturnType<typeof openTabs>>;

/** Null if the browser can't share a stream. */
function openTabs(name: string) {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(name);
  return {
    tell: (word: Word) => channel.postMessage(word),
    listen(hear: (word: Word) => void): void {
      channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
    },
    /** A tab that closes or crashes frees its lock at once. */
    takeLock: (signal: AbortSignal, lead: () => Promise<End>) =>
      navigator.locks.request(name, { signal }, lead),
    stealLock: (lead: () => Promise<End>) => navigator.locks.request(name, { steal: true }, lead),
    close: () => channel.close(),
  };
}

/** Another tab may have stored a choice that needs the stream. */
async function waitUntilNeeded({ signal, isIdle }: Page): Promise<void> {
  while (isIdle() && !signal.aborted) {
    const awake = new AbortController();
    const either = AbortSignal.any([signal, awake.signal]);
    await Promise.race([
      waitFor('visibilitychange', document, either),
      waitFor('storage', window, either),
    ]);
    awake.abort();
  }
}
