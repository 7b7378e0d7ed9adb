import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, ReadDocument } from '../document.ts';
import { onePage } from '../pages.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { splitSentences } from './sentences.ts';
import { splitIntoPieces } from './split-into-pieces.ts';

const documentOf = (...pages: Block[][]): ReadDocument => ({
  kind: 'text',
  title: null,
  pages: pages.flatMap((blocks, index) =>
    onePage(blocks, []).map((page) => ({ ...page, number: index + 1 })),
  ),
});
const text = (words: string): Block => ({ kind: 'text', text: words });
const heading = (level: number, words: string): Block => ({ kind: 'heading', level, text: words });
const sentence = (count: number) => `Word ${'word '.repeat(count - 2)}end.`;

describe('pieces', () => {
  it('stand under the path of their headings, and never across two', () => {
    const document = documentOf([
      ...[heading(1, 'Bakery'), text('We bake.'), heading(2, 'Hours'), text('Open at 8.')],
      ...[heading(2, 'Prices'), text('Bread is 2.')],
    ]);
    expect(splitIntoPieces(document)).toEqual([
      { page: 1, heading: 'Bakery', text: 'We bake.' },
      { page: 1, heading: 'Bakery > Hours', text: 'Open at 8.' },
      { page: 1, heading: 'Bakery > Prices', text: 'Bread is 2.' },
    ]);
  });

  it('keep a heading that has nothing under it', () => {
    const document = documentOf([
      heading(2, 'Closed on Mondays'),
      heading(2, 'Hours'),
      text('8 to 5.'),
    ]);
    expect(splitIntoPieces(document).map((piece) => piece.text)).toEqual([
      'Closed on Mondays',
      '8 to 5.',
    ]);
  });

  it('keep sentences, rows and answers whole', () => {
    const rows = Array.from(
      { length: 60 },
      (_, index) => `Item: Roll ${index}; Price: ${index}.50`,
    );
    const pair: Block = { kind: 'pair', text: `Question: Why?\nAnswer: ${sentence(300)}` };
    const pieces = splitIntoPieces(
      documentOf([
        text(`${sentence(40)} `.repeat(9)),
        { kind: 'table', text: rows.join('\n') },
        pair,
      ]),
    );
    expect(
      pieces
        .filter((piece) => piece.text.includes('word'))
        .every((piece) => piece.text.endsWith('.')),
    ).toBe(true);
    const kept = pieces
      .flatMap((piece) => piece.text.split('\n'))
      .filter((row) => row.startsWith('Item'));
    expect(kept).toEqual(rows);
    expect(pieces.at(-1)?.text).toBe(pair.text);
  });

  it('have about 120 to 180 tokens', () => {
    const pieces = splitIntoPieces(documentOf([text(`${sentence(20)} `.repeat(100))]));
    const sizes = pieces.slice(0, -1).map((piece) => estimateTokens(piece.text));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(120);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(182);
  });

  it('end with their page, unless a sentence goes on', () => {
    const pieces = splitIntoPieces(
      documentOf([text('It opens at')], [text('nine. Then it closes.')], [text('New.')]),
    );
    expect(pieces).toEqual([
      { page: 1, heading: null, text: 'It opens at\nnine. Then it closes.' },
      { page: 3, heading: null, text: 'New.' },
    ]);
  });

  it('lose no word of any text, and stay small', () => {
    const words = (value: string) => value.split(/\s+/).filter(Boolean);
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3_000, unit: 'binary' }), { maxLength: 5 }),
        (texts) => {
          const pieces = splitIntoPieces(documentOf(texts.map(text)));
          const joined = pieces.map((piece) => piece.text).join('');
          expect(words(joined).join('')).toBe(texts.flatMap(words).join(''));
          for (const piece of pieces) expect(estimateTokens(piece.text)).toBeLessThan(800);
        },
      ),
    );
  });
});

it('sentences end where a reader ends them', () => {
  expect(
    splitSentences(
      'Dr. Smith opens at 8 a.m. and closes. Rolls cost approx. 2.50 each! Ask J. Doe? "Yes." 今日は。明日',
    ),
  ).toEqual([
    'Dr. Smith opens at 8 a.m. and closes.',
    'Rolls cost approx. 2.50 each!',
    'Ask J. Doe?',
    '"Yes."',
    '今日は。',
    '明日',
  ]);
});
