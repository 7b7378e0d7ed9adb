import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Notices } from './db/notices.ts';

/** Something that an open page may show has changed. */
export type Change =
  | { type: 'thread'; threadId: string; userId: string | null }
  /** Credits, trial or subscription of this person. */
  | { type: 'account'; userId: string };

export type ChangeListener = {
  onChange(change: Change): void;
  /** What changed in other processes may have been missed. */
  onGap(): void;
};

/** Carries changes from where they are committed to the pages that are open, in whichever process. */
export type Changes = {
  /** Call it once the change has committed. */
  publish(change: Change): void;
  subscribe(listener: ChangeListener): () => void;
  /** Tells the other processes what they have not been told yet. */
  stop(): Promise<void>;
};

const channel = 'sagewire_changes';
/**
 * NOTIFY takes a lock that every commit of the server shares, so one notice carries what changed within
 * this time. Pages gather longer than that before they ask.
 */
const gatherMs = 25;
/** A notice holds 8,000 bytes, a pair of ids 74. */
const changesPerNotice = 100;

/** @param options.notices how other processes are told and heard; null where there are none. */
export function createChanges({ notices, log }: { notices: Notices | null; log: Logger }): Changes {
  const self = randomUUID();
  const listeners = new Set<ChangeListener>();
  const untold = new Set<string>();

  const deliver = (change: Change) => {
    for (const { onChange } of listeners) onChange(change);
  };

  async function tellOthers(): Promise<void> {
    const written = [...untold];
    untold.clear();
    try {
      for (let start = 0; start < written.length; start += changesPerNotice) {
        const some = written.slice(start, start + changesPerNotice);
        await notices?.tell(channel, [self, ...some].join(' '));
      }
    } catch (error) {
      log.warn({ err: error }, 'other processes were not told of a change');
    }
  }

  notices?.on(channel, {
    onNotice(payload) {
      const [from, ...written] = payload.split(' ');
      if (from !== self) written.map(readChange).forEach(deliver);
    },
    onGap() {
      for (const { onGap } of listeners) onGap();
    },
  });

  return {
    publish(change) {
      deliver(change);
      if (!notices) return;
      if (untold.size === 0) setTimeout(tellOthers, gatherMs);
      untold.add(writeChange(change));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: tellOthers,
  };
}

/** As short as can be: `thread:owner`, without the thread for an account. */
function writeChange(change: Change): string {
  const threadId = change.type === 'thread' ? change.threadId : '';
  return `${threadId}:${change.userId ?? ''}`;
}

function readChange(written: string): Change {
  const [threadId = '', userId = ''] = written.split(':');
  return threadId
    ? { type: 'thread', threadId, userId: userId || null }
    : { type: 'account', userId };
}
