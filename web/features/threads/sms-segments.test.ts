import { describe, expect, it } from 'vitest';
import { countSegments } from './sms-segments.ts';

describe('segments', () => {
  it.each([
    ['', 1, 160],
    ['x'.repeat(160), 1, 0],
    ['x'.repeat(161), 2, 145],
    ['€'.repeat(80), 1, 0],
    ['ё', 1, 69],
    ['ё'.repeat(71), 2, 63],
  ])('%s', (text, segments, left) => expect(countSegments(text)).toEqual({ segments, left }));
});
