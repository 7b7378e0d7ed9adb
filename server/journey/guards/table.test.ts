import { describe, expect, it } from 'vitest';
import { aConnecting, aNewcomer, anOwnText, aTurn, minutesAgo, now, owner } from '#test/turn.ts';
import type { Effect } from '../effects/effect.ts';
import type { Asker } from '../load/connecting.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { findObjection, guards } from './guards.ts';

const stranger = { user: null };
const byPerson = { handler: 'human', handedAt: minutesAgo(30) } as const;
const asked = (systemKind: string, minutes = 1) => ({
  systemKind,
  createdAt: minutesAgo(minutes),
  replyToId: '00000000-0000-4000-8000-000000000008',
  hasLeft: true,
});
const picture = {
  id: 'a',
  messageId: 'm',
  source: { contentType: 'image/jpeg', ref: 'x' },
  state: 'failed',
  reason: 'It is damaged.',
  width: null,
  height: null,
} as unknown as Turn['attachments'][number];
const anAsker = (askedMinutesAgo: number, change: Partial<Asker> = {}): Asker => ({
  ...aNewcomer(),
  connectionId: 'c',
  askedAt: minutesAgo(askedMinutesAgo),
  hasLookalike: false,
  ...change,
});
const optOut = { kind: 'stopped', blockedByGateway: false } as const;

const noAnswers = (count: number) =>
  Array.from({ length: count }, () => anOwnText('no-answer', { at: minutesAgo(20) }));

type Decided = Pick<Objection, 'guard' | 'state'> & {
  /** Part of the text; null: silence. */
  says: string | null;
  effects?: Effect['kind'][];
};
type Row = [what: string, turn: Turn, decided: Decided | null];

const rows: Row[] = [
  ['a plain question', aTurn('What is 2 + 2?'), null],

  [
    'a short code is recorded',
    aTurn('Your code is 1', { thread: { handle: '40404' } }),
    { guard: 'sender', state: 'recorded', says: null },
  ],
  [
    'a STOP of a toll-free line is obeyed and not confirmed',
    aTurn('STOP', { thread: { handle: '+18005550100' }, message: { keyword: 'STOP' } }),
    { guard: 'sender', state: 'recorded', says: null, effects: ['opt-out'] },
  ],
  [
    'what a phone writes by itself',
    aTurn("I'm driving right now, I'll get back to you later."),
    { guard: 'automatic', state: 'recorded', says: null },
  ],

  [
    'STOP',
    aTurn('Stop.', { message: { keyword: 'STOP' } }),
    { guard: 'keyword', state: 'recorded', says: 'no more texts from Ada', effects: ['opt-out'] },
  ],
  [
    'STOP again',
    aTurn('STOP', { message: { keyword: 'STOP' }, optOut }),
    { guard: 'keyword', state: 'recorded', says: null, effects: ['opt-out'] },
  ],
  [
    'START after a STOP',
    aTurn('START', { message: { keyword: 'START' }, optOut }),
    { guard: 'keyword', state: 'recorded', says: "You're opted in again", effects: ['opt-in'] },
  ],
  [
    'START in the dashboard after a STOP by phone',
    aTurn('START', { message: { keyword: 'START', origin: 'web' }, optOut }),
    { guard: 'keyword', state: 'recorded', says: 'were stopped by phone', effects: [] },
  ],
  [
    'YES without an opt-out or question is for the expert',
    aTurn('YES', { message: { keyword: 'YES' } }),
    null,
  ],
  [
    'HELP',
    aTurn('HELP', { message: { keyword: 'HELP' } }),
    { guard: 'keyword', state: 'recorded', says: 'https://sagewire.example', effects: [] },
  ],
  [
    'HELP for the twenty-first time in an hour',
    aTurn('HELP', {
      message: { keyword: 'HELP' },
      ownTexts: Array.from({ length: 20 }, () => anOwnText('keyword')),
    }),
    { guard: 'keyword', state: 'recorded', says: null },
  ],
  [
    'HELP that the gateway has answered',
    aTurn('HELP', { message: { keyword: 'HELP', keywordAnswered: 'HELP' } }),
    { guard: 'keyword', state: 'recorded', says: null, effects: [] },
  ],
  [
    'likely a wish to stop is asked about',
    aTurn('leave me alone'),
    { guard: 'keyword', state: 'recorded', says: 'STOP' },
  ],
  [
    'likely a wish to stop, asked about today already',
    aTurn('leave me alone', { ownTexts: [anOwnText('stopping')] }),
    null,
  ],
  [
    'YES to that question',
    aTurn('yes', { textBefore: asked('stopping') }),
    { guard: 'keyword', state: 'recorded', says: 'no more texts', effects: ['opt-out'] },
  ],
  [
    'no to that question',
    aTurn('no', { textBefore: asked('stopping') }),
    { guard: 'keyword', state: 'recorded', says: '', effects: [] },
  ],

  [
    'a request for a person',
    aTurn('Can I talk to a human?'),
    { guard: 'human', state: 'recorded', says: '', effects: ['hand-over'] },
  ],
  [
    "a stranger's request for a person only marks the thread",
    aTurn('Can I talk to a human?', stranger),
    { guard: 'human', state: 'recorded', says: '', effects: ['want-human'] },
  ],
  [
    'a request for a person without a team',
    aTurn('Can I talk to a human?', { hasTeam: false }),
    { guard: 'human', state: 'recorded', says: '' },
  ],
  [
    'a request for a person after ten words in an hour, one of them the same',
    aTurn('Can I talk to a human?', {
      ownTexts: [...Array.from({ length: 10 }, () => anOwnText('word')), anOwnText('asked')],
    }),
    { guard: 'human', state: 'recorded', says: null, effects: ['hand-over'] },
  ],
  [
    'a crisis',
    aTurn('I want to kill myself tonight'),
    { guard: 'crisis', state: 'recorded', says: '988', effects: ['meet-crisis'] },
  ],
  ['a crisis after a STOP', aTurn('I want to kill myself tonight', { optOut }), opted()],
  [
    '"I\'m fine" in the pause after a crisis',
    aTurn("I'm fine, it was a joke", {
      thread: { ...byPerson, handedBecause: 'crisis', riskAt: minutesAgo(5) },
    }),
    { guard: 'all-clear', state: 'recorded', says: '', effects: ['return-to-ai'] },
  ],
  [
    '"I\'m fine" once the team has written',
    aTurn("I'm fine, it was a joke", {
      thread: { ...byPerson, handedBecause: 'crisis', riskAt: minutesAgo(5) },
      hasPersonWritten: true,
    }),
    { guard: 'handler', state: 'held', says: '' },
  ],
  [
    'a text that a lost installation has answered',
    aTurn('What is 2 + 2?', { answeredBefore: 'SM1' }),
    { guard: 'restored', state: 'recorded', says: null, effects: ['note-answer'] },
  ],
  [
    'the wish to have the AI back',
    aTurn('back to Ada', { thread: { ...byPerson, handedBecause: 'asked' } }),
    { guard: 'word', state: 'recorded', says: '', effects: ['return-to-ai'] },
  ],
  [
    'the same wish where the team took over',
    aTurn('back to Ada', { thread: { ...byPerson, handedBecause: 'taken' } }),
    { guard: 'handler', state: 'held', says: '' },
  ],
  [
    'a text that its sender has deleted',
    aTurn('Oops', { message: { revokedAt: now } }),
    { guard: 'revoked', state: 'recorded', says: null },
  ],
  ['a heart', aTurn('❤️'), { guard: 'emoji', state: 'recorded', says: null }],
  [
    'a thumb as an answer',
    aTurn('👍', { past: [{ direction: 'outbound', body: 'Shall I go on?' } as never] }),
    null,
  ],
  [
    'a child',
    aTurn("I'm 9 years old", { statedAge: { years: 9, list: 'en' } }),
    { guard: 'age', state: 'recorded', says: '', effects: ['refuse-child'] },
  ],
  ['a minor', aTurn("I'm 15 years old", { statedAge: { years: 15, list: 'en' } }), null],
  [
    'a child that another expert knows',
    aTurn('Hi', { isTooYoung: true }),
    { guard: 'age', state: 'refused', says: '' },
  ],

  [
    'a flood',
    aTurn('again', { recent: { all: 31, same: 1, before: null }, said: [] }),
    { guard: 'loop', state: 'recorded', says: "I've paused" },
  ],
  [
    'a flood that was told',
    aTurn('again', {
      recent: { all: 31, same: 1, before: null },
      said: [],
      isToldOfLoop: true,
    }),
    { guard: 'loop', state: 'recorded', says: null },
  ],
  [
    'a right code in a flood',
    aTurn('CONNECT 4K7M9QXT', {
      ...stranger,
      recent: { all: 31, same: 1, before: null },
      said: [],
      connecting: aConnecting({ code: aCode({ newcomer: aNewcomer({ code: '4K7M9QXT' }) }) }),
    }),
    { guard: 'connected', state: 'recorded', says: '', effects: ['connect', 'count-code'] },
  ],
  [
    "a right code from a phone of another's",
    aTurn('CONNECT 4K7M9QXT', {
      connecting: aConnecting({
        code: aCode({ newcomer: aNewcomer({ code: '4K7M9QXT', isAnothers: true }) }),
      }),
    }),
    { guard: 'connection', state: 'refused', says: '2222 3333', effects: ['count-code'] },
  ],
  [
    'a right code of an account whose trial this phone used before',
    aTurn('CONNECT 4K7M9QXT', {
      connecting: aConnecting({
        code: aCode({ newcomer: aNewcomer({ code: '4K7M9QXT', isTrialUsed: true }) }),
      }),
    }),
    { guard: 'connection', state: 'refused', says: '', effects: ['count-code'] },
  ],
  [
    'a wrong code',
    aTurn('CONNECT 4K7M9QXT', { connecting: aConnecting({ code: aCode({}) }) }),
    { guard: 'code', state: 'refused', says: '', effects: ['count-code'] },
  ],
  [
    'a sixth wrong code in an hour',
    aTurn('CONNECT 4K7M9QXT', { connecting: aConnecting({ code: aCode({ wrongInHour: 5 }) }) }),
    { guard: 'code-limit', state: 'refused', says: null, effects: ['count-code'] },
  ],
  [
    'a code that has connected this phone before',
    aTurn('CONNECT 4K7M9QXT', { connecting: aConnecting({ code: aCode({ isRedeemed: true }) }) }),
    { guard: 'connected', state: 'recorded', says: 'Ada', effects: ['count-code'] },
  ],

  ['a text after a STOP', aTurn('Hello?', { optOut }), opted()],
  ['MENU', aTurn('MENU'), { guard: 'word', state: 'recorded', says: 'BALANCE' }],
  ['BALANCE', aTurn('balance'), { guard: 'word', state: 'recorded', says: '5' }],
  ['WHO', aTurn('who'), { guard: 'word', state: 'recorded', says: 'an AI' }],
  [
    'an eleventh word in an hour',
    aTurn('MENU', { ownTexts: Array.from({ length: 10 }, () => anOwnText('word')) }),
    { guard: 'word-limit', state: 'recorded', says: 'many words' },
  ],
  [
    'a twelfth word in an hour',
    aTurn('MENU', {
      ownTexts: [...Array.from({ length: 10 }, () => anOwnText('word')), anOwnText('limit')],
    }),
    { guard: 'word-limit', state: 'recorded', says: null },
  ],
  [
    'ten words, one of them more than an hour ago',
    aTurn('MENU', {
      ownTexts: [
        ...Array.from({ length: 9 }, () => anOwnText('word')),
        anOwnText('word', { at: minutesAgo(61) }),
      ],
    }),
    { guard: 'word', state: 'recorded', says: 'BALANCE' },
  ],
  ['FORGET ME', aTurn('FORGET ME'), { guard: 'word', state: 'recorded', says: '1111 2222' }],
  [
    'FORGET ME for the seventh time in a day',
    aTurn('FORGET ME', {
      ownTexts: Array.from({ length: 6 }, () => anOwnText('forget', { at: minutesAgo(90) })),
    }),
    { guard: 'word', state: 'recorded', says: 'tomorrow' },
  ],
  [
    'the number of FORGET ME',
    aTurn('1111 2222', { textBefore: asked('forget') }),
    { guard: 'forgotten', state: 'recorded', says: null, effects: ['forget'] },
  ],
  [
    'another number',
    aTurn('1111 2223', { textBefore: asked('forget') }),
    { guard: 'word', state: 'recorded', says: '' },
  ],
  [
    'the number of FORGET ME after eleven minutes',
    aTurn('1111 2222', { textBefore: asked('forget', 11) }),
    { guard: 'word', state: 'recorded', says: '' },
  ],
  [
    'a YES to FORGET ME is asked for the number, once',
    aTurn('yes', { textBefore: asked('forget') }),
    { guard: 'word', state: 'recorded', says: '1111 2222' },
  ],
  [
    'a second YES to it',
    aTurn('yes', { textBefore: asked('forget-again') }),
    { guard: 'word', state: 'recorded', says: null },
  ],
  [
    'the number of FORGET ME, by staff',
    aTurn('1111 2222', { textBefore: asked('forget'), user: { role: 'ADMIN' } }),
    { guard: 'word', state: 'recorded', says: '' },
  ],

  [
    'the number that moves the phone',
    aTurn('2222 3333', {
      textBefore: asked('move'),
      ownTexts: [anOwnText('move')],
      connecting: aConnecting({ movers: [aNewcomer({ isAnothers: true })] }),
    }),
    { guard: 'connected', state: 'recorded', says: '', effects: ['connect'] },
  ],
  [
    'the number after eleven minutes',
    aTurn('2222 3333', {
      textBefore: asked('move'),
      ownTexts: [anOwnText('move', { at: minutesAgo(11) })],
      connecting: aConnecting({ movers: [aNewcomer({ isAnothers: true })] }),
    }),
    { guard: 'connection', state: 'recorded', says: '' },
  ],
  [
    'a number that no account was asked about',
    aTurn('2222 3333', { textBefore: asked('move'), ownTexts: [anOwnText('move')] }),
    { guard: 'connection', state: 'recorded', says: '' },
  ],
  [
    'a YES instead of the number',
    aTurn('yes', { textBefore: asked('move') }),
    { guard: 'connection', state: 'recorded', says: '' },
  ],
  [
    'a NO instead of the number',
    aTurn('no', { textBefore: asked('move') }),
    { guard: 'connection', state: 'recorded', says: '' },
  ],
  [
    'the number out of the text that tells of a connection',
    aTurn('No! 2222-3333', { ownTexts: [anOwnText('connected')] }),
    { guard: 'keyword', state: 'recorded', says: '', effects: ['leave'] },
  ],
  [
    'the number a day later is for the expert',
    aTurn('No 2222 3333', { textBefore: asked('connected', 25 * 60) }),
    null,
  ],
  [
    'a wrong number is for the expert',
    aTurn('2222 3334', { ownTexts: [anOwnText('connected')] }),
    null,
  ],
  [
    'the number in another thread is for the expert',
    aTurn('2222 3333', { ownTexts: [anOwnText('connected', { isInThread: false })] }),
    null,
  ],
  [
    'a NO without the number',
    aTurn('no', { textBefore: asked('connected') }),
    { guard: 'keyword', state: 'recorded', says: 'reply NO with the number', effects: [] },
  ],
  [
    'YES to a question whose phone it is',
    aTurn('yes', { ...stranger, connecting: aConnecting({ asker: anAsker(5) }) }),
    { guard: 'keyword', state: 'recorded', says: 'Ada', effects: ['connect', 'opt-in'] },
  ],
  [
    "YES for a phone of another's asks for a number",
    aTurn('yes', {
      ...stranger,
      connecting: aConnecting({ asker: anAsker(5, { isAnothers: true }) }),
    }),
    { guard: 'keyword', state: 'recorded', says: '2222 3333', effects: ['opt-in'] },
  ],
  [
    'YES where our question reads alike for another account',
    aTurn('yes', {
      ...stranger,
      connecting: aConnecting({ asker: anAsker(5, { hasLookalike: true }) }),
    }),
    { guard: 'keyword', state: 'recorded', says: 'so a YES connects none', effects: [] },
  ],
  [
    'YES after a day',
    aTurn('yes', { ...stranger, connecting: aConnecting({ asker: anAsker(25 * 60) }) }),
    { guard: 'keyword', state: 'recorded', says: 'https://sagewire.example', effects: [] },
  ],
  [
    'NO to a question whose phone it is',
    aTurn('no', { ...stranger, connecting: aConnecting({ asker: anAsker(5) }) }),
    { guard: 'keyword', state: 'recorded', says: '', effects: ['decline-question'] },
  ],

  [
    'a stranger is invited',
    aTurn('Hi there', stranger),
    { guard: 'connection', state: 'refused', says: 'https://sagewire.example' },
  ],
  [
    'a phone that an account has named is asked',
    aTurn('Hi there', {
      ...stranger,
      connecting: aConnecting({
        pending: { connectionId: 'c', owner, askedAt: null, hasLookalike: false },
      }),
    }),
    { guard: 'connection', state: 'refused', says: 'YES', effects: ['ask-question'] },
  ],
  [
    'a text of a thread that is only a record',
    aTurn('Hi there', { thread: { isCurrent: false } }),
    { guard: 'connection', state: 'refused', says: null },
  ],
  [
    'a text after the window of WhatsApp',
    aTurn('Hi', {
      expert: { channel: 'WHATSAPP' },
      thread: { lastInboundAt: minutesAgo(25 * 60), lastInboundChannel: 'WHATSAPP' },
    }),
    { guard: 'window', state: 'refused', says: null },
  ],
  [
    'an opened chat',
    aTurn('', { message: { content: 'greeting' } }),
    { guard: 'greeting', state: 'recorded', says: 'Ada' },
  ],
  [
    'MORE with a rest',
    aTurn('more', { rest: 'cut' }),
    { guard: 'more', state: 'recorded', says: null, effects: ['send-rest'] },
  ],
  [
    'MORE whose rest did not arrive',
    aTurn('more', { rest: 'failed' }),
    { guard: 'more', state: 'recorded', says: null, effects: ['send-rest-again'] },
  ],
  ['MORE without a rest', aTurn('more'), null],

  [
    'SOURCES after an answer that leaned on some',
    aTurn('Sources?', { quoted: { titles: ['Prices', 'Hours'], link: 'https://sol.example/p' } }),
    { guard: 'sources', state: 'recorded', says: 'Prices; Hours. https://sol.example/p' },
  ],
  ['SOURCES without any', aTurn('sources'), null],
  [
    'a text while a person answers',
    aTurn('Hi', { thread: { ...byPerson, handedBecause: 'asked' } }),
    { guard: 'handler', state: 'held', says: 'person' },
  ],
  [
    'a text while a person answers, without a team',
    aTurn('Hi', { thread: { ...byPerson, handedBecause: 'asked' }, hasTeam: false }),
    { guard: 'handler', state: 'held', says: 'Ada' },
  ],
  [
    'a text of a child',
    aTurn('Hi', { thread: { ...byPerson, handedBecause: 'age' } }),
    { guard: 'age', state: 'held', says: null },
  ],
  [
    'a text that a person has answered',
    aTurn('Hi', { message: { guard: 'handler' } }),
    { guard: 'handler', state: 'answered', says: null },
  ],
  [
    'a picture that is lost',
    aTurn('', { hasAttachments: true, attachments: [picture] }),
    { guard: 'content', state: 'refused', says: 'picture' },
  ],
  ['a paused expert', aTurn('Hi', { expert: { status: 'PAUSED' } }), paused()],
  [
    'no messages left',
    aTurn('Hi', { user: { messageCount: 5 } }),
    { guard: 'credit', state: 'refused', says: 'https://sagewire.example' },
  ],

  [
    'the eleventh question in an hour that a strict expert could not answer',
    aTurn('And tomatoes?', { expert: { knowledgeMode: 'strict' }, ownTexts: noAnswers(10) }),
    { guard: 'no-answer-limit', state: 'refused', says: 'Text HUMAN' },
  ],
  [
    'the twelfth, once the phone has been told',
    aTurn('And peas?', {
      expert: { knowledgeMode: 'strict' },
      ownTexts: [anOwnText('limit'), ...noAnswers(10)],
    }),
    { guard: 'no-answer-limit', state: 'refused', says: null },
  ],
  [
    'the tenth',
    aTurn('And figs?', { expert: { knowledgeMode: 'strict' }, ownTexts: noAnswers(9) }),
    null,
  ],
  [
    'no messages left, with a subscription',
    aTurn('Hi', { user: { messageCount: 5, subExpiration: new Date('2027-01-01') } }),
    null,
  ],
];

function opted(): Decided {
  return { guard: 'opted-out', state: 'refused', says: null };
}

function paused(): Decided {
  return { guard: 'paused', state: 'refused', says: 'Ada' };
}

function aCode(change: Partial<NonNullable<NonNullable<Turn['connecting']>['code']>>) {
  return { newcomer: null, isRedeemed: false, wrongInHour: 0, ...change };
}

describe('a guard decides by the turn alone', () => {
  it.each(rows)('%s', (_, turn, decided) => {
    const objection = findObjection(turn);
    if (!decided) return expect(objection).toBeNull();
    const { says, effects = [], ...rest } = decided;
    expect(objection).toMatchObject(rest);
    if (says === null) expect(objection?.text).toBeNull();
    else expect(objection?.text?.body).toContain(says);
    expect((objection?.effects ?? []).map(({ kind }) => kind)).toEqual(effects);
  });

  it('and every guard has a row', () => {
    const deciding = guards.filter((guard) => rows.some(([, turn]) => guard(turn) !== null));
    const silent = guards.filter((guard) => !deciding.includes(guard)).map(({ name }) => name);
    expect(silent).toEqual([]);
  });
});
