import type { Text } from '../texts.ts';

type Place = Pick<Text, 'person' | 'number'>;
export type ClosedConversations = ReturnType<typeof createClosedConversations>;

/** Open again when the person writes. */
export function createClosedConversations() {
  const closed = new Set<string>();
  const keyOf = ({ person, number }: Place) => `${number} ${person}`;
  return {
    close: (place: Place) => void closed.add(keyOf(place)),
    open: (place: Place) => void closed.delete(keyOf(place)),
    has: (place: Place) => closed.has(keyOf(place)),
  };
}
