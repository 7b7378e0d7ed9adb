import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Thread } from '#shared/api/threads.ts';
import type { FakeApi } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aSubscription, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { showEverything } from '#test/web/show-everything.ts';

const listCall = 'GET /api/threads';
const userCall = 'GET /api/auth/user';
const messagesCall = (threadId: string) => `GET /api/threads/${threadId}/messages`;

// No fake clock waits for this import.
beforeAll(() => import('#web/features/threads/refresh-threads.ts'));

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

const sortedCalls = ({ requests }: FakeApi) => requests.map(({ call }) => call).toSorted();
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
  expect(sortedCalls(api)).toEqual([listCall]);
  expect(api.callsOf(listCall)).toEqual(['limit=100']);
  expect(listed()).toEqual(['Text 9', 'Text 0', 'Text 2', 'Text 3']);

  api.requests.length = 0;
  inbox.newest = [first, moved];
  send({ type: 'thread', threadId: first.id });
  await settle();
  expect(sortedCalls(api)).toEqual([listCall, messagesCall(first.id)]);
});

it('keeps what a thread from further back pushes off the newest page', async () => {
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
  expect(sortedCalls(api)).toEqual([listCall, messagesCall(first.id)]);
});

it('refetches the account, and no thread, when the account has changed', async () => {
  const { api } = renderApp('/user/subscription', aUser());
  const send = api.openEvents();
  api.on('GET /api/pricing', { plans: {} });
  api.on('GET /api/subscription', { subscription: aSubscription() });
  api.on('GET /api/subscription/history', { entries: [], nextCursor: null });
  await screen.findByText('5 left');
  await screen.findByText('No subscription');
  await settle();
  api.requests.length = 0;
  api.on(userCall, { user: aUser({ paidMessages: 55 }) });
  send({ type: 'account' });
  expect(await screen.findByText('55 left')).toBeDefined();
  await settle();
  expect(sortedCalls(api)).toEqual([
    userCall,
    'GET /api/subscription',
    'GET /api/subscription/history',
  ]);
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
