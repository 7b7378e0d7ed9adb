import { expect, it } from 'vitest';
import { createLines } from './lines.ts';

function setUp() {
  const lines = createLines<string, string>({ max: 3 });
  const committed: string[][] = [];
  const ends: (() => void)[] = [];
  const commit = async (items: string[]) => {
    committed.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes('bad')) throw new Error('bad item');
    return items.map((item) => item.toUpperCase());
  };
  const add = (key: string, item: string) => lines.add(key, item, commit);
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { lines, committed, add, endNext };
}

it("makes batches of what waits for a key's first item, in order", async () => {
  const { lines, committed, add, endNext } = setUp();
  const all = ['a', 'b', 'c', 'd', 'e'].map((item) => add('Mia', item));
  for (let batch = 0; batch < 3; batch++) await endNext();
  expect(committed).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(lines.size()).toBe(0);
});

it('lets no key wait for another', async () => {
  const { committed, add } = setUp();
  void add('Mia', 'a');
  void add('Mia', 'b');
  void add('Nora', 'c');
  expect(committed).toEqual([['a'], ['c']]);
});

it('lets a bad item fail alone, and keeps the order of the others', async () => {
  const { committed, add, endNext } = setUp();
  const all = ['a', 'b', 'bad', 'c'].map((item) => add('Mia', item));
  const settled = Promise.allSettled(all);
  for (let batch = 0; batch < 5; batch++) await endNext();
  expect(committed).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});
