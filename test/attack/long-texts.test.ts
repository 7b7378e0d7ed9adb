import { describe, expect, it } from 'vitest';
import { readCitations } from '#server/ai/citations.ts';
import { withoutDetail } from '#server/channels/send-error.ts';
import { sms } from '#server/channels/sms/handler.ts';
import { whatsapp } from '#server/channels/whatsapp/handler.ts';
import { readKeyword } from '#server/journey/wishes/keywords.ts';
import { readWords } from '#server/messages/search/words.ts';
import { registerRequest } from '#shared/api/auth.ts';
import { createProviderRequest, isSameAddress } from '#shared/api/providers.ts';
import { readCode } from '#shared/connect-codes.ts';
import { parsePhone } from '#shared/phone.ts';
import { trimLineEnds } from '#shared/texts.ts';
import { growthOf, linearGrowth, repeat } from '../growth.ts';

/** Each makes a careless pattern read the same text again and again. */
const markdown: [string, (length: number) => string][] = [
  ['labels', repeat('', '[')],
  ['labels of pictures', repeat('', '![')],
  ['labels with addresses that never end', repeat('', '[a](b')],
  ['one address that never ends', repeat('[a](', 'b')],
  ['labels, then one end', repeat('', '[', '](x')],
  ['fences', repeat('', '```\n')],
  ['fences with words', repeat('', '```x\n')],
  ['pairs of fences', repeat('', '```\nlet a = 1;\nlet b = 2;\n```\n')],
  ['code', repeat('', '`x ')],
  ['headings', repeat('# a', '#', 'b')],
  ['a heading with spaces', repeat('# a', ' ', 'b')],
  ['rules', repeat('', '- ', 'x')],
  ['blank lines before a rule', repeat('', '\t\n', '- - x')],
  ["a table's line", repeat('|', '---|', 'x')],
  ['a line of hyphens', repeat('', '-', 'x')],
  ['bold', repeat('', '**a ')],
  ['bold by underscores', repeat('', '__a ')],
  ['bold inside words', repeat('__a', '__b')],
  ['italics', repeat('', ' *a')],
  ['italics by underscores', repeat('', ' _a')],
  ['italics in lines', repeat('', '*a\n')],
  ['both', repeat('', '***a ')],
  ['stars', repeat('', '*')],
  ['crossed out', repeat('', '~~a ')],
  ['spaces', repeat('x', ' ', 'y')],
  ['tabs at line ends', repeat('x', '\t', 'y')],
  ['newlines', repeat('x', '\n', 'y')],
  ['addresses', repeat('', 'https://')],
  ['escapes', repeat('', '\\')],
  ['quotes', repeat('', '> ')],
  ['sentences', repeat('', '.)"')],
  ['quotes in quotes', repeat('', '>')],
  ['quotes with lazy lines', repeat('', '> a\nb\n')],
  ['lists in lists', repeat('', '1. - ')],
  ['two kinds of emphasis', (length) => '*t '.repeat(length / 6) + '_t*_ '.repeat(length / 10)],
  ['code of many lengths', repeat('', '`a``b```c')],
  ['comments', repeat('', '<!--')],
  ['tags', repeat('', '<a ')],
  ['entities', repeat('', '&')],
  ['footnotes', repeat('', '[^a]')],
  ['definitions', repeat('', '[a]: b\n')],
  ['cells', repeat('|a|\n|-|\n|', 'a|')],
  ['headings by lines below', repeat('', 'a\n=\n')],
  ['formulas', repeat('', '\\(')],
  ['formulas in dollars', repeat('', '$a ')],
  ['groups in formulas', repeat('', `$$${'{'.repeat(80)}$$ `)],
  ['fractions', repeat('', `$$${'\\frac'.repeat(20)}$$ `)],
  ['scripts', repeat('', `$$${'^_'.repeat(40)}$$ `)],
  ['fractions without a formula', repeat('', '\\frac{')],
  ['environments', repeat('', '\\begin{a}')],
];

const cited = 'https://who.int/a';
const annotations = [
  { type: 'url_citation', url: cited, title: 'WHO', start_index: 0, end_index: 3 },
];
const cite = (text: string) =>
  readCitations([{ type: 'text', text, providerMetadata: { openai: { annotations } } }]);
const citations: [string, (length: number) => string][] = [
  ['labels', repeat('', '[')],
  ['addresses that never end', repeat('', '[a](https:b')],
  ['brackets with spaces', repeat('(', ' ', 'x')],
  ['spaces before brackets', repeat('x', ' ', '[')],
  ['links with spaces', repeat(`([a](${cited})`, ' ', `[b](${cited}`)],
  ['links in a row', repeat('(', `[a](${cited}), `, 'x')],
  ['groups', repeat('', ` ([a](${cited}))`)],
  ['hosts', repeat('x. ', `[who.int](${cited}) `)],
  ['a long host', repeat('x. [a', '.a', `](${cited})`)],
  ['spaces before a comma', repeat('x', ' ', 'y,')],
  ['spaces at line ends', repeat('x', '\t', 'y')],
];

function citeOften(text: string) {
  const many = Array.from({ length: text.length / 100 }, (_, index) => ({
    ...annotations[0],
    start_index: index,
    end_index: text.length,
  }));
  return readCitations([
    { type: 'text', text, providerMetadata: { openai: { annotations: many } } },
  ]);
}

const others: [string, (text: string) => unknown, (length: number) => string][] = [
  ['a keyword', readKeyword, repeat('stop', '. ')],
  ['a keyword of punctuation', readKeyword, repeat('', '.')],
  ['a code', (text) => readCode(text, true), repeat('connect 1', ' ', 'x')],
  ['a failure', withoutDetail, repeat('', ' (')],
  ['words to search', readWords, repeat('', 'a. ')],
  ['words without spaces', readWords, repeat('', '漢')],
  ['accents', readWords, repeat('a', '\u0315\u0300')],
  ['accents of a letter without spaces', readWords, repeat('ก', '\u0315\u0300')],
  ['line ends', trimLineEnds, repeat('x', ' ', 'y')],
  ['citations of everything', citeOften, repeat('【', 'a')],
  ['segments', (text) => sms.countSegments?.(text), repeat('', '“a')],
  ['an email', (email) => registerRequest.safeParse({ email }), repeat('', 'a.', '@')],
  ['a host in an email', (email) => registerRequest.safeParse({ email }), repeat('a@', 'a.', '!')],
  ['a phone number', parsePhone, repeat('+1', '(2')],
  ["a provider's address", (text) => isSameAddress(text, 'x'), repeat('', '/', 'x')],
  ['a domain', searchIn, repeat('', '/', '\n/')],
  ['a domain of dots', searchIn, repeat('a', '.a', '/')],
];

function searchIn(domain: string) {
  return createProviderRequest.safeParse({ config: { webSearchDomains: [domain] } });
}

describe('the work on a long text grows with its length', () => {
  // Apple Messages formats like SMS.
  const channels = { SMS: sms, WhatsApp: whatsapp };
  describe.each(Object.entries(channels))('an answer by %s', (_, { toParts }) => {
    it.each(markdown)('%s', (_, make) => {
      expect(growthOf(toParts, make)).toBeLessThanOrEqual(linearGrowth);
    });
  });

  describe('citations', () => {
    it.each(citations)('%s', (_, make) => {
      expect(growthOf(cite, make)).toBeLessThanOrEqual(linearGrowth);
    });
  });

  it.each(others)('%s', (_, work, make) => {
    expect(growthOf(work, make)).toBeLessThanOrEqual(linearGrowth);
  });

  it('any two marks in turn', () => {
    const marks = [
      '[',
      '](',
      ')',
      '!',
      '*',
      '**',
      '__',
      '_',
      '~~',
      '`',
      '#',
      '|',
      '-',
      ' ',
      '\n',
      'a',
    ];
    const pairs = marks.flatMap((one) => marks.map((other) => one + other));
    const work = (text: string) => {
      const length = text.length;
      for (const pair of pairs) {
        const hostile = repeat('', pair)(length / pairs.length);
        sms.toParts(hostile);
        whatsapp.toParts(hostile);
        cite(hostile);
      }
    };
    expect(growthOf(work, repeat('', 'x'))).toBeLessThanOrEqual(linearGrowth);
  });
});

it('final punctuation of any length is not part of a keyword', () => {
  expect(readKeyword(`Stop${' !'.repeat(1_000)}`)).toBe('STOP');
});
