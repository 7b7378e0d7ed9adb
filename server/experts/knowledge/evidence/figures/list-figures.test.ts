import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzSeed } from '#test/property-runs.ts';
import { findMissingFigures } from './find-missing-figures.ts';
import { listFigures } from './list-figures.ts';

describe('the same figure', () => {
  it.each([
    ['17:30', '5:30 pm'],
    ['half past five', '17:30'],
    ['a quarter to six', '17:45'],
    ['5.30pm', '17h30'],
    ['5 p.m.', '17 Uhr'],
    ['halb sechs', '17:30'],
    ['Viertel vor sechs', '17:45'],
    ['a las cinco y media', '17:30'],
    ['cinq heures et demie', '17 h 30'],
    ['noon', '12:00'],
    ['8 am to 5 pm', '8-17'],
    ['open from 8 to 5', '8:00 - 17:00'],
    ['twelve', '12'],
    ['a dozen eggs', '12 eggs'],
    ['1,000', '1000'],
    ['1.000', '1000'],
    ['1 000', "1'000"],
    ['1.234,56', '1,234.56'],
    ['1.5 million', '1,500,000'],
    ['1,5 Mio.', '1500000'],
    ['two and a half', '2.5'],
    ['1\u00bd hours', 'one and a half hours'],
    ['\u20ac5', '5 EUR'],
    ['5 \u20ac', 'five euros'],
    ['$3.50', '3.50 dollars'],
    ['20%', 'twenty per cent'],
    ['20 Prozent', 'veinte por ciento'],
    ['24 December', 'Dec 24th'],
    ['24.12.', '24. Dezember'],
    ['24 Dec 2026', '2026-12-24'],
    ['el 24 de diciembre', '24 d\u00e9cembre'],
    ['the fifth of May', 'May 5'],
    ['f\u00fcnfundzwanzig', '25'],
    ['zweihundertf\u00fcnfzig', '250'],
    ['treinta y cinco', '35'],
    ['quatre-vingt-quinze', '95'],
    ['soixante et onze', '71'],
    ['one hundred and twenty thousand', '120,000'],
    ['+1 202 555 0143', '(202) 555-0143'],
    ['\u0661\u0662', '12'],
  ])('is in %j and in %j', (one, other) => {
    expect(listFigures(one)).not.toEqual([]);
    expect(findMissingFigures(one, [other])).toEqual([]);
    expect(findMissingFigures(other, [one])).toEqual([]);
  });

  it.each([
    ['at 6', 'We close at 18:00.'],
    ['9 to 5', 'Mon-Fri 9am-5pm'],
    ['nine in the morning', 'From 9:00 on.'],
    ['the 24th', 'Closed on 24 December.'],
    ['31 December', 'Closed on 24 and 31 December.'],
    ['1. Mix.\n2. Wait 7 minutes.', 'Wait seven minutes.'],
    ['Nobody but one of us', 'No figure.'],
    ['The other costs $18, an electric one $42. Bye', 'The other costs $18, an electric one $42'],
    ['5 $9', '5 and $9'],
  ])('%j needs no more than %j', (text, known) => {
    expect(findMissingFigures(text, [known])).toEqual([]);
  });
});

describe('another figure', () => {
  it.each([
    ['5:30 am', '17:30', '5:30 am'],
    ['18:00', 'We close at 5 pm.', '18:00'],
    ['$5', '\u20ac5', '$5'],
    ['5%', '5 euros', '5%'],
    ['25', '250', '25'],
    ['1.5', '1,500', '1.5'],
    ['24 November', '24 December', '24 november'],
    ['24 December 2027', '24 December 2026', '2027'],
    ['eleven', 'twelve', '11'],
    ['12', 'B12', '12'],
    ['(202) 555-0144', '(202) 555-0143', '(202) 555-0144'],
    ['5', '17:00', '5'],
    ['one loaf', 'two loaves', '1'],
    ['10 and 20', '10', '20'],
  ])('%j is not in %j', (text, known, missing) => {
    expect(findMissingFigures(text, [known])).toEqual([missing]);
  });
});

it('finds every number of any sentence in itself', () => {
  const number = fc.oneof(
    fc.integer({ min: -9_999, max: 2_000_000 }),
    fc.double({ min: 0, max: 9_999, noNaN: true }).map((value) => value.toFixed(2)),
  );
  const sentence = fc.tuple(fc.string(), number, fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(sentence, ([before, value, after]) => {
      const text = `${before} ${value} ${after}`;
      expect(findMissingFigures(text, [text])).toEqual([]);
    }),
    { numRuns: 500, ...(fuzzSeed !== undefined && { seed: fuzzSeed }) },
  );
});

it('finds no other number', () => {
  const number = fc.integer({ min: 25, max: 999_999 });
  fc.assert(
    fc.property(number, number, (said, known) => {
      fc.pre(said !== known);
      expect(findMissingFigures(`It is ${said}.`, [`It is ${known}.`])).toEqual([`${said}`]);
    }),
    { numRuns: 500, ...(fuzzSeed !== undefined && { seed: fuzzSeed }) },
  );
});
