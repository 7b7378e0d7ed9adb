import { expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { readYesNo } from './yes-no.ts';

it.each([
  ...[
    'Yes',
    'Yes please',
    'Y',
    'yep',
    'Yeah!',
    'sí',
    'si',
    'oui',
    'ok',
    'Okay',
    'sure',
    'YES 👍',
    '👍',
    '👍🏽',
    '✅',
  ],
  ...[
    "yes it's me",
    'Yes, this is Jane',
    'YES I AGREE',
    '“Yes.”',
    'ＹＥＳ',
    'Y\u200bES',
    'Yes. Thanks, Bob',
    'That’s me',
  ],
  ...[
    'はい',
    '네',
    'да',
    '好的',
    'نعم',
    'हाँ',
    'evet',
    'Tak',
    'sure, why not',
    'hello yes',
    'Reply YES',
  ],
  ...['Ok yes', 'ok thanks', 'Yes\n\nSent from my iPhone', 'Claro que sí'],
])('%j is a yes', (text) => expect(readYesNo(text)).toBe('yes'));

it.each([
  ...[
    'no',
    'Nope.',
    'N',
    'No thanks',
    'not me',
    'this isn’t me',
    'not my account',
    'No soy yo',
    'нет',
    'いいえ',
    '아니요',
    'I don’t know who this is',
    'No, this is not me',
    'wrong number',
    'Sorry, wrong number',
    '👎',
  ],
  ...['No i never signed up', 'Not interested'],
])('%j is a no', (text) => expect(readYesNo(text)).toBe('no'));

it.each([
  ...[
    'Yes?',
    'yes, but who is this?',
    'yeah no',
    'Who is this?',
    'hello',
    'yesterday was fine',
    'ok who is this',
  ],
  ...['Yes stop', 'maybe', 'no problem', 'What is 2+2?', '', '❤️', 'ok so what is a fraction'],
])('%j is neither', (text) => expect(readYesNo(text)).toBeNull());

it.each([
  ['words', repeat('yes', ' please')],
  ['doubts', repeat('yes', ' no')],
  ['parts', repeat('', 'no. ')],
])('takes no longer than the text is long: %s', (_, make) => {
  expect(growthOf(readYesNo, make)).toBeLessThanOrEqual(linearGrowth);
});
