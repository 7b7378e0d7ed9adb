import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guardLabels } from '#shared/guard-labels.ts';

/** Told by the keyword and by who has the conversation. */
const toldOtherwise = ['keyword', 'handler'];

it('every guard is told in words', () => {
  const sources = globSync('server/{journey,messages}/**/*.ts').map((path) =>
    readFileSync(path, 'utf8'),
  );
  const guards = sources.flatMap((source) =>
    [...source.matchAll(/\bguard: '([a-z-]+)'/g)].map(([, guard]) => guard as string),
  );
  expect(guards).toContain('more');
  const unknown = guards.filter((guard) => !toldOtherwise.includes(guard) && !guardLabels[guard]);
  expect(unknown).toEqual([]);
});
