import { expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { checkEvidence } from './check-evidence.ts';
import { listFigures } from './figures/list-figures.ts';
import type { GivenPiece } from './given-piece.ts';
import { listLinks } from './links.ts';
import { readTrailer } from './read-trailer.ts';

/** Each makes a careless pattern read the same text again and again. */
const shapes: [string, (length: number) => string][] = [
  ['letters', repeat('', 'a')],
  ['digits', repeat('', '1')],
  ['groups of digits', repeat('', '111 ')],
  ['decimals', repeat('', '1.1')],
  ['spaces', repeat('x', ' ', 'y')],
  ['newlines', repeat('x', '\n', 'y')],
  ['full stops', repeat('x', '.', 'y')],
  ['hyphens', repeat('x', '-', 'y')],
  ['divided words', repeat('', 'ab-\n')],
  ['brackets', repeat('', '[[')],
  ['markers', repeat('', '[[sources]]\n')],
  ['markers in a line', repeat('', '[[sources]] none ')],
  ['code fences', repeat('', '```\n')],
  ['quotes', repeat('', '1: "a"\n')],
  ['quotes that never end', repeat('', '1: "')],
  ['number words', repeat('', 'five thousand ')],
  ['German number words', repeat('', 'einhundert')],
  ['hosts', repeat('', 'a.')],
  ['addresses', repeat('', 'a@a.')],
  ['schemes', repeat('', 'http://')],
  ['times', repeat('', '5:30 pm ')],
  ['dates', repeat('', '5 may ')],
];

const check = (text: string) => {
  const piece: GivenPiece = {
    ...{ number: 1, sourceId: 's', title: 't', page: null, heading: null, text },
    ...{ validFrom: null, validUntil: null, isQuotable: false },
  };
  const trailer = { kind: 'quotes' as const, quotes: [{ number: 1, words: text.slice(5) }] };
  return checkEvidence({ text, trailer, given: [piece], question: text, siteHosts: [] });
};

it.each(
  shapes.flatMap(([name, make]) =>
    (
      [
        ['the reading of a trailer', readTrailer],
        ['the list of figures', listFigures],
        ['the list of links', listLinks],
        ['the whole check', check],
      ] as const
    ).map(([what, work]) => [what, name, work, make] as const),
  ),
)('%s grows with the length of %s', (_what, _name, work, make) => {
  expect(growthOf(work, make)).toBeLessThan(linearGrowth);
});
