import { describe, expect, it } from 'vitest';
import { registerRequest } from '#shared/api/auth.ts';
import { growthOf, linearGrowth } from '#test/growth.ts';
import { foldText } from './fold-text.ts';
import { normalizeWord } from './keywords.ts';
import { normalize } from './normalize.ts';
import { parsePhone } from './phone.ts';
import { spellInGsm7 } from './sms.ts';

describe('normalizing', () => {
  it('is what Unicode says for what people write', () => {
    for (const text of ['Zürich', 'Zu\u0308rich', 'ＡＢＣ', 'Việt Nam', 'ก็', 'े़', '👩‍👩‍👧'])
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(normalize(text, form)).toBe(text.normalize(form));
  });

  it('keeps 30 accents of a letter', () => {
    expect(normalize(`x${'\u0301'.repeat(40)}y`, 'NFD')).toBe(`x${'\u0301'.repeat(30)}y`);
  });

  /** Each has to be moved behind all that stand before it. */
  const accents = (length: number) =>
    `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`;
  /** Letters that become accents. */
  const voicing = (length: number) => `か${'\uff9e\u0323'.repeat(length / 2)}`;
  it('lets no text grow more than Vietnamese does', () => {
    expect(normalize('ﷺ'.repeat(1_000), 'NFKC')).toHaveLength(3_000);
    expect(normalize('ﷺ', 'NFKC')).toBe('ﷺ'.normalize('NFKC'));
    expect(normalize('ệ'.repeat(1_000), 'NFD')).toBe('ệ'.repeat(1_000).normalize('NFD'));
  });

  it.each<[string, (text: string) => unknown]>([
    ['a text', (text) => normalize(text, 'NFKC')],
    ['a password', (password) => registerRequest.safeParse({ password })],
    ['a phone number', (phoneNumber) => registerRequest.safeParse({ phoneNumber })],
    ['a phone number in a text', parsePhone],
    ['a text that is searched for words', foldText],
    ['a word that an admin chose', normalizeWord],
    ['an answer', spellInGsm7],
  ])('takes %s of accents in linear time', (_, work) => {
    expect(growthOf(work, accents)).toBeLessThanOrEqual(linearGrowth);
    expect(growthOf(work, voicing)).toBeLessThanOrEqual(linearGrowth);
  });
});
