import { expect, it } from 'vitest';
import { formatPhoneTyping } from './phone-typing.ts';

const type = (keys: string) =>
  [...keys].reduce((text, key) => formatPhoneTyping(text + key, text.length + 1, false).text, '');

it('formats an American number while it is typed', () =>
  expect(type('2025550143')).toBe('(202) 555-0143'));

it('formats a British number while it is typed', () =>
  expect(type('+442079460991')).toBe('+44 20 7946 0991'));

it('formats a number as it is written in Britain', () =>
  expect(type('02079460991')).toBe('020 7946 0991'));

it('takes digits of any script', () => expect(type('٢٠٢٥٥٥٠١٤٣')).toBe('(202) 555-0143'));

it('keeps the caret at the end of what is typed', () =>
  expect(formatPhoneTyping('(202) 5550', 10, false)).toEqual({ text: '(202) 555-0', caret: 11 }));

it('keeps the caret after its digit when one in the middle is deleted', () =>
  expect(formatPhoneTyping('(22) 555-0143', 2, true)).toEqual({ text: '(225) 550-143', caret: 2 }));
