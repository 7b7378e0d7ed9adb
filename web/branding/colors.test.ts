import { describe, expect, it } from 'vitest';
import { contrastOf, type Hsl, hexToHsl, toThemeValue } from './colors.ts';

const color = (hex: string) => hexToHsl(hex) as Hsl;

describe('hexToHsl', () => {
  // spec: 1.3
  it.each([
    ['#2F6B4F', '152 38.96% 30.2%'],
    ['#2f6b4f', '152 38.96% 30.2%'],
    ['#f0c', '312 100% 50%'],
    ['#ff0000', '0 100% 50%'],
    ['#00FF00', '120 100% 50%'],
    ['#0000FF', '240 100% 50%'],
    ['#fff', '0 0% 100%'],
    ['#000000', '0 0% 0%'],
    ['#777', '0 0% 46.67%'],
  ])('%s is %s', (hex, value) => expect(toThemeValue(color(hex))).toBe(value));

  it.each(['', '#', 'red', '2F6B4F', '#12', '#1234', '#12345', '#1234567', '#ggg', '#123;}'])(
    '%j is not a color',
    (text) => expect(hexToHsl(text)).toBeNull(),
  );
});

it('contrast is the ratio of WCAG', () => {
  expect(contrastOf(color('#000'), color('#fff'))).toBe(21);
  expect(contrastOf(color('#fff'), color('#fff'))).toBe(1);
  expect(contrastOf(color('#767676'), color('#fff'))).toBeCloseTo(4.54, 2);
  expect(contrastOf(color('#fff'), color('#777'))).toBeCloseTo(4.48, 2);
});
