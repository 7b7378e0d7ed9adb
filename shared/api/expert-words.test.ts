import { expect, it } from 'vitest';
import { expertWords, savedWords } from './expert-words.ts';

const isTaken = 'This word already has another meaning';
const isNumber = 'A word needs a letter: 911 and 988 are for emergencies';

it.each([
  ['STOP ALL', isTaken],
  ['opt out', isTaken],
  ['Opt-out', 'A word has at least two letters or digits, and no other characters'],
  ['remove', isTaken],
  ['NO', isTaken],
  ['“Yes”', isTaken],
  ['911', isNumber],
  ['988', isNumber],
  ['112', isNumber],
  ['9 9 9', isNumber],
])('%s is no word for an expert', (menu, message) => {
  expect(expertWords.safeParse({ menu }).error?.issues[0]?.message).toBe(message);
});

it.each([
  ['“guide”', 'GUIDE'],
  ['*top 10*', 'TOP 10'],
  ['NOTES', 'NOTES'],
])('%s is saved as %s', (menu, word) => {
  expect(expertWords.parse({ menu })).toEqual({ menu: word });
});

it('a word that was saved before it was taken can still be read', () => {
  expect(savedWords.parse({ menu: 'REMOVE', plans: null })).toEqual({
    menu: 'REMOVE',
    plans: null,
  });
});
