import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '#shared/api/thread-events.ts';
import { aMessage, aThread, idOf } from '#test/web/fixtures.ts';
import { describeEvent } from './event-line.tsx';
import { buildMessageRows } from './message-rows.ts';

const me = idOf(80);
const grace = { id: idOf(81), name: 'Grace Hopper' };
const thread = aThread({
  person: {
    ...{ id: idOf(84), name: 'Mia Chen', email: 'mia@example.com' },
    ...{ messageCount: 0, paidMessages: 0, subExpiration: null },
  },
});
const first = '2026-03-01T12:00:00.000Z';

const anEvent = (change: Partial<ThreadEvent>): ThreadEvent => ({
  ...{ id: idOf(82), kind: 'take', createdAt: first, actor: grace, because: null, by: null },
  ...{ assignee: null, label: null, aiReturnsAt: null, isKept: false },
  ...change,
});
const write = (change: Partial<ThreadEvent>) => describeEvent(anEvent(change), thread, me);

describe('what happened to a conversation', () => {
  it.each<[Partial<ThreadEvent>, string]>([
    [{}, 'Grace Hopper took over from Ada'],
    [{ actor: { id: me, name: 'Ann' } }, 'You took over from Ada'],
    [{ kind: 'return', by: 'team' }, 'Grace Hopper returned it to Ada'],
    [{ kind: 'return', by: 'time', actor: null }, 'The pause has ended: Ada answers again'],
    [{ kind: 'return', by: 'person', actor: null }, 'Mia went back to Ada'],
    [
      { kind: 'hand_over', because: 'asked', actor: null },
      'Mia asked for a person, Ada pauses until it is returned',
    ],
    [
      { kind: 'hand_over', because: 'wrote' },
      'Grace Hopper wrote, Ada pauses until it is returned',
    ],
    [{ kind: 'resolve' }, 'Grace Hopper resolved it'],
    [{ kind: 'resolve', isKept: true }, 'Grace Hopper resolved it, and kept it'],
    [{ kind: 'reopen' }, 'Grace Hopper reopened it'],
    [{ kind: 'assign' }, 'Grace Hopper assigned it to no one'],
    [{ kind: 'assign', assignee: grace }, 'Grace Hopper assigned it to themselves'],
    [{ kind: 'assign', assignee: { id: me, name: 'Ann' } }, 'Grace Hopper assigned it to you'],
    [
      { kind: 'assign', actor: { id: me, name: 'Ann' }, assignee: { id: me, name: 'Ann' } },
      'You assigned it to yourself',
    ],
    [{ kind: 'add-label', label: 'Refund' }, 'Grace Hopper added the label Refund'],
    [{ kind: 'undo' }, 'Grace Hopper undid that'],
  ])('%j reads %s', (change, sentence) => {
    expect(write(change)).toBe(sentence);
  });

  it('names the end of a pause', () => {
    const aiReturnsAt = '2026-03-02T08:30:00.000Z';
    expect(write({ kind: 'hand_over', because: 'crisis', actor: null, aiReturnsAt })).toMatch(
      /^Crisis detected, Ada pauses until \S/,
    );
  });

  it('stands between the messages before and after it', () => {
    const at = (minute: number) => `2026-03-01T12:0${minute}:00.000Z`;
    const page = {
      messages: [3, 1].map((minute) => aMessage({ id: idOf(minute), createdAt: at(minute) })),
      nextCursor: null,
      events: [anEvent({ createdAt: at(2) }), anEvent({ id: idOf(83), createdAt: at(4) })],
    };
    const rows = buildMessageRows(page);
    expect(rows.map((row) => ('message' in row ? 'message' : 'event' in row && 'event'))).toEqual([
      ...['message', 'event'],
      ...['message', 'event'],
    ]);
  });
});
