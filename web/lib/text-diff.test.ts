import { describe, expect, it } from 'vitest';
import { diffText } from './text-diff.ts';

const marks = { same: '', removed: '-', added: '+' };
const shown = (before: string, after: string) =>
  diffText(before, after).map(({ kind, text }) => marks[kind] + text);

describe('diffText', () => {
  it.each([
    ['', '', []],
    ['Be kind.', 'Be kind.', ['Be kind.']],
    ['', 'Be kind.', ['+Be kind.']],
    ['Be kind.', '', ['-Be kind.']],
    ['Be kind and short.', 'Be kind and long.', ['Be kind and ', '-short.', '+long.']],
    ['One\nTwo\nThree\n', 'One\nThree\nFour\n', ['One\n', '-Two\n', 'Three\n', '+Four\n']],
    ['a b c d', 'x b y d', ['-a', '+x', ' b ', '-c', '+y', ' d']],
    ['You are kind.', 'You are kind. Be brief.', ['You are kind.', '+ Be brief.']],
    ['say one two now', 'say six ten now', ['say ', '-one two', '+six ten', ' now']],
  ])('%j to %j', (before, after, pieces) => {
    expect(shown(before, after)).toEqual(pieces);
  });

  it('loses no text of either side', () => {
    const words = ['maths', 'be', 'kind', '\n', ' ', 'short', '👍🏽', '\n\n', 'ask'];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const text = () =>
      Array.from({ length: random(40) }, () => `${words[random(words.length)]} `).join('');
    for (let round = 0; round < 300; round++) {
      const [before, after] = [text(), text()];
      const pieces = diffText(before, after);
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }
  });

  it('shows texts whole when they are too long to compare', () => {
    const [before, after] = ['a '.repeat(9_000).trim(), 'b '.repeat(9_000).trim()];
    expect(shown(before, after).map((text) => text.length)).toEqual([18_000, 18_000]);
  });
});
