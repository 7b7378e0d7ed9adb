import { followLiveEvents, type LiveEvent, parseLiveEvent, waitFor } from './live-events.ts';

export type Page = {
  signal: AbortSignal;
  /** Leaves the stream to other tabs, and opens none for itself. */
  isIdle: () => boolean;
  /** @param isLeading in one tab of the browser. */
  onEvent: (event: LiveEvent, isLeading: boolean) => void;
  onConnect: () => void;
  /** Events may have been missed in between. */
  onReconnect: () => void;
  onLost: () => void;
};

/** What tabs tell each other. Of the stream only its data, so that tabs of two versions get on. */
type Word = { data: string } | { connection: string } | { isLost: true } | { isNew: true };

/**
 * One stream per browser: the tab that holds the lock follows it and passes on what it hears. A browser allows six connections
 * to a server, so a stream in each tab would let the seventh load nothing. Without locks (plain http) each tab has its own.
 * @param name the same in all tabs of one account.
 */
export async function followSharedEvents(name: string, page: Page): Promise<void> {
  const { signal } = page;
  const tabs = openTabs(name);
  let connection: string | null = null;
  let isLeading = false;

  const noteConnection = (id: string) => {
    page.onConnect();
    if (connection !== null && connection !== id) page.onReconnect();
    connection = id;
  };
  const noteData = (data: string) => {
    const event = parseLiveEvent(data);
    if (event) page.onEvent(event, isLeading);
  };
  tabs?.listen((word) => {
    if ('data' in word) noteData(word.data);
    if ('connection' in word) noteConnection(word.connection);
    if ('isLost' in word) page.onLost();
    if ('isNew' in word && isLeading && connection) tabs.tell({ connection });
  });

  async function lead(): Promise<'ended' | 'idle'> {
    isLeading = true;
    const end = await followLiveEvents({
      signal,
      isIdle: page.isIdle,
      onData(data) {
        noteData(data);
        tabs?.tell({ data });
      },
      onConnect() {
        const id = `${Date.now()}-${Math.random()}`;
        noteConnection(id);
        tabs?.tell({ connection: id });
      },
      onLost() {
        page.onLost();
        tabs?.tell({ isLost: true });
      },
    });
    isLeading = false;
    return end;
  }

  tabs?.tell({ isNew: true });
  let end: 'ended' | 'idle' = 'idle';
  while (end === 'idle' && !signal.aborted) {
    // What this tab has loaded grows old meanwhile.
    if (page.isIdle()) connection ??= 'none';
    await waitUntilNeeded(page);
    end = tabs ? await tabs.takeTurn(signal, lead) : await lead();
  }
  tabs?.close();
}

/** Null where the browser can't share. */
function openTabs(name: string) {
  if (!navigator.locks || typeof BroadcastChannel === 'undefined') return null;
  const channel = new BroadcastChannel(name);
  return {
    tell: (word: Word) => channel.postMessage(word),
    listen(hear: (word: Word) => void): void {
      channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
    },
    /** Waits until no other tab leads. The lock of a tab that closes or crashes is free at once. */
    async takeTurn(signal: AbortSignal, lead: () => Promise<'ended' | 'idle'>) {
      try {
        return await navigator.locks.request(name, { signal }, lead);
      } catch (error) {
        if (signal.aborted) return 'ended';
        throw error;
      }
    },
    close: () => channel.close(),
  };
}

/** A choice that another tab stored may need the stream, too. */
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
