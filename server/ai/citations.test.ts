import { expect, it } from 'vitest';
import { readCitations } from './citations.ts';

const who = 'https://www.who.int/news/item-1?utm_source=openai';
const cdc = 'https://cdc.gov/a?page=2&utm_source=openai#top';

function answer(text: string, ...urls: string[]) {
  const annotations = urls.map((url) => ({
    type: 'url_citation',
    url,
    title: 'A page',
    start_index: 0,
    end_index: 0,
  }));
  return readCitations([{ type: 'text', text, providerMetadata: { openai: { annotations } } }]);
}

it.each([
  ['a mark behind a sentence', `Wash hands. ([who.int](${who}))`, 'Wash hands.'],
  ['a mark in a sentence', `Wash hands ([who.int](${who})), then dry.`, 'Wash hands, then dry.'],
  ['two in one', `Rest. ([a](${who}), [b](${cdc}))`, 'Rest.'],
  ['two in a row', `Rest. ([a](${who}))([b](${cdc}))`, 'Rest.'],
  ['without brackets', `Rest. [who.int](${who})\n\nDrink. [cdc.gov](${cdc})`, 'Rest.\n\nDrink.'],
  ['a link in words', `As [the WHO](${who}) says, rest.`, 'As the WHO says, rest.'],
  ['a link in a list', `- Rest ([who.int](${who}))\n- Drink`, '- Rest\n- Drink'],
])('removes %s from the text', (_name, text, rest) => {
  expect(answer(text, who, cdc).text).toBe(rest);
});

it('keeps a link that is the answer itself, and brackets that cite nothing', () => {
  const text = 'Book at [our page](https://shop.example/book) (open today) or https://x.example.';
  expect(answer(text, who).text).toBe(text);
  expect(answer(`See ([page](https://shop.example/book))`, who).text).toContain('shop.example');
  expect(answer('Item [1] is yours.')).toEqual({ text: 'Item [1] is yours.', sources: [] });
});

it("lists each address once, without the vendor's tracking", () => {
  expect(answer('Rest.', who, who, cdc).sources).toEqual([
    { url: 'https://www.who.int/news/item-1', title: 'A page' },
    { url: 'https://cdc.gov/a?page=2#top', title: 'A page' },
  ]);
});

it("removes only the marks that the vendor's citations point to", () => {
  const text = 'Rest [1]. Drink 【2†source】. See [3].';
  const at = (mark: string, url: string) => ({
    type: 'url_citation',
    url,
    start_index: text.indexOf(mark),
    end_index: text.indexOf(mark) + mark.length,
  });
  const annotations = [at('[1]', who), at('【2†source】', cdc)];
  const read = readCitations([
    { type: 'text', text, providerMetadata: { openai: { annotations } } },
  ]);
  expect(read.text).toBe('Rest. Drink. See [3].');
  expect(read.sources.map(({ title }) => title)).toEqual([null, null]);
});

it('ignores an address that is not http(s)', () => {
  expect(answer('Hi', 'javascript:alert(1)', 'data:text/html,x').sources).toEqual([]);
});
