import { expect, it } from 'vitest';
import { makeStorable, mapTexts } from './texts.ts';

it.each([
  ['a\0b', 'ab'],
  ['a\ud800b', 'a\ufffdb'],
  ['a\udc00', 'a\ufffd'],
  ['👍 naïve', '👍 naïve'],
])('%j is stored as %j', (text, stored) => expect(makeStorable(text)).toBe(stored));

it('changes every text inside a value, and nothing else', () => {
  const at = new Date(0);
  const value = { a: ['x', 1, null], b: { c: 'x', d: undefined, e: true }, at };
  const changed = { a: ['xx', 1, null], b: { c: 'xx', d: undefined, e: true }, at };
  expect(mapTexts(value, (text) => text + text)).toEqual(changed);
});
