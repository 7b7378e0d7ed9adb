import { expect, it, vi } from 'vitest';
import type { Peers, Topic } from '#server/db/peers.ts';
import { createStreamPlaces } from './stream-places.ts';

function createTopics() {
  const topics: Topic[] = [];
  const peers: Peers = {
    flush: async () => {},
    join: (_, topic) => {
      topics.push(topic);
      return () => {};
    },
    stop: async () => {},
  };
  return { topics, peers };
}

it('looks through all streams for a new one, not for those that are repeated', () => {
  const { topics, peers } = createTopics();
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

it('closes each stream once while the clock runs backwards', () => {
  const places = createStreamPlaces(createTopics().peers, 5);
  let now = 100;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now--);
  const closed: number[] = [];
  for (let n = 1; n <= 7; n++) places.take('mia', () => void closed.push(n));
  expect(closed).toEqual([6, 7]);
  clock.mockRestore();
  places.stop();
});
