import { describe, expect, it } from 'vitest';
import { isEmojiOnly, splitLinks } from './message-body.tsx';
import { countSegments } from './sms-segments.ts';

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

describe('segments', () => {
  it.each([
    ['', 1, 160],
    ['x'.repeat(160), 1, 0],
    ['x'.repeat(161), 2, 145],
    ['€'.repeat(80), 1, 0],
    ['ё', 1, 69],
    ['ё'.repeat(71), 2, 63],
  ])('%s', (text, segments, left) => expect(countSegments(text)).toEqual({ segments, left }));
});
