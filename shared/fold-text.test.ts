import { expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { foldText, isBlank } from './fold-text.ts';

it.each([
  ['capitals', 'STOP', 'stop'],
  ['full width', 'ＳＴＯＰ', 'stop'],
  ['styled letters', '𝐒𝐓𝐎𝐏', 'stop'],
  ['accents', 'Désolé', 'desole'],
  ['zero-width spaces', 'ST\u200BOP\uFEFF', 'stop'],
  ['soft hyphens and direction marks', '\u202ASTO\u00ADP\u202C', 'stop'],
  ['fillers', '\u3164\u115F\u034FSTOP\uFFA0', 'stop'],
  ['variation selectors and tags', 'STOP\uFE0F\u{E0041}', 'stop'],
  ['blank Braille', '\u2800STOP', ' stop'],
  ['letters of another alphabet', 'S\u0422\u041EP', 'stop'],
  ['look-alikes alone', 'ЅТОР', 'stop'],
  ['capitals that look like another letter', 'ΕΝD', 'end'],
  ['small capitals', 'ꜱᴛᴏᴘ', 'stop'],
  ['letters in circles and boxes', 'ⓈⓉ🅾🅿', 'stop'],
  ['curly apostrophes', 'can’t', "can't"],
  ['an accent as an apostrophe', 'can´t', "can't"],
])('folds %s', (_, text, folded) => expect(foldText(text)).toBe(folded));

it('leaves words of another alphabet as they are', () => {
  expect(foldText('стоп σταμάτα')).toBe('стоп σταματα');
});

it('folds a text of nothing but invisible characters to nothing', () => {
  expect(foldText('\u200B\u200D\u2060\u3164\uFE0F')).toBe('');
});

it('takes no longer than the text is long', () => {
  expect(growthOf(foldText, repeat('', 'S\u0422\u041EP\u200B '))).toBeLessThanOrEqual(linearGrowth);
});

it('sees nothing in a text of invisible characters', () => {
  expect(['', ' \n', '\u200B\uFEFF\u2060', '\u3164 \u2800\uFE0F'].every(isBlank)).toBe(true);
  expect(['.', '👍', '\u200Ba'].some(isBlank)).toBe(false);
});
