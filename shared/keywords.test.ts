import { expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { normalizeWord } from './keywords.ts';

it.each([
  ['“STOP”', 'STOP'],
  ['"stop."', 'STOP'],
  ["'Help'!", 'HELP'],
  ['„Start“', 'START'],
  ['«menu»', 'MENU'],
  ['*Stop*', 'STOP'],
  ['_*stop*_', 'STOP'],
  ['(HELP)', 'HELP'],
  ['[ forget  me ]', 'FORGET ME'],
  ['("Stop!").', 'STOP'],
  ['ME\u200bNU\ufe0f', 'MENU'],
])('%s is %s', (text, word) => expect(normalizeWord(text)).toBe(word));

it.each([
  ['yes :)', 'YES :)'],
  ['(stop', '(STOP'],
  ['"stop" it', '"STOP" IT'],
  ['*stop_', '*STOP_'],
  ['?', '?'],
  ['...', '...'],
  ['"', '"'],
  ['()', '()'],
  ['', ''],
])('%s stays %s', (text, word) => expect(normalizeWord(text)).toBe(word));

it.each([
  ['quotation marks', repeat('', '"')],
  ['pairs of brackets', (length: number) => '('.repeat(length / 2) + ')'.repeat(length / 2)],
  [
    'brackets with punctuation',
    (length: number) => '('.repeat(length / 3) + '.)'.repeat(length / 3),
  ],
])('takes no longer than the text is long: %s', (_, make) => {
  expect(growthOf(normalizeWord, make)).toBeLessThanOrEqual(linearGrowth);
});
