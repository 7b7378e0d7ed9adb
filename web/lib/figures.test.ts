import { describe, expect, it } from 'vitest';
import { formatCompact, formatCount, formatDuration, formatShare } from './figures.ts';

it.each([
  [0, '0', '0'],
  [12_418, '12,418', '12.4K'],
  [99_999, '99,999', '100K'],
  [1_236_000, '1.24M', '1.24M'],
])('writes %i as %s, and as %s where room is short', (count, text, short) => {
  expect(formatCount(count)).toBe(text);
  expect(formatCompact(count)).toBe(short);
});

describe('formatShare', () => {
  it.each([
    [0, '0%'],
    [0.0001, '0.1%'],
    [0.985, '98.5%'],
    [0.9999, '99.9%'],
    [1, '100%'],
  ])('writes %f as %s', (share, text) => expect(formatShare(share)).toBe(text));
});

describe('formatDuration', () => {
  it.each([
    [40, '< 0.1 s'],
    [50, '0.1 s'],
    [1_412, '1.4 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_599_600, '1 h 0 min'],
    [12_000_000, '3 h 20 min'],
  ])('writes %i ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});
