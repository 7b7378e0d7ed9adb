import { describe, expect, it } from 'vitest';
import { readLocalDay } from '#web/lib/days.ts';
import { type NameLists, omitOperators, readOperators } from './search-operators.ts';

const lists: NameLists = {
  experts: [
    { id: 'ada', name: 'Ada' },
    { id: 'ben', name: 'Ben Carver' },
    { id: 'bea', name: 'Bea' },
  ],
  labels: [{ id: 'refund', name: 'Refund' }],
  team: [{ id: 'ana', name: 'Ana Ortiz' }],
};
const read = (text: string, { scope = null, isFinal = false } = {}) =>
  readOperators(text, { scope, lists, isFinal });

describe('operators of the search', () => {
  it.each([
    ['is:failed refund', { state: 'failed' }],
    ['is:waiting ', { state: 'wantsHuman' }],
    ['IS:Opted-Out ', { state: 'optedOut' }],
    ['expert:ada ', { expertId: 'ada' }],
    ['expert:"Ben Carver"', { expertId: 'ben' }],
    ['expert:ben ', { expertId: 'ben' }],
    ['label:refund ', { labelled: 'refund' }],
    ['assigned:ana ', { assigneeId: 'ana' }],
    ['channel:apple ', { channel: 'AMB' }],
  ])('%s becomes a filter', (text, scope) => {
    expect(read(text)).toMatchObject({ scope, isRead: true, note: null });
  });

  it('leave the words around them', () => {
    const { text, scope } = read('late is:failed label:refund  payment');
    expect(text).toBe('late payment');
    expect(scope).toEqual({ state: 'failed', labelled: 'refund' });
  });

  it('name days: since one, and before one', () => {
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(read('since:2026-03-01 before:2026-04-01 ').scope).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      timeZone,
    });
    expect(read('since:yesterday ').scope).toMatchObject({ from: readLocalDay(1) });
  });

  it('wait for the space behind them, or for Enter, and show how they can end', () => {
    expect(read('is:un')).toMatchObject({
      text: 'is:un',
      isRead: false,
      note: 'is:unanswered, is:unread, is:unassigned',
    });
    expect(read('expert:be').note).toBe('expert:"Ben Carver", expert:Bea');
    expect(read('is:unread').isRead).toBe(false);
    expect(read('is:unread', { isFinal: true }).scope).toEqual({ state: 'unread' });
  });

  it.each([
    ['label:gifts ', 'No label is called "gifts".'],
    ['expert:be ', 'No expert is called "be".'],
    ['before:soon ', `before: needs a day, such as before:${readLocalDay(7)}.`],
    ['is:late ', /^is: can be waiting, failed/],
  ])('say what is wrong with "%s"', (text, note) => {
    expect(read(text)).toMatchObject({ text, isRead: false });
    expect(read(text).note).toMatch(note);
  });

  it('are not searched for, but what only looks like one is', () => {
    expect(omitOperators('refund is:fai')).toBe('refund ');
    expect(omitOperators('label: fragile this:that')).toBe('label: fragile this:that');
  });
});
