import { expect, it } from 'vitest';
import { readNumber } from './answer-number.ts';

it.each([
  ['4821 9037', '4821 9037'],
  ['48219037', '4821 9037'],
  ['4821-9037.', '4821 9037'],
  ['FORGET 4821 9037', '4821 9037'],
  ['yes, 48 21 90 37 please', '4821 9037'],
  ['４８２１９０３７', '4821 9037'],
  ['4821 903', '4821 903'],
  ['12', null],
  ['What is 4821 + 9037?', null],
])('%s is read as %s', (body, number) => {
  expect(readNumber(body)).toBe(number);
});
