import { expect, it } from 'vitest';
import { compilePhrases } from './match-phrases.ts';

const sets = { between: ['just', 'really'], after: ['and'], fruit: ['apple', 'ripe pear/plum'] };

function match(phrase: string, text: string): boolean {
  const find = compilePhrases([{ phrases: [phrase] }], sets);
  return [...find(text.split(' '))].length > 0;
}

it.each([
  ['eat/eats fruit', 'she eats fruit'],
  ['eat <fruit>', 'i eat ripe plum daily'],
  ['<fruit> pie', 'apple pie'],
  ['eat - fruit', 'eat just really fruit'],
  ['eat ~ fruit', 'eat the nice small red fruit'],
  ['fruit $', 'eat fruit and go'],
  ['eat the/a/- fruit', 'eat fruit'],
  ['eat the/a/- fruit', 'eat the fruit'],
  ['fruit $', 'eat fruit . go'],
])('"%s" is in "%s"', (phrase, text) => {
  expect(match(phrase, text)).toBe(true);
});

it.each([
  ['eat fruit', 'eat the fruit'],
  ['eat - fruit', 'eat the fruit'],
  ['eat ~ fruit', 'eat . fruit'],
  ['eat ~ fruit', 'eat one two three four five fruit'],
  ['fruit $', 'eat fruit salad'],
])('"%s" is not in "%s"', (phrase, text) => {
  expect(match(phrase, text)).toBe(false);
});

it('refuses a set that is not there', () => {
  expect(() => match('eat <nothing>', '')).toThrow('There is no set of phrases named nothing');
});
