import { describe, expect, it } from 'vitest';
import { measureLists } from '#test/safety/read-sets.ts';
import { findCrisis } from './find-crisis.ts';

describe('the written set, by word lists alone', () => {
  it('finds at least 90 % of the crises that it learned from', () => {
    const { texts, seen } = measureLists('crises').learned;
    expect(texts).toBeGreaterThanOrEqual(1_900);
    expect(seen / texts).toBeGreaterThanOrEqual(0.9);
  });

  it('takes at most 1 % of the harmless texts that it learned from', () => {
    const { texts, seen } = measureLists('harmless').learned;
    expect(texts).toBeGreaterThanOrEqual(6_000);
    expect(seen / texts).toBeLessThanOrEqual(0.01);
  });

  // What strangers write is as new as these. 85 % and 1 % are the aim; these are the floor that a change must not break.
  it('finds at least 75 % of crises that it has never met', () => {
    const { texts, seen } = measureLists('crises').unseen;
    expect(texts).toBeGreaterThanOrEqual(600);
    expect(seen / texts).toBeGreaterThanOrEqual(0.75);
  });

  it('takes at most 3 % of harmless texts that it has never met, ordinary sadness among them', () => {
    const { texts, seen } = measureLists('harmless').unseen;
    expect(texts).toBeGreaterThanOrEqual(1_700);
    expect(seen / texts).toBeLessThanOrEqual(0.03);
  });
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

it.each([
  [
    'a crisis that no rule knows',
    "none of it matters because I've got a bottle of pills and a bottle of gin",
  ],
  [
    'one behind a long harmless text',
    `${'I bake bread. '.repeat(60)} nothing matters because I have a bottle of pills and a bottle of gin`,
  ],
])('weighs words: %s', (_, text) => {
  expect(findCrisis(text)).toMatchObject({ list: 'weights', rule: 'words' });
});

it.each(['long ', 'yes please ', 'bye. ', 'no. ', 'me you. '])(
  'sees nothing in %s, however often it is repeated',
  (words) => {
    expect(findCrisis(words.repeat(10))).toBeNull();
    expect(findCrisis(words.repeat(2_000))).toBeNull();
  },
);

it('speaks Spanish', () => {
  expect(findCrisis('ya no quiero vivir más')).toMatchObject({ list: 'es', kind: 'suicide' });
});
