import { describe, expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { isEmojiOnly, splitLinks } from './message-body.tsx';

const linksOf = (body: string) => splitLinks(body).flatMap(({ href }) => href ?? []);

describe('links in messages', () => {
  it.each([
    ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
    ['(see https://example.com/a).', ['https://example.com/a']],
    ['http://a.example, https://b.example!', ['http://a.example', 'https://b.example']],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
    ['https://', []],
  ])('%s', (body, links) => {
    expect(linksOf(body)).toEqual(links);
    expect(
      splitLinks(body)
        .map(({ text }) => text)
        .join(''),
    ).toBe(body);
  });
});

describe('emoji-only messages', () => {
  it.each([
    ['👍🏽', true],
    ['👨‍👩‍👧 ❤️ 🇬🇧', true],
    ['👍👍👍👍', false],
    ['ok 👍', false],
    ['12', false],
  ])('%s: %s', (body, isOnly) => expect(isEmojiOnly(body)).toBe(isOnly));
});

describe('the work on a long message grows with its length', () => {
  it.each([
    ['punctuation behind an address', splitLinks, repeat('http://a', '.', 'b')],
    ['brackets behind an address', splitLinks, repeat('http://a', ')')],
    ['brackets and punctuation', splitLinks, repeat('http://a', ').')],
    ['addresses', splitLinks, repeat('', 'http://a.b ')],
    ['beginnings of addresses', splitLinks, repeat('', 'http')],
    ['spaces around emoji', isEmojiOnly, repeat('👍', ' ', 'x')],
    ['emoji', isEmojiOnly, repeat('', '👍 ')],
  ])('%s', (_, work, make) => {
    expect(growthOf(work, make)).toBeLessThanOrEqual(linearGrowth);
  });
});
