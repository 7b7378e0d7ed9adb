import { describe, expect, it } from 'vitest';
import type { Accepted } from './gateway.ts';
import { judge } from './judge.ts';
import type { Stored, StoredAnswer, StoredText } from './stored.ts';

const from = '+12025550111';
const acknowledged = [1, 2].map((number) => ({
  ...{ sid: `SM${number}`, from, number, kind: 'question' as const },
}));

const text = (number: number, more: Partial<StoredText> = {}): StoredText => ({
  ...{ id: `text ${number}`, sid: `SM${number}`, from, handler: 'ai' },
  ...{ state: 'answered', guard: null, failures: 0, ...more },
});
const answer = (number: number, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  ...{ deliveryId: `delivery ${number}`, textId: `text ${number}`, origin: 'ai' },
  ...{ systemKind: null, state: 'delivered', reason: null, ...more },
});
const acceptAll = (...numbers: number[]): Accepted[] =>
  numbers.map((number) => ({
    ...{ deliveryId: `delivery ${number}`, sid: `SM${number}`, to: from, body: '' },
    ...{ callbackPath: '', at: new Date() },
  }));

const good: Stored = { texts: [text(1), text(2)], answers: [answer(1), answer(2)], ledger: [] };
const nothing = { lost: [], doubled: [], outOfOrder: [], dangers: [] };

it.each<[string, Stored, number[], object]>([
  ['nothing', good, [1, 2], nothing],
  [
    'a text that is not stored',
    { ...good, texts: [text(2)] },
    [2],
    { ...nothing, lost: [`text 1 of ${from}: not stored`] },
  ],
  [
    'a text that still waits',
    { ...good, texts: [text(1), text(2, { state: 'waiting' })], answers: [answer(1)] },
    [1],
    { ...nothing, lost: [`text 2 of ${from}: waiting, without an answer`] },
  ],
  [
    'an answer that counts as delivered, but never arrived',
    good,
    [1],
    { ...nothing, lost: [`text 2 of ${from}: its answer is delivered, but never arrived`] },
  ],
  [
    'an answer that arrived twice',
    good,
    [1, 2, 1],
    { ...nothing, doubled: [`text 1 of ${from}: 1 answers, sent 2 times`] },
  ],
  [
    'answers in the wrong order',
    good,
    [2, 1],
    { ...nothing, outOfOrder: [`text 1 of ${from}: answered after 2`] },
  ],
  [
    'texts stored in the wrong order',
    { ...good, texts: [text(2), text(1)] },
    [1, 2],
    { ...nothing, outOfOrder: [`text 1 of ${from}: stored after 2`] },
  ],
])('finds %s', (_, stored, numbers, expected) => {
  expect(judge(acknowledged, acceptAll(...numbers), stored)).toMatchObject(expected);
});

it('counts an apology, a failed answer and a refusal with its reason as outcomes', () => {
  const stored: Stored = {
    texts: [text(1, { state: 'failed', failures: 4 }), text(2)],
    answers: [
      answer(1, { origin: 'system', systemKind: 'apology' }),
      answer(2, { state: 'failed', reason: 'The phone could not be reached.' }),
    ],
    ledger: [],
  };
  const judgment = judge(acknowledged, acceptAll(1, 2), stored);
  expect(judgment).toMatchObject({ ...nothing, replies: 1, apologies: 1, failed: 1 });
  const refused = { ...good, texts: [text(1), text(2, { guard: 'loop' })], answers: [answer(1)] };
  expect(judge(acknowledged, acceptAll(1), refused)).toMatchObject({ ...nothing, refused: 1 });
});

describe('after a crisis or a STOP', () => {
  const guarded = (guard: string) => text(1, { state: 'recorded', guard, handler: 'human' });
  const fixed = (systemKind: string) => answer(1, { origin: 'system', systemKind });
  const say = (kind: 'crisis' | 'stop') =>
    acknowledged.map((one) => (one.number === 1 ? { ...one, kind } : one));
  const held = text(2, { state: 'held', guard: 'handler', handler: 'human' });
  const helped: Stored = {
    texts: [guarded('crisis'), held],
    answers: [fixed('crisis')],
    ledger: [],
  };
  const stopped: Stored = {
    ...helped,
    texts: [guarded('keyword'), held],
    answers: [fixed('keyword')],
  };

  it.each<[string, 'crisis' | 'stop', Stored, number[], string[]]>([
    ['nothing', 'crisis', helped, [1], []],
    ['nothing', 'stop', stopped, [1], []],
    [
      'no text with help',
      'crisis',
      { ...helped, answers: [] },
      [],
      [`crisis of ${from}: 0 fixed texts`],
    ],
    [
      'a STOP without a confirmation',
      'stop',
      { ...stopped, answers: [] },
      [],
      [`stop of ${from}: 0 fixed texts`],
    ],
    [
      'a thread that is left to the AI',
      'crisis',
      { ...helped, texts: helped.texts.map((one) => ({ ...one, handler: 'ai' as const })) },
      [1],
      [`crisis of ${from}: left to the AI`],
    ],
    [
      "the model's answer",
      'crisis',
      {
        ...helped,
        texts: [guarded('crisis'), { ...held, state: 'answered' }],
        answers: [fixed('crisis'), answer(2)],
      },
      [1, 2],
      [`crisis of ${from}: the model wrote after it`],
    ],
    [
      "the model's answer",
      'stop',
      { ...stopped, answers: [fixed('keyword'), answer(2)] },
      [1, 2],
      [`stop of ${from}: the model wrote after it`],
    ],
  ])('finds %s (%s)', (_, kind, stored, numbers, dangers) => {
    expect(judge(say(kind), acceptAll(...numbers), stored).dangers).toEqual(dangers);
  });
});
