import type { ChannelKey } from '#shared/channels.ts';
import type { Text } from './texts.ts';
import type { WireEntry } from './wire.ts';

export type FeedEvent =
  | { type: 'text'; text: Text }
  | { type: 'wire'; entry: WireEntry }
  | {
      type: 'typing';
      typing: { channel: ChannelKey; person: string; number: string; isTyping: boolean };
    }
  | { type: 'people' }
  | { type: 'reset' };

export type Feed = {
  publish(event: FeedEvent): void;
  subscribe(listener: (event: FeedEvent) => void): () => void;
};

export function createFeed(): Feed {
  const listeners = new Set<(event: FeedEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
