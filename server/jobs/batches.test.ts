import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBatches } from './batches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = async () => {
  for (let immediate = 0; immediate < 3; immediate++) await new Promise(setImmediate);
};
const wait = async (ms: number) => {
  vi.advanceTimersByTime(ms);
  await turn();
};

/** Commits end when told. */
function aDatabase() {
  const begun: { items: string[]; end(): void }[] = [];
  const commit = (items: string[]) =>
    new Promise<string[]>((resolve) => {
      begun.push({ items, end: () => resolve(items.map((item) => `${item} stored`)) });
    });
  const endAll = () => {
    for (const { end } of begun) end();
  };
  return { begun, commit, endAll, items: () => begun.map(({ items }) => items) };
}

it('makes one batch of all that waits for the one before it', async () => {
  const batches = createBatches<string, string>({ max: 3 });
  const { begun, commit, items } = aDatabase();
  const results = [batches.add('a', commit)];
  await turn();
  for (const item of ['b', 'c', 'd', 'e']) results.push(batches.add(item, commit));
  await turn();
  expect(items()).toEqual([['a']]);
  begun[0]?.end();
  await turn();
  expect(items()).toEqual([['a'], ['b', 'c', 'd']]);
  begun[1]?.end();
  await turn();
  begun[2]?.end();
  const stored = ['a', 'b', 'c', 'd', 'e'].map((item) => `${item} stored`);
  expect(await Promise.all(results)).toEqual(stored);
});

it('commits the items of a failed batch one by one', async () => {
  const batches = createBatches<string, string>({ max: 3 });
  const commit = async (items: string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items;
  };
  const results = ['a', 'bad', 'b'].map((item) => batches.add(item, commit));
  expect(await Promise.allSettled(results)).toMatchObject([
    { value: 'a' },
    { reason: { message: 'refused' } },
    { value: 'b' },
  ]);
});

it('begins the next batch beside one that takes long, for a lock perhaps', async () => {
  const batches = createBatches<string, string>({ max: 1 });
  const { begun, commit, endAll, items } = aDatabase();
  const results = ['locked', 'a', 'b'].map((item) => batches.add(item, commit));
  await turn();
  await wait(19);
  expect(items()).toEqual([['locked']]);
  await wait(1);
  expect(items()).toEqual([['locked'], ['a']]);
  begun[1]?.end();
  await turn();
  expect(items()).toEqual([['locked'], ['a'], ['b']]);
  endAll();
  expect(await Promise.all(results)).toEqual(['locked stored', 'a stored', 'b stored']);
});

it('runs at most three at once, and one again when they have ended', async () => {
  const batches = createBatches<string, string>({ max: 1 });
  const { begun, commit, endAll } = aDatabase();
  const results = ['a', 'b', 'c', 'd'].map((item) => batches.add(item, commit));
  await turn();
  for (let late = 0; late < 5; late++) await wait(20);
  expect(begun).toHaveLength(3);
  endAll();
  await turn();
  endAll();
  await Promise.all(results);
  await wait(100);
  const more = ['e', 'f'].map((item) => batches.add(item, commit));
  await turn();
  expect(begun).toHaveLength(5);
  begun[4]?.end();
  await turn();
  begun[5]?.end();
  await Promise.all(more);
});
