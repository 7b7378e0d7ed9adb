import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Notices } from './db/notices.ts';

export type Change =
  | { type: 'thread'; threadId: string; userId: string | null }
  /** Credits, trial or subscription. */
  | { type: 'account'; userId: string };

export type ChangeListener = {
  onChange(change: Change): void;
  /** Changes in other processes may have been missed. */
  onGap(): void;
};

/** Carries committed changes to open pages of all processes. */
export type Changes = {
  /** Only after the change has committed. */
  publish(change: Change): void;
  subscribe(listener: ChangeListener): () => void;
  stop(): Promise<void>;
};

const channel = 'sagewire_changes';
/** NOTIFY takes a lock that all commits share, so one notice carries what changes within this time. */
const gatherMs = 25;
/** A notice holds 8,000 bytes, a pair of ids 74. */
const changesPerNotice = 100;

/** @param options.notices null without other processes. */
export function createChanges({ notices, log }: { notices: Notices | null; log: Logger }): Changes {
  const self = randomUUID();
  const listeners = new Set<ChangeListener>();
  const unsent = new Set<string>();

  const deliver = (change: Change) => {
    for (const { onChange } of listeners) onChange(change);
  };

  async function sendToOthers(): Promise<void> {
    const written = [...unsent];
    unsent.clear();
    try {
      for (let start = 0; start < written.length; start += changesPerNotice) {
        const some = written.slice(start, start + changesPerNotice);
        await notices?.send(channel, [self, ...some].join(' '));
      }
    } catch (error) {
      log.warn({ err: error }, 'change not sent to other processes');
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
      if (unsent.size === 0) setTimeout(sendToOthers, gatherMs);
      unsent.add(writeChange(change));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: sendToOthers,
  };
}

/** `thread:owner`, or `:owner` for an account; short, to fit a notice. */
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
