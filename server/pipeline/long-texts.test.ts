import { expect, it } from 'vitest';
import { readCode } from './connect-code.ts';
import { readKeyword } from './keywords.ts';

const length = 64 * 1024;

it.each([
  ['a keyword', () => readKeyword(`${'.'.repeat(length)}a`)],
  ['a code', () => readCode(`connect 1${' '.repeat(length)}x`, true)],
])('a long text is searched for %s quickly', (_, read) => {
  const started = performance.now();
  expect(read()).toBeNull();
  expect(performance.now() - started).toBeLessThan(1_000);
});

it('final punctuation of any length is not part of a keyword', () => {
  expect(readKeyword(`Stop${' !'.repeat(1_000)}`)).toBe('STOP');
});
