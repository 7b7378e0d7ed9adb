import type { Text } from '../texts.ts';

type Place = Pick<Text, 'person' | 'number'>;
export type Closings = ReturnType<typeof createClosings>;

/** Conversations that somebody has deleted: nothing reaches them until they write again. */
export function createClosings() {
  const closed = new Set<string>();
  const keyOf = ({ person, number }: Place) => `${number} ${person}`;
  return {
    close: (place: Place) => void closed.add(keyOf(place)),
    open: (place: Place) => void closed.delete(keyOf(place)),
    has: (place: Place) => closed.has(keyOf(place)),
  };
}
