import { expect, it } from 'vitest';
import { readCited } from './citations.ts';

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
  return readCited([{ type: 'text', text, providerMetadata: { openai: { annotations } } }]);
}

it.each([
  ['a mark behind a sentence', `Wash hands. ([who.int](${who}))`, 'Wash hands.'],
  ['a mark in a sentence', `Wash hands ([who.int](${who})), then dry.`, 'Wash hands, then dry.'],
  ['two in one', `Rest. ([a](${who}), [b](${cdc}))`, 'Rest.'],
  ['two in a row', `Rest. ([a](${who}))([b](${cdc}))`, 'Rest.'],
  ['without brackets', `Rest. [who.int](${who})\n\nDrink. [cdc.gov](${cdc})`, 'Rest.\n\nDrink.'],
  ['a link in words', `As [the WHO](${who}) says, rest.`, 'As the WHO says, rest.'],
  ['a link in a list', `- Rest ([who.int](${who}))\n- Drink`, '- Rest\n- Drink'],
])('takes %s out of the text', (_name, text, left) => {
  expect(answer(text, who, cdc).text).toBe(left);
});

it('keeps a link that is the answer, and brackets that cite nothing', () => {
  const text = 'Book at [our page](https://shop.example/book) (open today) or https://x.example.';
  expect(answer(text, who).text).toBe(text);
  expect(answer(`See ([page](https://shop.example/book))`, who).text).toContain('shop.example');
  expect(answer('Item [1] is yours.')).toEqual({ text: 'Item [1] is yours.', sources: [] });
});

it('keeps each address once, without what the vendor adds to it', () => {
  expect(answer('Rest.', who, who, cdc).sources).toEqual([
    { url: 'https://www.who.int/news/item-1', title: 'A page' },
    { url: 'https://cdc.gov/a?page=2#top', title: 'A page' },
  ]);
});

it('drops marks where the vendor points at them, from the last to the first', () => {
  const text = 'Rest [1]. Drink 【2†source】. See [3].';
  const at = (mark: string, url: string) => ({
    type: 'url_citation',
    url,
    start_index: text.indexOf(mark),
    end_index: text.indexOf(mark) + mark.length,
  });
  const annotations = [at('[1]', who), at('【2†source】', cdc)];
  const read = readCited([{ type: 'text', text, providerMetadata: { openai: { annotations } } }]);
  expect(read.text).toBe('Rest. Drink. See [3].');
  expect(read.sources.map(({ title }) => title)).toEqual([null, null]);
});

it('takes no address that a browser should not open', () => {
  expect(answer('Hi', 'javascript:alert(1)', 'data:text/html,x').sources).toEqual([]);
});
