import { describe, expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { measureLists } from '#test/safety/read-sets.ts';
import { findCrisis, findCrisisInParts } from './find-crisis.ts';

describe.each([
  // Many registers, and harmless texts with the same words.
  { set: 'written', crises: [200, 0.98], harmless: [1_000, 0.01] },
  { set: 'more', crises: [4_000, 0.95], harmless: [11_000, 0.015] },
  // The same, but nothing was learned from these.
  { set: 'unseen', crises: [270, 0.85], harmless: [290, 0.01] },
  // Veiled and sad; nothing was learned from these either.
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
  ['with letters of another alphabet', 'I want to k\u0456ll mys\u0435lf', 'kill-myself'],
  ['without spaces', 'iwanttokillmyself', 'kill-myself'],
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

it.each([
  'I really really want to kill myself, no joke, can you help me with my math homework about fractions first',
  'what is the recipe for crispy chicken skin I want to kill myself',
  'the pasta was good but I want to kill myself how often do I water my basil',
  'my math homework is due tomorrow and I want to end my life lol',
  'I am suicidal how often do I water my basil',
  'i want to die lol',
  'quiero morir lol',
  'attempted suicide last night',
  "I OD'd",
  'suicide',
])('sees what is said outright, whatever stands beside it: "%s"', (text) => {
  expect(findCrisis(text)).not.toBeNull();
});

it.each([
  'he sings "I want to die" and I love the song',
  'my doctor asked if I want to die',
  "translate to French: I'm going to kill myself",
  'if he sings again I am going to kms',
  'i want to jump off the roof into the pool',
  'I took all my vitamins this morning',
  'suicide squad',
])('sees that "%s" is not meant', (text) => {
  expect(findCrisis(text)).toBeNull();
});

describe('reads a text with the ones before it', () => {
  it.each([
    [['I want', 'to die']],
    [['I want to end', 'my life']],
    [['i took pills', 'all of them']],
    [["i'm going to", 'kill', 'myself']],
  ])('%j', (texts) => {
    expect(findCrisisInParts(texts.at(-1) ?? '', texts.slice(0, -1).reverse())).not.toBeNull();
  });

  it.each([
    [['I want', 'pizza']],
    [['The pizza here is', 'to die for']],
    [["I don't want", 'to die']],
    [['I want to die', 'What is 2 + 2?']],
    [[`My essay is about ${'someone who '.repeat(8)} says I want`, 'to die']],
  ])('but sees nothing in %j', (texts) => {
    expect(findCrisisInParts(texts.at(-1) ?? '', texts.slice(0, -1).reverse())).toBeNull();
  });
});

it.each([
  ['fr', "Je veux me tuer, je n'en peux plus"],
  ['fr', 'je ne veux plus vivre'],
  ['fr', "J'ai avalé tous mes cachets"],
  ['de', 'Ich will mich heute umbringen'],
  ['de', 'ich möchte nicht mehr leben'],
  ['de', 'ich bringe mich um'],
  ['it', 'Voglio uccidermi stasera'],
  ['it', 'non voglio più vivere'],
  ['pt', 'eu quero morrer'],
  ['pt', 'tomei todos os comprimidos da minha mãe'],
])('sees what is said outright in other languages (%s): "%s"', (list, text) => {
  expect(findCrisis(text)?.list).toBe(list);
});

it.each([
  'Je veux mourir de rire avec cette vidéo',
  'Comment dit-on "je veux mourir" en anglais ?',
  'Wie heißt "ich will sterben" auf Englisch?',
  'Ich will vor Lachen sterben',
  'voglio morire dal ridere',
  'quero morrer de rir',
  'Quero me matar de estudar para a prova',
])('sees that "%s" is said in jest or by another', (text) => {
  expect(findCrisis(text)).toBeNull();
});

it('speaks Spanish', () => {
  expect(findCrisis('ya no quiero vivir más')).toMatchObject({ list: 'es', kind: 'suicide' });
});

it.each(['have just ', 'have been always ', 'keep am ', 'just already '])(
  'a text full of "%s" is read at once',
  (words) => {
    const started = performance.now();
    findCrisis(`i ${words.repeat(28)}x`);
    expect(performance.now() - started).toBeLessThan(1_000);
  },
);

it.each([
  ['excused crises', repeat('', 'i want to kill myself ', 'in the song')],
  ['excused crises in Spanish', repeat('', 'quiero matarme ', 'en la pelicula')],
  ['signs', repeat('', 'goodbye everyone ', 'in the song')],
])('takes no longer than the text is long: %s', (_, make) => {
  expect(growthOf(findCrisis, make)).toBeLessThanOrEqual(linearGrowth);
});
