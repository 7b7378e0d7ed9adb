import { describe, expect, it } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { detectLanguage } from './languages.ts';

/** As `listWords` gives them, without accents. */
const sameStem = [
  { language: english, words: 'install installs installed installing installation installer' },
  { language: english, words: 'delivery deliveries' },
  { language: english, words: 'stop stops stopped stopping' },
  { language: english, words: 'close closes closed closing' },
  { language: english, words: 'box boxes' },
  { language: english, words: 'pass passes' },
  { language: german, words: 'zimmer zimmern' },
  { language: german, words: 'offnungszeit offnungszeiten oeffnungszeiten' },
  { language: german, words: 'brot brote broten' },
  { language: german, words: 'backerei baeckerei' },
  { language: german, words: 'klein kleine kleiner kleines' },
  { language: spanish, words: 'horario horarios' },
  { language: spanish, words: 'abre abren abrir' },
  { language: spanish, words: 'luz luces' },
  { language: spanish, words: 'rojo roja rojos rojas' },
  { language: french, words: 'fermer ferme fermee fermees' },
  { language: french, words: 'journal journaux' },
  { language: french, words: 'horaire horaires' },
];

it.each(sameStem)('finds one stem in: $words', ({ language, words }) => {
  expect(new Set(words.split(' ').map(language.stem)).size).toBe(1);
});

it.each([
  { language: english, words: 'price prince' },
  { language: english, words: 'bus bust' },
  { language: english, words: 'ring rate red' },
  { language: german, words: 'brot brett' },
  { language: spanish, words: 'pan pais' },
  { language: french, words: 'pain poire' },
])('tells apart: $words', ({ language, words }) => {
  const all = words.split(' ');
  expect(new Set(all.map(language.stem)).size).toBe(all.length);
});

describe('the language of a source', () => {
  it.each([
    { language: english, text: 'we are open from nine to five and on saturdays' },
    { language: german, text: 'wir haben von neun bis funf und am samstag geoffnet' },
    { language: spanish, text: 'abrimos de nueve a cinco y los sabados hasta las dos' },
    { language: french, text: 'nous sommes ouverts de neuf a cinq heures et le samedi' },
  ])('is heard in: $text', ({ language, text }) => {
    expect(detectLanguage(text.split(' '))).toBe(language);
  });

  it('is not guessed for another one, whose words stand as they are', () => {
    const { stem } = detectLanguage('jestesmy czynni w godzinach od dziewiatej'.split(' '));
    expect(stem('godzinach')).toBe('godzinach');
  });
});
