import { describe, expect, it } from 'vitest';
import { measureLists } from '#test/safety/read-sets.ts';
import { findCrisis } from './find-crisis.ts';

describe.each([
  // Many registers, and harmless texts with the same words.
  { set: 'written', crises: [200, 0.98], harmless: [1_000, 0.01] },
  { set: 'more', crises: [4_000, 0.95], harmless: [11_000, 0.015] },
  // The same, but nothing was learned from these: what strangers write is as new.
  { set: 'unseen', crises: [270, 0.85], harmless: [290, 0.01] },
  // As veiled, and as sad, as the hands could write; nothing was learned from these, either.
  { set: 'oblique', crises: [600, 0.82], harmless: [1_700, 0.05] },
] as const)('the $set texts, by word lists alone', ({ set, crises, harmless }) => {
  it('are found where they are crises', () => {
    const { texts, seen } = measureLists(set, 'crises');
    const [fewest, leastShare] = crises;
    expect(texts).toBeGreaterThanOrEqual(fewest);
    expect(seen / texts).toBeGreaterThanOrEqual(leastShare);
  });

  it('are seldom taken for crises where they are harmless', () => {
    const { texts, seen } = measureLists(set, 'harmless');
    const [fewest, mostShare] = harmless;
    expect(texts).toBeGreaterThanOrEqual(fewest);
    expect(seen / texts).toBeLessThanOrEqual(mostShare);
  });
});

it.each([
  ['of someone who asks for help', 'suicide hotline number', 'asks-for-a-helpline'],
  [
    'of someone who asks politely',
    'can you give me the number of a crisis line',
    'asks-for-a-helpline',
  ],
  ['of someone who is threatened', 'MY HUSBAND IS GOING TO KILL ME HELP', 'in-danger'],
])('sees a crisis %s', (_, text, rule) => {
  expect(findCrisis(text)?.rule).toBe(rule);
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
  'I volunteer at a suicide hotline, how do I avoid burnout?',
  'write a poster for our suicide prevention lifeline',
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
