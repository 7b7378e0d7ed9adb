import { describe, expect, it } from 'vitest';
import { measureLists } from '#test/safety/read-sets.ts';
import { findCrisis } from './find-crisis.ts';

describe('the written set, by word lists alone', () => {
  it.each(['tuned', 'held out'] as const)(
    'finds at least 85 % of 100 crises or more (%s)',
    (half) => {
      const { texts, seen } = measureLists('crises')[half];
      expect(texts).toBeGreaterThanOrEqual(100);
      expect(seen / texts).toBeGreaterThanOrEqual(0.85);
    },
  );

  it.each(['tuned', 'held out'] as const)(
    'takes at most 1 % of 500 harmless texts or more (%s)',
    (half) => {
      const { texts, seen } = measureLists('harmless')[half];
      expect(texts).toBeGreaterThanOrEqual(500);
      expect(seen / texts).toBeLessThanOrEqual(0.01);
    },
  );
});

it.each([
  ['spaced', 'k i l l myself', 'kill-myself'],
  ['dotted', 's.u.i.c.i.d.e is on my mind', 'speaks-of-suicide'],
  ['in digits', 'i want to k1ll mys3lf', 'kill-myself'],
  ['misspelled', 'thinking of sucide again', 'wants-death'],
  ['in capitals', 'I WANT TO KILL MYSELF', 'kill-myself'],
  ['full width', 'Ｉ want to kill myself', 'kill-myself'],
  ['with hidden characters', 'I want to ki\u200Bll myse\u00ADlf', 'kill-myself'],
  ['with a curly apostrophe', 'I don’t want to live anymore', 'does-not-want-to-live'],
])('sees a crisis that is written %s', (_, text, rule) => {
  expect(findCrisis(text)?.rule).toBe(rule);
});

it.each([
  'I am not going to kill myself over this',
  'my mom is going to kill me',
  'kill -9 the process',
  'I’m writing an essay about suicide prevention',
  'In the song he sings "I want to kill myself"',
  '',
  '   ',
  '👍',
  'ما هو نصف اثني عشر؟',
])('takes "%s" for what it is', (text) => {
  expect(findCrisis(text)).toBeNull();
});

it('sees a crisis at the end of a long text, and a harmless sentence beside it hides nothing', () => {
  const text = `${'My essay about the song is due on Monday. '.repeat(150)} I want to kill myself.`;
  expect(findCrisis(text)?.kind).toBe('suicide');
});

it.each([
  ['at the end of another thought', 'I used to love life but now I want to kill myself'],
  ['of several signs', 'Tell my kids I loved them. I gave away the dog. Goodbye everyone'],
  ['in other words', 'I have swallowed something like 40 of the tablets'],
])('sees a crisis %s', (_, text) => {
  expect(findCrisis(text)?.kind).toBe('suicide');
});

it.each([
  'Goodbye everyone, see you on Monday',
  'They want to die in the film, I want to know why',
  'No one would miss this button',
])('needs more than "%s"', (text) => {
  expect(findCrisis(text)).toBeNull();
});

it('speaks Spanish', () => {
  expect(findCrisis('ya no quiero vivir más')).toMatchObject({ list: 'es', kind: 'suicide' });
});
