import { expect, it, vi } from 'vitest';
import type { Peers, Topic } from '#server/peers.ts';
import { createStreamPlaces } from './stream-places.ts';

it('looks through all streams for a new one, not for those that are repeated', () => {
  const topics: Topic[] = [];
  const peers: Peers = {
    flush: async () => {},
    join: (_, topic) => {
      topics.push(topic);
      return () => {};
    },
    stop: async () => {},
  };
  const places = createStreamPlaces(peers, 5);
  const words = Array.from({ length: 100 }, (_, n) => `stream-${n}:person-${n}:${n}`);
  const looks = vi.spyOn(Array.prototype, 'sort');
  const hearAll = () => words.forEach((word) => void topics[0]?.onWord(word));
  hearAll();
  expect(looks).toHaveBeenCalledTimes(100);
  hearAll();
  expect(looks).toHaveBeenCalledTimes(100);
  looks.mockRestore();
  places.stop();
});
