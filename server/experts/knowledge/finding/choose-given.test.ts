import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPiece } from '#test/known-piece.ts';
import { fuzzSeed } from '#test/property-runs.ts';
import { buildIndex } from './build-index.ts';
import { chooseGiven } from './choose-given.ts';

const today = '2026-11-28';
const prices = [
  createPiece({ sourceId: 'prices', position: 0, text: 'Bread costs 4 euros.', tokens: 40 }),
  createPiece({ sourceId: 'prices', position: 1, text: 'A cake costs 30 euros.', tokens: 40 }),
  createPiece({ sourceId: 'hours', position: 0, text: 'We open at seven.', tokens: 40 }),
];

describe('a base within its budget', () => {
  it('is given whole, by source and place, whatever is asked', async () => {
    const index = await buildIndex(prices);
    const given = chooseGiven(index, { question: 'hello', budgetTokens: 120, today });
    expect(
      given.map(({ number, sourceId, position, rank }) => [number, sourceId, position, rank]),
    ).toEqual([
      [1, 'hours', 0, null],
      [2, 'prices', 0, null],
      [3, 'prices', 1, null],
    ]);
  });

  it.each([
    { dates: { validFrom: '2026-11-29' }, isGiven: false },
    { dates: { validFrom: '2026-11-28' }, isGiven: true },
    { dates: { validUntil: '2026-11-27' }, isGiven: false },
    { dates: { validUntil: '2026-11-28' }, isGiven: true },
    { dates: { validFrom: '2026-01-01', validUntil: '2026-12-31' }, isGiven: true },
  ])('keeps to the days of a source: $dates', async ({ dates, isGiven }) => {
    const index = await buildIndex([createPiece({ text: 'Bread.', ...dates })]);
    expect(chooseGiven(index, { question: 'bread', budgetTokens: 99, today })).toHaveLength(
      Number(isGiven),
    );
  });

  it('leaves room for others where a source is out of date', async () => {
    const old = { sourceId: 'old', validUntil: '2025-12-31', tokens: 1000 };
    const index = await buildIndex([
      ...prices,
      createPiece({ text: 'Bread costs 3 euros.', ...old }),
    ]);
    expect(chooseGiven(index, { question: 'price', budgetTokens: 120, today })).toHaveLength(3);
  });
});

describe('a larger base', () => {
  it('gives the best that fit, by source and place, with their ranks and the same numbers', async () => {
    const index = await buildIndex(prices);
    const given = chooseGiven(index, {
      question: 'what costs a cake, 30?',
      budgetTokens: 80,
      today,
    });
    expect(given.map(({ number, rank }) => [number, rank])).toEqual([
      [2, 2],
      [3, 1],
    ]);
  });

  it('passes over a piece that is too large', async () => {
    const large = createPiece({ sourceId: 'a', text: 'Cake, cake, cake.', tokens: 500 });
    const index = await buildIndex([...prices, large]);
    const given = chooseGiven(index, { question: 'cake', budgetTokens: 100, today });
    expect(given.map(({ text, rank }) => [text, rank])).toEqual([['A cake costs 30 euros.', 2]]);
  });

  it('gives nothing where no word is shared', async () => {
    const index = await buildIndex(prices);
    expect(chooseGiven(index, { question: 'zebra', budgetTokens: 80, today })).toEqual([]);
  });
});

describe('whatever the pieces and the question', () => {
  const words = [
    'bread',
    'Bäckerei',
    'constructor',
    '__proto__',
    'שלום',
    '東京都',
    '👩‍🍳',
    'wi-fi',
    "don't",
    '5pm',
    'a',
    '-',
    '\ud800',
  ];
  const aText = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((list) => list.join(' ')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const aDay = fc.constantFrom(null, '2026-11-27', today, '2026-11-29');
  const aPiece = fc
    .record({
      sourceId: fc.constantFrom('a', 'b', 'c'),
      position: fc.nat(9),
      text: aText,
      title: aText,
      heading: fc.option(aText),
      tokens: fc.integer({ min: 1, max: 200 }),
      validFrom: aDay,
      validUntil: aDay,
    })
    .map(createPiece);

  it('keeps to budget and days, in one order', async () => {
    const aTurn = fc.record({
      question: aText,
      previous: aText,
      budgetTokens: fc.nat(1000),
      today: fc.constant(today),
    });
    const property = fc.asyncProperty(
      fc.array(aPiece, { maxLength: 30 }),
      aTurn,
      async (pieces, turn) => {
        const index = await buildIndex(pieces);
        const given = chooseGiven(index, turn);
        const isValid = ({ validFrom, validUntil }: (typeof pieces)[number]) =>
          (validFrom ?? today) <= today && today <= (validUntil ?? today);
        expect(given.every(isValid)).toBe(true);
        expect(given.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(
          turn.budgetTokens,
        );
        const valid = pieces.filter(isValid);
        if (valid.reduce((sum, { tokens }) => sum + tokens, 0) <= turn.budgetTokens)
          expect(given).toHaveLength(valid.length);
        const numbers = given.map(({ number }) => number);
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        for (const piece of given)
          expect(index.pieces[piece.number - 1]).toMatchObject({ text: piece.text });
        expect(chooseGiven(index, turn)).toEqual(given);
      },
    );
    await fc.assert(property, { numRuns: 300, seed: fuzzSeed });
  });

  it.each(['a', '-', "a'", '東', 'a-', '\u0301', '\u00ad', '👩‍👩‍👧', '5pm ', 'שלום ', 'ﷺ', '１'])(
    'reads 64 KB of %j',
    async (letter) => {
      const text = letter.repeat(64_000 / letter.length);
      const index = await buildIndex([
        createPiece({ text }),
        createPiece({ text: 'Bread.', position: 1 }),
      ]);
      const given = chooseGiven(index, {
        question: `${text} bread`,
        previous: text,
        budgetTokens: 10,
        today,
      });
      expect(given.length).toBeLessThanOrEqual(1);
    },
  );
});
