import { expect, it, vi } from 'vitest';
import { createBatches } from './batches.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Commits end when told. */
function aDatabase() {
  const begun: { items: string[]; end(): void }[] = [];
  const commit = (items: string[]) =>
    new Promise<string[]>((resolve) => {
      begun.push({ items, end: () => resolve(items.map((item) => `${item} stored`)) });
    });
  return { begun, commit, items: () => begun.map(({ items }) => items) };
}

it('makes one batch of all that waits for the one before it', async () => {
  const batches = createBatches<string, string>({ largest: 3 });
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
  const batches = createBatches<string, string>({ largest: 3 });
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

it('does not let a batch that waits for a lock hold up the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const batches = createBatches<string, string>({ largest: 1 });
    const { begun, commit, items } = aDatabase();
    const results = ['locked', 'a', 'b'].map((item) => batches.add(item, commit));
    await turn();
    expect(items()).toEqual([['locked']]);
    vi.advanceTimersToNextTimer();
    expect(items()).toEqual([['locked'], ['a']]);
    begun[1]?.end();
    await turn();
    expect(items()).toEqual([['locked'], ['a'], ['b']]);
    for (const { end } of begun) end();
    expect(await Promise.all(results)).toEqual(['locked stored', 'a stored', 'b stored']);
  } finally {
    vi.useRealTimers();
  }
});
