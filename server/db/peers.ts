import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Notices } from './notices.ts';

export type Topic = {
  /** Everything to tell the others since the last call: words without spaces, short enough for a notice. */
  collect(): string[];
  onWord(word: string): void;
  /** Words from other processes may have been missed. */
  onGap?(): void;
};

/** Messages between the processes of one database. A word may get lost, so nothing may depend on a single one. */
export type Peers = {
  /** @returns a function that requests a `collect` soon. */
  join(name: string, topic: Topic): () => void;
  /** Sends everything at once. @throws {Error} if sending fails. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const channel = 'sagewire_peers';
/** NOTIFY takes a lock that all commits share, so one notice carries everything from this time. */
const gatherMs = 50;
/** A notice may have 8,000 bytes. */
const maxBytes = 7_500;

/** @param options.notices null without other processes. */
export function createPeers({ notices, log }: { notices: Notices | null; log: Logger }): Peers {
  const self = randomUUID();
  const topics = new Map<string, Topic>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const [name, topic] of topics) {
      for (const words of fillNotices(topic.collect())) {
        await notices?.send(channel, `${self} ${name} ${words}`);
      }
    }
  }

  const sendToOthers = (): Promise<void> =>
    flush().catch((error) => log.warn({ err: error }, 'other processes were not notified'));

  notices?.on(channel, {
    onNotice(payload) {
      const [from, name = '', ...words] = payload.split(' ');
      if (from === self) return;
      for (const word of words) topics.get(name)?.onWord(word);
    },
    onGap() {
      for (const { onGap } of topics.values()) onGap?.();
    },
  });

  return {
    join(name, topic) {
      topics.set(name, topic);
      return () => {
        if (notices) timer ??= setTimeout(sendToOthers, gatherMs);
        else topic.collect();
      };
    },
    flush,
    stop: sendToOthers,
  };
}

function fillNotices(words: string[]): string[] {
  const notices: string[] = [];
  for (const word of words) {
    const last = notices.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || Buffer.byteLength(longer) > maxBytes) notices.push(word);
    else notices[notices.length - 1] = longer;
  }
  return notices;
}
