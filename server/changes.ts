/** Something that an open page may show has changed. */
export type Change =
  | { type: 'thread'; threadId: string; userId: string | null }
  /** Credits, trial or subscription of this person. */
  | { type: 'account'; userId: string };

/** Carries changes from where they are committed to the pages that are open. */
export type Changes = {
  publish(change: Change): void;
  subscribe(listener: (change: Change) => void): () => void;
};

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change) {
      for (const listener of listeners) listener(change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
