import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import type { Thread } from '#shared/api/threads.ts';
import { type FakeApi, failWith } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aSubscriptionReply, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { showEverything } from '#test/web/show-everything.ts';
import { storeAlert } from '#web/session/alerts.ts';

const listCall = 'GET /api/threads';
const userCall = 'GET /api/auth/user';
const messagesCall = (threadId: string) => `GET /api/threads/${threadId}/messages`;

// No fake clock waits for this import.
beforeAll(() =>
  Promise.all([
    import('#web/features/threads/known/refresh-threads.ts'),
    import('#web/features/threads/crisis/call-for-human.ts'),
  ]),
);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Longer than the refetch pause. */
const settle = () => wait(2_500);

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}
afterEach(() => vi.restoreAllMocks());

const threads = Array.from({ length: 4 }, (_, index) =>
  aThread({
    id: idOf(60 + index),
    title: `Thread ${index}`,
    lastMessage: `Text ${index}`,
  }),
);
const [first, second, third, fourth] = threads as [Thread, Thread, Thread, Thread];

async function renderInbox() {
  showEverything();
  const view = renderApp(`/?thread=${first.id}`, anAdmin());
  const inbox = { newest: [first, second], older: [third, fourth] };
  view.api.on(listCall, ({ query }) =>
    query.get('cursor')
      ? { threads: inbox.older, nextCursor: null }
      : { threads: inbox.newest, nextCursor: 'older' },
  );
  view.api.on('GET /api/threads/:id/messages', {
    thread: first,
    messages: [aMessage()],
    nextCursor: null,
  });
  const send = view.api.openEvents();
  await screen.findByRole('link', { name: /Text 3/ });
  await screen.findByRole('button', { name: /Thread 0/ });
  view.api.requests.length = 0;
  return { ...view, send, inbox };
}

const sortCalls = ({ requests }: FakeApi) => requests.map(({ call }) => call).toSorted();
const listed = () =>
  screen
    .getAllByRole('link', { name: /Text/ })
    .map((link) => /Text \d/.exec(link.textContent ?? '')?.[0]);

it('refetches the thread that an event names and the newest page of the list, nothing else', async () => {
  const { api, send, inbox } = await renderInbox();
  const moved = { ...second, lastMessage: 'Text 9' };
  inbox.newest = [moved, first];
  send({ type: 'thread', threadId: second.id });
  await settle();
  expect(sortCalls(api)).toEqual([listCall]);
  expect(api.callsOf(listCall)).toEqual(['limit=100']);
  expect(listed()).toEqual(['Text 9', 'Text 0', 'Text 2', 'Text 3']);

  api.requests.length = 0;
  inbox.newest = [first, moved];
  send({ type: 'thread', threadId: first.id });
  await settle();
  expect(sortCalls(api)).toEqual([listCall, messagesCall(first.id)]);
});

it('keeps the threads that an older one pushes off the newest page', async () => {
  const { api, send, inbox } = await renderInbox();
  inbox.newest = [fourth, first];
  send({ type: 'thread', threadId: fourth.id });
  await settle();
  expect(listed()).toEqual(['Text 3', 'Text 0', 'Text 1', 'Text 2']);
  expect(api.callsOf(listCall)).toEqual(['limit=100']);
});

it('reads the whole list again where a thread has changed in its place further back', async () => {
  const { api, send, inbox } = await renderInbox();
  inbox.older = [third, { ...fourth, lastMessage: 'Text 7' }];
  send({ type: 'thread', threadId: fourth.id });
  await settle();
  expect(listed()).toEqual(['Text 0', 'Text 1', 'Text 2', 'Text 7']);
  expect(api.callsOf(listCall)).toEqual(['limit=100', 'limit=100', 'limit=100&cursor=older']);
});

it('refetches the same thing at most once a second', async () => {
  const { api, send } = await renderInbox();
  for (let tick = 0; tick < 12; tick++) {
    send({ type: 'thread', threadId: first.id });
    await wait(250);
  }
  await settle();
  expect(api.callsOf(messagesCall(first.id)).length).toBeLessThanOrEqual(4);
  expect(api.callsOf(listCall).length).toBeLessThanOrEqual(4);
  expect(api.callsOf(listCall).length).toBeGreaterThan(1);
});

it('refetches nothing in a hidden tab, and catches up once it is visible', async () => {
  const { api, send } = await renderInbox();
  setHidden(true);
  for (let tick = 0; tick < 5; tick++) {
    send({ type: 'thread', threadId: first.id });
    await settle();
  }
  expect(api.requests).toEqual([]);
  setHidden(false);
  await settle();
  expect(sortCalls(api)).toEqual([listCall, messagesCall(first.id)]);
});

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

it('refetches the account, and no thread, when the account has changed', async () => {
  const { api } = renderApp('/user/subscription', aUser());
  const send = api.openEvents();
  api.on('GET /api/pricing', { plans: {} });
  api.on('GET /api/subscription', aSubscriptionReply());
  api.on('GET /api/subscription/history', { entries: [], nextCursor: null });
  await screen.findByText('5 left');
  await screen.findByText('No subscription');
  await settle();
  api.requests.length = 0;
  api.on(userCall, { user: aUser({ paidMessages: 55 }) });
  send({ type: 'account' });
  expect(await screen.findByText('55 left')).toBeDefined();
  await settle();
  expect(sortCalls(api)).toEqual([
    userCall,
    'GET /api/pricing',
    'GET /api/subscription',
    'GET /api/subscription/history',
  ]);
});

it('shows a changed plan and a deleted account in every pane that an admin has open', async () => {
  const { api, send, inbox } = await renderInbox();
  const person = { id: idOf(90), name: 'Mia', email: 'mia@example.com' };
  const plan = { messageCount: 0, paidMessages: 5, subExpiration: null };
  const known = { ...first, person: { ...person, ...plan } };
  inbox.newest = [known, second];
  api.on('GET /api/threads/:id/messages', {
    thread: known,
    messages: [aMessage()],
    nextCursor: null,
  });
  send({ type: 'thread', threadId: first.id });
  await settle();
  const renamed = { ...known, person: { ...known.person, name: 'Mia Moved', paidMessages: 1_055 } };
  inbox.newest = [renamed, second];
  const reply = { thread: renamed, messages: [aMessage()], nextCursor: null };
  api.on('GET /api/threads/:id/messages', reply);
  send({ type: 'person', personId: person.id });
  await settle();
  expect(screen.getAllByText(/Mia Moved/).length).toBeGreaterThan(1);
  expect(screen.getByText(/of 1,055 used/)).toBeDefined();

  inbox.newest = [second];
  api.on('GET /api/threads/:id/messages', failWith(404, 'Conversation not found'));
  send({ type: 'person', personId: person.id });
  send({ type: 'thread', threadId: first.id });
  await settle();
  expect(screen.getByText('Conversation not found')).toBeDefined();
  expect(screen.queryByText(/Mia Moved|1,055/)).toBeNull();
});

it("refetches a user's credits with their thread, because a reply costs one", async () => {
  const { api } = renderApp('/user/conversations', aUser());
  const send = api.openEvents();
  api.on(listCall, { threads: [first], nextCursor: null });
  await screen.findByText('5 left');
  api.on(userCall, { user: aUser({ messageCount: 1 }) });
  send({ type: 'thread', threadId: first.id });
  expect(await screen.findByText('4 left')).toBeDefined();
});
