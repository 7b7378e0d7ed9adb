import { randomUUID } from 'node:crypto';
import type { Peers } from '#server/db/peers.ts';

type Place = { userId: string; openedAt: number };
type Own = Place & { replace(): void };
type Foreign = Place & { heardAt: number };

const repeatMs = 25_000;
/** Drops the streams of a process that died. */
const silentMs = 60_000;

/**
 * Replaces an account's oldest stream beyond `maxPerAccount`, in any process. Streams are announced repeatedly, for
 * processes that start later or miss a notice.
 */
export function createStreamPlaces(peers: Peers, maxPerAccount: number) {
  const own = new Map<string, Own>();
  const foreign = new Map<string, Foreign>();
  let unsent: string[] = [];
  const sendSoon = peers.join('streams', {
    collect() {
      const words = unsent;
      unsent = [];
      return words;
    },
    onWord(word) {
      const [id = '', userId = '', openedAt] = word.split(':');
      if (!userId) return void foreign.delete(id);
      const known = foreign.get(id);
      foreign.set(id, { userId, openedAt: Number(openedAt), heardAt: Date.now() });
      // Only for new streams: a search per repetition would be quadratic.
      if (!known) replaceOldest(userId);
    },
  });
  const repeating = setInterval(() => {
    for (const [id, { heardAt }] of foreign) {
      if (heardAt < Date.now() - silentMs) foreign.delete(id);
    }
    unsent.push(...[...own].map(([id, place]) => writeOpen(id, place)));
    if (own.size > 0) sendSoon();
  }, repeatMs);
  repeating.unref();

  function replaceOldest(userId: string): void {
    const all = [...own, ...foreign].filter(([, place]) => place.userId === userId);
    // Ties go by id, so all processes choose the same streams.
    all.sort(([id, a], [otherId, b]) => a.openedAt - b.openedAt || (id < otherId ? -1 : 1));
    for (const [id] of all.slice(0, -maxPerAccount)) {
      own.get(id)?.replace();
      foreign.delete(id);
    }
  }

  return {
    /**
     * @param close closes the stream; its place is free by then. May be called before this returns: a clock that was
     *   set back makes the new stream the oldest.
     * @returns how to release the place.
     */
    take(userId: string, close: () => void): () => void {
      const id = randomUUID();
      const leave = () => {
        if (!own.delete(id)) return;
        unsent.push(id);
        sendSoon();
      };
      const replace = () => {
        leave();
        close();
      };
      const place = { userId, openedAt: Date.now(), replace };
      own.set(id, place);
      unsent.push(writeOpen(id, place));
      sendSoon();
      replaceOldest(userId);
      return leave;
    },
    stop: () => clearInterval(repeating),
  };
}

function writeOpen(id: string, { userId, openedAt }: Place): string {
  return `${id}:${userId}:${openedAt}`;
}
