import { expect, it } from 'vitest';
import { createPiece } from '#test/known-piece.ts';
import { KnowledgeCache } from './knowledge-cache.ts';

const expertId = 'sol';

/** What the database holds, and how often it was read. */
function createBase() {
  const base = {
    revision: 1,
    texts: ['Bread.'],
    reads: 0,
    async load() {
      base.reads++;
      const { revision, texts } = base;
      await Promise.resolve();
      return { revision, pieces: texts.map((text, position) => createPiece({ text, position })) };
    },
  };
  return base;
}

it('builds an index once for the turns of a revision', async () => {
  const [cache, base] = [new KnowledgeCache(), createBase()];
  const ask = () => cache.get({ expertId, revision: 1, load: base.load });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(await ask()).toBe(first);
  expect(second).toBe(first);
  expect(base.reads).toBe(1);
});

it('never gives an old revision for a new one, nor one expert for another', async () => {
  const [cache, base] = [new KnowledgeCache(), createBase()];
  await cache.get({ expertId, revision: 1, load: base.load });
  Object.assign(base, { revision: 2, texts: ['Cake.'] });
  const newer = await cache.get({ expertId, revision: 2, load: base.load });
  expect(newer.pieces.map(({ text }) => text)).toEqual(['Cake.']);
  Object.assign(base, { texts: ['Rye.'] });
  const other = await cache.get({ expertId: 'ada', revision: 2, load: base.load });
  expect(other.pieces.map(({ text }) => text)).toEqual(['Rye.']);
});

it('keeps under the revision that was read what changed while a turn was loaded', async () => {
  const [cache, base] = [new KnowledgeCache(), createBase()];
  base.revision = 2;
  const late = await cache.get({ expertId, revision: 1, load: base.load });
  expect(await cache.get({ expertId, revision: 2, load: base.load })).toBe(late);
  expect(base.reads).toBe(1);
});

it('gives nothing that was read before the revision that is asked for', async () => {
  const [cache, base] = [new KnowledgeCache(), createBase()];
  await expect(cache.get({ expertId, revision: 2, load: base.load })).rejects.toThrow('revision 1');
});

it('does not keep a failure', async () => {
  const [cache, base] = [new KnowledgeCache(), createBase()];
  const fail = () => Promise.reject(new Error('The database is away.'));
  const asked = [1, 2].map(() => cache.get({ expertId, revision: 1, load: fail }));
  for (const index of asked) await expect(index).rejects.toThrow('away');
  const index = await cache.get({ expertId, revision: 1, load: base.load });
  expect(index.pieces).toHaveLength(1);
});

it('forgets an expert as it was before', async () => {
  const [cache, base] = [new KnowledgeCache(), createBase()];
  await cache.get({ expertId, revision: 1, load: base.load });
  const { bytes } = cache;
  base.revision = 2;
  await cache.get({ expertId, revision: 2, load: base.load });
  expect(cache.bytes).toBe(bytes);
});

it('lets the least recently used go when it is full, but not the one just built', async () => {
  const base = createBase();
  const { bytes } = await new KnowledgeCache().get({ expertId, revision: 1, load: base.load });
  const cache = new KnowledgeCache({ maxBytes: 2.5 * bytes });
  const ask = (name: string) => cache.get({ expertId: name, revision: 1, load: base.load });
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  expect(cache.bytes).toBe(2 * bytes);
  base.reads = 0;
  await ask('a');
  await ask('c');
  expect(base.reads).toBe(0);
  await ask('b');
  expect(base.reads).toBe(1);

  const tiny = new KnowledgeCache({ maxBytes: 1 });
  const kept = await tiny.get({ expertId, revision: 1, load: base.load });
  expect(await tiny.get({ expertId, revision: 1, load: base.load })).toBe(kept);
});
