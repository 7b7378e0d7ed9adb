import { describe, expect, it } from 'vitest';
import { countSmsSegments, isGsm7 } from './sms.ts';

describe('segments of a text', () => {
  it.each([
    ['nothing', '', 1, 160],
    ['one of plain letters, full', 'x'.repeat(160), 1, 0],
    ['two of plain letters', 'x'.repeat(161), 2, 145],
    ['one of escaped letters, full', '€'.repeat(80), 1, 0],
    // 153 is odd: an escape is never torn from its letter.
    ['three of escaped letters', '€'.repeat(153), 3, 151],
    ['one of other letters', 'ё', 1, 69],
    ['two of other letters', 'ё'.repeat(71), 2, 63],
    ['one of emoji, full', '😀'.repeat(35), 1, 0],
    ['two of emoji, none torn in two', '😀'.repeat(66), 2, 1],
    ['three of emoji, though as units they fit into two', '😀'.repeat(67), 3, 65],
  ])('%s', (_, text, segments, left) => {
    expect(countSmsSegments(text)).toEqual({ segments, left });
  });
});

it.each([
  ['Grüße für 5 €', true],
  ['“Quoted”', false],
  ['ç', false],
])('%s travels as GSM-7: %s', (text, isPlain) => expect(isGsm7(text)).toBe(isPlain));
