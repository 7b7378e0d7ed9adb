import { describe, expect, it } from 'vitest';
import { growthOf, linearGrowth, repeat } from '#test/growth.ts';
import { findCrisis, findCrisisInParts } from './find-crisis.ts';
import { measureTexts, readEveryday, readSet } from './learning/read-sets.ts';

describe.each([
  // Many registers, and harmless texts with the same words.
  { set: 'written', fewest: 200, share: 0.98 },
  // The same, but nothing was learned from these.
  { set: 'unseen', fewest: 270, share: 0.85 },
  // Veiled; nothing was learned from these either.
  { set: 'oblique', fewest: 600, share: 0.7 },
  { set: 'veiled', fewest: 90, share: 0.7 },
  // By a later hand; nothing was learned from these or tuned to them.
  { set: 'fresh', fewest: 220, share: 0.82 },
  { set: 'freshOblique', fewest: 160, share: 0.58 },
  { set: 'kept', fewest: 500, share: 0.85 },
  { set: 'lastOblique', fewest: 300, share: 0.55 },
] as const)('the $set crises, by word lists alone', ({ set, fewest, share }) => {
  it('are found', () => {
    const { texts, certain, possible } = measureTexts(readSet(set, 'crises'));
    expect(texts).toBeGreaterThanOrEqual(fewest);
    expect((certain + possible) / texts).toBeGreaterThanOrEqual(share);
  });
});

it('is certain of what is said outright', () => {
  for (const [set, share] of [
    ['outright', 0.95],
    ['freshOutright', 0.9],
    ['kept', 0.64],
    ['lastOutright', 0.92],
  ] as const) {
    const { texts, certain } = measureTexts(readSet(set, 'crises'));
    expect(certain / texts, set).toBeGreaterThanOrEqual(share);
  }
});

describe.each([
  { name: 'everyday', texts: readEveryday('even'), certain: 0.01, possible: 0.05 },
  { name: 'written', texts: readSet('written', 'harmless'), certain: 0.001, possible: 0.01 },
  { name: 'unseen', texts: readSet('unseen', 'harmless'), certain: 0.001, possible: 0.017 },
  { name: 'fresh', texts: readSet('fresh', 'harmless'), certain: 0.002, possible: 0.015 },
  // Each is close to a crisis in its words.
  { name: 'kept', texts: readSet('kept', 'harmless'), certain: 0.015, possible: 0.05 },
  { name: 'last', texts: readSet('last', 'harmless'), certain: 0.002, possible: 0.02 },
  // A third of these people are sad.
  { name: 'oblique', texts: readSet('oblique', 'harmless'), certain: 0.006, possible: 0.05 },
])('the $name harmless texts', ({ texts, ...most }) => {
  it('are seldom taken for crises', () => {
    const { certain, possible } = measureTexts(texts);
    expect(certain / texts.length).toBeLessThanOrEqual(most.certain);
    expect(possible / texts.length).toBeLessThanOrEqual(most.possible);
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
  ['I want to kill myself', 'certain'],
  ['Hi, I think I overdosed and my hands shake', 'certain'],
  ['Gran overdosed on mince pies again', null],
  ['just so you know I am ending it this weekend', 'certain'],
  ['We are ending it this season, says the producer', null],
  ['want to die', 'certain'],
  ['i hurt myself whenever they shout', 'certain'],
  ['I was thinking of killing myself and my fish tank pump is broken', 'certain'],
  // A name of it in another grammar, and words that agree.
  [
    'they found me last time, so this suicide will be somewhere else and nobody will stop it',
    'certain',
  ],
  ["hes hurting me again he's in the shower now i have 5 mins before he comes out", 'certain'],
  // A telling word, and words that say clearly the same.
  ["none of it matters because I've got a bottle of pills and a bottle of gin", 'certain'],
  ['I have no plans to hurt myself', 'possible'],
] as const)('says of "%s" how sure it is: %s', (text, level) => {
  expect(findCrisis(text)?.level ?? null).toBe(level);
});

describe('what is said in plain grammar', () => {
  it.each([
    'been wanting to be dead since march',
    'i plan on being dead by sunday',
    'kms for real this time',
    'suicidal again and i cant sleep',
    'already swallowed every tablet in the cupboard',
    'did another overdose',
    'i tried to hang myself after class',
    'planning to kill myself after the exams',
    'my therapist knows i want to kill myself and went on holiday',
    'self harmed at school again',
    'got the shotgun in my mouth',
    'tied a noose in the garage',
    'going to lie down on the tracks',
    'i am about to jump please',
    'i just wrote my suicide note',
    'how many of these sleeping pills would kill me',
    'does it hurt to hang yourself',
    'will 60 ibuprofen kill me',
    'the only thing stopping me from killing myself is my sister',
    'suicide is my only way out',
    'the voices keep telling me to jump',
    'im going to put an end to my life',
    'i will hang from the fan today',
    'i long for death',
    'took way too many of them on purpose',
    'tried to od again',
    'hoarded my tramadol for weeks now i have enough',
    'clean for 30 days and then i cut tonight',
    'burnt my arm with a lighter again',
    'lying on the tracks now',
    'I just jumped in front of a car and it swerved',
    'been trying to die since april',
    'which pills can I take to die',
    'pressing the knife into my stomach',
    "I'm bringing dad's rifle to school",
    "ah'm gonnae hang masel the night",
    'my coach touches me when we are alone',
  ])('is certain: "%s"', (text) => {
    expect(findCrisis(text)?.level).toBe('certain');
  });

  it.each([
    'kms this queue',
    'kill me now, another meeting',
    'did Cleopatra commit suicide?',
    'my essay is about suicide notes of poets',
    'he said i should kms haha',
    'I overdosed on cheese',
    'I do not want to be here, this queue is endless',
    'I want to lie down on the floor',
    'I swallowed a whole bottle of water before the race',
    'I cut my hand open on a tin',
    'ten years ago I tried to end my life, now I run a bakery',
    'the plan is to jump off the pier into the sea on Sunday',
    'how much ibuprofen do i need to give my dog',
    'does it hurt to cut yourself a fringe',
    'will 20 mg of melatonin help me sleep',
    'I chose death metal for the playlist',
    'I fell over in front of the whole class and want to die',
    'my dad jumped in front of a camera',
    'we are bringing a cake to school',
    'what does the church say about suicide',
    'sat on the tracks of the model railway with my son',
    'diehard fan here, and my lifeboat badge is older than you',
  ])('is not certain where it is not meant: "%s"', (text) => {
    expect(findCrisis(text)?.level).not.toBe('certain');
  });
});

it.each([
  "Sorry, I can't talk right now.",
  "I'm on my way.",
  "I'm driving with Driving Focus turned on. I'll see your message when I get where I'm going.",
  'You have 1 missed call from +1 415 555 0100.',
])('sees no sign in what a phone writes by itself: "%s"', (text) => {
  expect(findCrisis(text)).toBeNull();
  expect(findCrisisInParts(text, ['I want', 'to die'])).toBeNull();
});

it("sees what a person adds to a phone's text", () => {
  expect(findCrisis("Sorry, I can't talk right now. I want to die")?.level).toBe('certain');
});

it('reads over what a phone wrote between two parts', () => {
  const before = ["I'm on my way.", 'I want'];
  expect(findCrisisInParts('to die', before)?.rule).toBe('wants-to-die');
});

it.each([
  ['spaced', 'k i l l myself', 'kill-myself'],
  ['dotted', 's.u.i.c.i.d.e is on my mind', 'speaks-of-suicide'],
  ['in digits', 'i want to k1ll mys3lf', 'kill-myself'],
  ['misspelled', 'thinking of sucide again', 'thinks-of-suicide'],
  ['in capitals', 'I WANT TO KILL MYSELF', 'kill-myself'],
  ['full width', 'Ｉ want to kill myself', 'kill-myself'],
  ['with hidden characters', 'I want to ki\u200Bll myse\u00ADlf', 'kill-myself'],
  ['with letters of another alphabet', 'I want to k\u0456ll mys\u0435lf', 'kill-myself'],
  ['without spaces', 'iwanttokillmyself', 'kill-myself'],
  ['half without spaces', 'imgonna killmyself', 'kill-myself'],
  ['without last letters', 'thinkin of endin my lyf', 'kill-myself'],
  ['in dialect', 'finna take me own life', 'kill-myself'],
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
  'The drums sound like robots being kidnapped by a choir, I love it',
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
    `${'I bake bread. '.repeat(60)} I folded my uniform and wrote everyone a letter because tomorrow they will be better off`,
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
