import type { Peers } from './peers.ts';

export type Change =
  /** `wantsHuman`: they have just asked for a person. */
  | { type: 'thread'; threadId: string; userId: string | null; wantsHuman?: boolean }
  /** Credits, trial or subscription of the account. */
  | { type: 'account'; userId: string }
  /** Settings of an expert; only the team is told. */
  | { type: 'expert'; expertId: string };

type ChangeListener = {
  onChange(change: Change): void;
  /** Changes in other processes may have been missed. */
  onGap(): void;
};

/** Carries committed changes to open pages of all processes. */
export type Changes = {
  /** Call only after the change has committed. */
  publish(change: Change): void;
  subscribe(listener: ChangeListener): () => void;
};

export function createChanges(peers: Peers): Changes {
  const listeners = new Set<ChangeListener>();
  const unsent = new Set<string>();

  const deliver = (change: Change) => {
    for (const { onChange } of listeners) onChange(change);
  };
  const sendSoon = peers.join('changes', {
    collect() {
      const written = [...unsent];
      unsent.clear();
      return written;
    },
    onWord: (word) => deliver(readChange(word)),
    onGap() {
      for (const { onGap } of listeners) onGap();
    },
  });

  return {
    publish(change) {
      deliver(change);
      unsent.add(writeChange(change));
      sendSoon();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * `thread:owner`, with `:human` if a human is wanted; `:owner` for an account; `::expert`. Short enough for a notice.
 */
function writeChange(change: Change): string {
  if (change.type === 'account') return `:${change.userId}`;
  if (change.type === 'expert') return `::${change.expertId}`;
  const { threadId, userId, wantsHuman } = change;
  return `${threadId}:${userId ?? ''}${wantsHuman ? ':human' : ''}`;
}

function readChange(written: string): Change {
  const [threadId = '', userId = '', last] = written.split(':');
  if (!threadId && last) return { type: 'expert', expertId: last };
  if (!threadId) return { type: 'account', userId };
  return { type: 'thread', threadId, userId: userId || null, ...(last && { wantsHuman: true }) };
}
