import { describe, expect, it } from 'vitest';
import { createExcerpts } from '#server/desk/search/excerpt.ts';
import { findTerms, parseSearch, writeQuery, writeVector } from './text-search.ts';
import { readWords } from './words.ts';

const wordsOf = (text: string) => readWords(text).map(({ word }) => word);
const isFound = (search: string, text: string) => {
  const terms = parseSearch(search);
  const words = readWords(text);
  return terms.every((term) => findTerms(words, [term]).length > 0);
};

describe('words', () => {
  it.each([
    ['Crème brûlée', ['creme', 'brulee']],
    ['STRASSE, Straße!', ['strasse', 'strasse']],
    ['Łódź and Søren', ['lodz', 'and', 'soren']],
    ['+1 (202) 555-0143', ['1', '202', '555', '0143']],
    ['mia@example.com', ['mia', 'example', 'com']],
    ["don't", ['don', 't']],
    ['İstanbul ΟΔΟΣ', ['istanbul', 'οδοσ']],
    ['ﬁne Ｗｉｄｅ', ['fine', 'wide']],
    ['東京都', ['東京', '京都', '都']],
    ['新しいiPhoneケース', ['新し', 'しい', 'い', 'iphone', 'ケー', 'ース', 'ス']],
    ['ｶﾞｽ', ['ガス', 'ス']],
    ['가격은 얼마', ['가격은', '얼마']],
    ['मैं हूँ', ['मैं', 'हूँ']],
    ['ราคา', ['รา', 'าค', 'คา', 'า']],
    ['👍 ... !', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('stand where their text stands', () => {
    const text = '“Ünïted” 東京都 ß';
    const written = readWords(text).map(({ start, end }) => text.slice(start, end));
    expect(written).toEqual(['Ünïted', '東京', '京都', '都', 'ß']);
  });

  it('of one long run are cut', () => {
    expect(wordsOf('x'.repeat(5_000))).toEqual(['x'.repeat(100)]);
  });
});

describe('a search', () => {
  it.each([
    ['frac', 'Fractions, please'],
    ['please frac', 'Fractions, please'],
    ['CREME', 'crème'],
    ['crème', 'Creme'],
    ['京都', '東京都の天気'],
    ['東京都', '東京都の天気'],
    ['東', '東京都'],
    ['都', '東京都'],
    ['ราค', 'ถามราคาหน่อย'],
    ['case ケース', 'ケース (case)'],
  ])('for %j finds %j', (search, text) => {
    expect(isFound(search, text)).toBe(true);
  });

  it.each([
    ['frac please', 'Fractions, please'],
    ['frac ', 'Fractions'],
    ['f', 'Fractions'],
    ['東都', '東京都'],
    ['京都', '東京と都会'],
  ])('for %j does not find %j', (search, text) => {
    expect(isFound(search, text)).toBe(false);
  });

  it('is written for PostgreSQL, whatever it holds', () => {
    expect(writeQuery(parseSearch("Ada's 東京都"))).toBe(`('ada') & ('s') & ('東京' <-> '京都')`);
    expect(writeVector(readWords('no no yes'))).toBe(`'no':1,2 'yes':3`);
    expect(writeQuery(parseSearch(`' | \\ :* <-> ! ( abc`))).toBe(`('abc':*)`);
  });
});

describe('an excerpt', () => {
  const markMatches = (body: string, search: string) => {
    const { snippet, matches } = createExcerpts(parseSearch(search))(body);
    return { snippet, marked: matches.map(({ start, end }) => snippet.slice(start, end)) };
  };

  it('is the whole of a short message', () => {
    expect(markMatches('Add a half\nand a third.', 'third half')).toEqual({
      snippet: 'Add a half and a third.',
      marked: ['half', 'third'],
    });
  });

  it('is the words around the first match of a long one', () => {
    const body = `${'before '.repeat(100)}the Äpfel are ${'after '.repeat(100)}`;
    const found = markMatches(body, 'apfel');
    expect(found.marked).toEqual(['Äpfel']);
    expect(found.snippet).toMatch(/^… before (before )+the Äpfel are after (after )+…$/);
    expect(found.snippet.length).toBeLessThan(200);
  });

  it('keeps whole characters', () => {
    const { snippet } = markMatches(`hello ${'😀'.repeat(300)}`, 'hello');
    expect(snippet.isWellFormed()).toBe(true);
  });

  it('reads no more of a hundred long messages than an answer may cost', () => {
    const body = `${'é '.repeat(4_000)}zebra`;
    const cut = createExcerpts(parseSearch('zebra'));
    const excerpts = Array.from({ length: 100 }, () => cut(body));
    expect(excerpts[0]?.matches).toHaveLength(1);
    expect(excerpts.at(-1)).toMatchObject({ matches: [], snippet: expect.stringMatching(/^é é/) });
    expect(excerpts.filter(({ matches }) => matches.length > 0).length).toBeLessThan(10);
    expect(cut(`zebra ${body}`).matches).toHaveLength(1);
  });

  it('marks a run of pairs once', () => {
    expect(markMatches('今日の東京都の天気', '東京都').marked).toEqual(['東京都']);
  });
});
