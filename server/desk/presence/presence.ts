import type { Peers } from '#server/db/peers.ts';
import type { Activity, Present } from '#shared/api/presence.ts';

type Sign = { threadId: string; viewId: string; userId: string; doing: Activity };
type View = { userId: string; lookingUntil: number; writingUntil: number };
type Listener = (threadId: string, present: Present[]) => void;

/** Knows which members of the team look at which thread. Pages repeat their signs; nothing is stored. */
export type Presence = {
  /** @returns everyone who is there now. */
  note(sign: Sign): Present[];
  subscribe(listener: Listener): () => void;
};

const lookingMs = 30_000;
const writingMs = 6_000;
const sweepMs = 1_000;

export function createPresence(peers: Peers): Presence {
  const threads = new Map<string, { views: Map<string, View>; told: string }>();
  const listeners = new Set<Listener>();
  let sweeping: NodeJS.Timeout | undefined;
  let unsent: string[] = [];
  const sendSoon = peers.join('presence', {
    collect() {
      const words = unsent;
      unsent = [];
      return words;
    },
    onWord: (word) => void apply(readSign(word)),
  });

  function apply({ threadId, viewId, userId, doing }: Sign): Present[] {
    const { views } = threads.get(threadId) ?? { views: new Map<string, View>() };
    if (!threads.has(threadId)) threads.set(threadId, { views, told: '[]' });
    const now = Date.now();
    // Pages choose their view ids, so two accounts may use the same one.
    const key = `${userId}:${viewId}`;
    if (doing === 'left') views.delete(key);
    else {
      const writingUntil = doing === 'writing' ? now + writingMs : 0;
      views.set(key, { userId, lookingUntil: now + lookingMs, writingUntil });
    }
    sweeping ??= setInterval(sweep, sweepMs).unref();
    return tellIfChanged(threadId);
  }

  function tellIfChanged(threadId: string): Present[] {
    const thread = threads.get(threadId);
    if (!thread) return [];
    const present = listPresent(thread.views);
    const written = JSON.stringify(present);
    if (written !== thread.told) {
      thread.told = written;
      for (const listener of listeners) listener(threadId, present);
    }
    if (present.length === 0) threads.delete(threadId);
    return present;
  }

  function sweep(): void {
    for (const threadId of threads.keys()) tellIfChanged(threadId);
    if (threads.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  return {
    note(sign) {
      unsent.push(writeSign(sign));
      sendSoon();
      return apply(sign);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Drops views whose page has gone silent. */
function listPresent(views: Map<string, View>): Present[] {
  const now = Date.now();
  const writers = new Map<string, boolean>();
  for (const [key, { userId, lookingUntil, writingUntil }] of views) {
    if (lookingUntil <= now) views.delete(key);
    else writers.set(userId, writers.get(userId) || writingUntil > now);
  }
  return [...writers].map(([id, isWriting]) => ({ id, isWriting }));
}

/** Short enough for a notice. */
function writeSign({ threadId, viewId, userId, doing }: Sign): string {
  return `${threadId}:${viewId}:${userId}:${doing}`;
}

function readSign(word: string): Sign {
  const [threadId = '', viewId = '', userId = '', doing] = word.split(':');
  return { threadId, viewId, userId, doing: doing as Activity }; // written by writeSign
}
