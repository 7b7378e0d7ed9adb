import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import { aMessage, anAdmin, aThread, idOf } from '#test/web/fixtures.ts';
import {
  first,
  listCall,
  renderInbox,
  second,
  setHidden,
  settle,
  wait,
} from '#test/web/render-live-inbox.ts';
import { storeAlert } from '#web/session/alerts.ts';

// No fake clock waits for this import.
beforeAll(() =>
  Promise.all([import('../known/refresh-threads.ts'), import('./call-for-human.ts')]),
);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

afterEach(() => vi.restoreAllMocks());

describe('someone who wants a person', () => {
  const wanted = { type: 'thread', threadId: first.id, wantsHuman: true } as const;
  const shown: {
    title: string;
    options: object;
    onclick: () => void;
    close: () => void;
  }[] = [];
  class FakeNotification {
    static permission = 'granted';
    onclick = () => {};
    close = () => {};
    title: string;
    options: object;
    constructor(title: string, options: object) {
      this.title = title;
      this.options = options;
      shown.push(this);
    }
  }
  const fakes = ['Notification', 'AudioContext', 'GainNode', 'OscillatorNode'];
  let tones = 0;
  class FakeNode {
    gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect = (next: FakeNode) => next;
    close = async () => {};
  }
  class FakeTone extends FakeNode {
    start = () => {
      tones += 1;
    };
    stop = () => {};
  }
  beforeEach(() => {
    shown.length = 0;
    tones = 0;
    vi.stubGlobal('Notification', FakeNotification);
    for (const name of ['AudioContext', 'GainNode']) vi.stubGlobal(name, FakeNode);
    vi.stubGlobal('OscillatorNode', FakeTone);
  });
  afterEach(() => {
    for (const name of fakes) Reflect.deleteProperty(window, name);
  });

  it('is announced only where that was switched on; a click opens the conversation', async () => {
    const { send } = await renderInbox();
    send(wanted);
    await settle();
    expect([shown, tones]).toEqual([[], 0]);

    act(() => {
      storeAlert('notification', true);
      storeAlert('sound', true);
    });
    go('/settings');
    send(wanted);
    await settle();
    expect(shown.map(({ title }) => title)).toEqual(['+1 202 555 0143 wants a person']);
    expect(tones).toBe(2);
    act(() => shown[0]?.onclick());
    expect(await screen.findByRole('button', { name: /Thread 0/ })).toBeDefined();
    expect(window.location.search).toBe(`?thread=${first.id}`);
  });

  it('is announced to the colleague who has the conversation alone', async () => {
    const { api, send } = await renderInbox();
    act(() => storeAlert('notification', true));
    go('/settings');
    const at = '2026-11-21T21:04:00.000Z';
    const taken = { at, because: 'taken', aiReturnsAt: null, epoch: 1, held: null } as const;
    const answerWith = (assigneeId: string) => {
      const assignee = { id: assigneeId, name: 'Bea Lind' };
      const thread = { ...first, handler: 'human', handover: taken, assignee };
      api.on('GET /api/threads/:id/messages', { thread, messages: [aMessage()], nextCursor: null });
    };
    answerWith(idOf(66));
    send(wanted);
    await settle();
    expect(shown).toEqual([]);
    answerWith(anAdmin().id);
    send(wanted);
    await settle();
    expect(shown).toHaveLength(1);
  });

  it('is announced again as a crisis where one was seen since, and stays on the screen', async () => {
    const { api, send } = await renderInbox();
    act(() => storeAlert('notification', true));
    go('/settings');
    send(wanted);
    await settle();
    const thread = { ...first, riskAt: '2026-11-21T21:04:00.000Z' };
    api.on('GET /api/threads/:id/messages', { thread, messages: [aMessage()], nextCursor: null });
    send(wanted);
    await settle();
    const place = { tag: first.id, renotify: true };
    expect(shown).toMatchObject([
      { title: '+1 202 555 0143 wants a person', options: { ...place, requireInteraction: false } },
      {
        title: 'Crisis: +1 202 555 0143 needs a person now',
        options: { ...place, requireInteraction: true },
      },
    ]);
  });

  it('is announced after a gap where the call for a crisis was missed, once', async () => {
    const { api, send } = await renderInbox();
    act(() => storeAlert('notification', true));
    go('/settings');
    const known = { ...first, riskAt: '2026-11-21T21:04:00.000Z' };
    const missed = { ...second, riskAt: '2026-11-21T21:05:00.000Z' };
    const reply = { thread: known, messages: [aMessage()], nextCursor: null };
    api.on('GET /api/threads/:id/messages', reply);
    send(wanted);
    await settle();
    api.on(listCall, ({ query }) => ({
      threads: query.get('state') === 'crisis' ? [known, missed] : [],
      nextCursor: null,
    }));
    let stream = send;
    for (let gap = 0; gap < 2; gap++) {
      const next = api.openEvents();
      stream.end();
      stream = next;
      await wait(3_000);
    }
    expect(shown.map(({ options }) => options)).toMatchObject([
      { tag: first.id },
      { tag: second.id },
    ]);
  });

  it('is announced as one flood with all the crises from new numbers, but never with a known one', async () => {
    const { api, send } = await renderInbox();
    act(() => storeAlert('notification', true));
    go('/settings');
    const flood = Array.from({ length: 30 }, (_, nth) =>
      aThread({ id: idOf(100 + nth), riskAt: '2026-11-21T21:04:00.000Z', isNewcomer: true }),
    );
    const newest = { ...first, riskAt: '2026-11-21T21:05:00.000Z', isNewcomer: true };
    const known = { ...second, riskAt: '2026-11-21T21:05:00.000Z' };
    const reply = { thread: newest, messages: [aMessage()], nextCursor: null };
    api.on('GET /api/threads/:id/messages', reply);
    api.on(listCall, { threads: [known, newest, ...flood], nextCursor: null });
    send(wanted);
    await settle();
    const stream = api.openEvents();
    send.end();
    await wait(3_000);
    expect(shown).toMatchObject([
      { title: 'Crisis: 31 new numbers need a person now', options: { tag: 'new numbers' } },
      { options: { tag: second.id } },
    ]);
    stream.end();
  });

  it('is counted in the title, in a hidden tab, too', async () => {
    const { send } = await renderInbox();
    expect(document.title).toBe('Conversations · Sagewire');
    setHidden(true);
    send(wanted);
    await settle();
    expect(document.title).toBe('(1) Conversations · Sagewire');
  });
});
