import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzSeed } from '#test/property-runs.ts';
import { checkEvidence, type Fault } from './check-evidence.ts';
import type { GivenPiece } from './given-piece.ts';
import { readTrailer, type Trailer } from './read-trailer.ts';
import { sayFault } from './say-fault.ts';

const piece = (number: number, text: string, more: Partial<GivenPiece> = {}): GivenPiece => ({
  number,
  sourceId: `source-${number}`,
  title: 'Handbook',
  page: null,
  heading: null,
  text,
  validFrom: null,
  validUntil: null,
  isQuotable: true,
  ...more,
});
const given = [
  piece(
    1,
    'The shop opens at 7:00 and closes at 18:00. Orders: https://sol.example/orders?to=shop',
  ),
  piece(2, 'A large loaf costs $6.50. We don\u2019t deliver on Sundays.', {
    validFrom: '2026-09-01',
  }),
  piece(
    3,
    'Margin on the large loaf is 41 percent, which the owner wants to keep above 38 percent through the winter.',
    { isQuotable: false },
  ),
  piece(4, 'Some 1,500 loaves leave the oven in a week; undelivered ones go to the shelter.'),
];
const check = (reply: string, question = 'when do u close') =>
  checkEvidence({ ...readTrailer(reply), given, question, siteHosts: ['sol.example.org'] });
const faultsOf = (reply: string, question?: string) =>
  check(reply, question).faults.map(({ kind }) => kind);

describe('an answer', () => {
  it('is supported by words that stand in a piece', () => {
    const evidence = check('We close at 6 pm.\n[[sources]]\n1: "closes at 18:00"');
    expect(evidence).toEqual({
      outcome: 'supported',
      faults: [],
      quotes: [
        {
          number: 1,
          sourceId: 'source-1',
          title: 'Handbook',
          page: null,
          isQuotable: true,
          words: 'closes at 18:00',
        },
      ],
    });
  });

  it.each([
    ['"the SHOP  opens\n at 7:00"', 1],
    ['"We don\'t deliver on Sundays"', 2],
    ['"large loaf costs $6.50.", "deliver on Sundays"', 2],
    ['"Margin on the large loaf"', 3],
  ])('may quote %s', (words, number) => {
    expect(check(`So it is.\n[[sources]]\n${number}: ${words}`).outcome).toBe('supported');
  });

  it.each<[string, string, Fault['kind']]>([
    ['9: "closes at 18:00"', 'a piece that was not given', 'number_unknown'],
    ['1: "18:00"', 'too little', 'quote_short'],
    ['1: "closes at 19:00"', 'a changed figure', 'quote_absent'],
    ['2: "We deliver on Sundays"', 'without a negation', 'quote_absent'],
    ['2: "closes at 18:00"', "another piece's words", 'quote_absent'],
    ['4: "500 loaves leave the oven"', 'the end of a figure', 'quote_absent'],
    ['4: "delivered ones go to the shelter"', 'the end of a word', 'quote_absent'],
    ['1: "closes at 18:00"\n9: "closes at 18:00"', 'one true and one invented', 'number_unknown'],
  ])('with %s quotes %s', (quotes, _what, kind) => {
    const evidence = check(`So it is.\n[[sources]]\n${quotes}`);
    expect(evidence.outcome).toBe('unverified');
    expect(evidence.faults.map((fault) => fault.kind)).toEqual([kind]);
  });

  it('says no figure that its quotes and the question do not say', () => {
    const quotes = '[[sources]]\n1: "closes at 18:00"';
    expect(faultsOf(`We close at 7 pm.\n${quotes}`)).toEqual(['figure_unsupported']);
    expect(faultsOf(`We open at 7:00.\n${quotes}`)).toEqual(['figure_unsupported']);
    expect(faultsOf(`For 3 loaves: by 6 pm.\n${quotes}`)).toEqual(['figure_unsupported']);
    expect(faultsOf(`For 3 loaves: by 6 pm.\n${quotes}`, 'can I get three loaves?')).toEqual([]);
  });

  it('may say since when a price is valid', () => {
    const reply =
      'It is $6.50 since September 1, 2026.\n[[sources]]\n2: "A large loaf costs $6.50"';
    expect(check(reply).outcome).toBe('supported');
  });

  it.each([
    ['https://sol.example/orders?to=shop', []],
    ['sol.example/orders?to=shop.', []],
    ['https://www.sol.example.org/bread', []],
    ['https://shop.sol.example.org', []],
    ['https://sol.example/other', ['link_foreign']],
    ['https://sol.example.org.evil.com/', ['link_foreign']],
    ['https://sol.example.org@evil.com/', ['link_foreign']],
    ['evil.com/win', ['link_foreign']],
    ['orders@evil.com', ['link_foreign']],
    ['orders@sol.example.org', []],
    ['javascript:alert', ['link_foreign']],
  ])('may lead to %s or not', (link, faults) => {
    const reply = `Order here: ${link}\n[[sources]]\n1: "closes at 18:00"`;
    expect(faultsOf(reply)).toEqual(faults);
  });

  it('does not quote an internal piece to people', () => {
    const text = 'The owner wants to keep above 38 percent through the winter.';
    const quotes = '[[sources]]\n3: "which the owner wants to keep above 38 percent"';
    expect(faultsOf(`It is low.\n${quotes}`)).toEqual([]);
    expect(check(`It is low.\n${quotes}`).quotes[0]?.isQuotable).toBe(false);
    expect(faultsOf(`You see, which t${text.slice(1)}\n${quotes}`)).toEqual(['internal_quoted']);
  });
});

describe('talk', () => {
  it.each([
    ['Hello! How can I help?', 'talk'],
    ['You texted 12 times, 12!', 'talk'],
    ['Hello! We close at 6 pm.', 'unverified'],
    ['Hello! See https://evil.com', 'unverified'],
    [`Hello! ${'We bake bread. '.repeat(25)}`, 'unverified'],
  ])('such as %j is %s', (text, outcome) => {
    expect(check(`${text}\n[[sources]]\ntalk`, 'hi for the 12th time').outcome).toBe(outcome);
  });
});

it.each([
  ['I have no word on that.\n[[sources]]\nnone', 'no_answer', []],
  ['We close at 6 pm.', 'unverified', ['trailer_missing']],
  ['We close at 6 pm.\n[[sources]]', 'unverified', ['trailer_broken']],
])('%j is %s', (reply, outcome, faults) => {
  expect(check(reply)).toMatchObject({ outcome, faults: faults.map((kind) => ({ kind })) });
});

it('names its faults to the model in one sentence', () => {
  const { faults } = check('At 7 pm.\n[[sources]]\n9: "closes at 18:00"\n1: "closes\nat "19:00""');
  const said = sayFault(faults);
  expect(said).toContain('there is no piece 9');
  expect(said).toContain('"closes at 19:00" do not stand in piece 1');
  expect(said).toContain('"7 pm" stands neither in your quotes nor in the question');
  expect(said).not.toContain('\n');
  const kinds: Fault[] = [
    { kind: 'trailer_missing' },
    { kind: 'trailer_broken', why: 'cut' },
    { kind: 'quote_short', number: 1, words: '6 pm' },
    { kind: 'link_foreign', said: 'https://evil.com' },
    { kind: 'internal_quoted', said: 'words' },
    { kind: 'talk_long' },
  ];
  for (const fault of kinds)
    expect(sayFault([fault])).toMatch(/^Your last answer was not sent, because [^.]+/);
});

describe('any words', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
    minLength: 6,
    maxLength: 30,
  });
  const runs = { numRuns: 500, ...(fuzzSeed !== undefined && { seed: fuzzSeed }) };

  it('of a piece stand in it', () => {
    fc.assert(
      fc.property(words, (list) => {
        const said = list.join(' ');
        const trailer: Trailer = { kind: 'quotes', quotes: [{ number: 1, words: said }] };
        const { faults } = checkEvidence({
          text: 'So it is.',
          trailer,
          given: [piece(1, `Before it. ${said} And after.`)],
          question: '',
          siteHosts: [],
        });
        // What is all marks and spaces is too short a quote.
        expect(faults.filter(({ kind }) => kind !== 'quote_short')).toEqual([]);
      }),
      runs,
    );
  });

  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ unit: 'grapheme' }),
        (one, two) => {
          const reply = `${one}\n[[sources]]\n1: "${two}"`;
          expect(['supported', 'no_answer', 'unverified', 'talk']).toContain(
            check(reply, two).outcome,
          );
        },
      ),
      runs,
    );
  });
});
