import { expect, it } from 'vitest';
import { listWords } from './read-words.ts';

it.each([
  ['Öffnungszeiten: Café', ['offnungszeiten', 'cafe']],
  ['Wi-Fi', ['wi', 'fi', 'wifi']],
  ["don't, what’s, l'horaire", ['dont', 'whats', 'l', 'horaire']],
  ['open till 5pm, 30min', ['open', 'till', '5', 'pm', '30', 'min']],
  ['mp3 b4', ['mp3', 'b4']],
  ['Straße 12', ['strasse', '12']],
  ['Off\u00adnung zero\u200bwidth', ['offnung', 'zerowidth']],
  ['営業時間', ['営業', '業時', '時間', '間']],
  ['שעות פתיחה', ['שעות', 'פתיחה']],
  ['constructor __proto__', ['constructor', 'proto']],
  ['🍞👍 … —', []],
])('reads the words of %j', (text, words) => {
  expect(listWords(text)).toEqual(words);
});
