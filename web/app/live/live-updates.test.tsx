import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type FakeApi, failWith } from '#test/web/fake-api.ts';
import { aMessage, aPreview, aSubscriptionReply, aUser, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import {
  first,
  fourth,
  listCall,
  renderInbox,
  second,
  setHidden,
  settle,
  third,
  wait,
} from '#test/web/render-live-inbox.ts';

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

afterEach(() => vi.restoreAllMocks());

const sortCalls = ({ requests }: FakeApi) => requests.map(({ call }) => call).toSorted();

const listed = () =>
  screen
    .getAllByRole('link', { name: /Text/ })
    .map((link) => /Text \d/.exec(link.textContent ?? '')?.[0]);

it('refetches the thread that an event names and the newest page of the list, nothing else', async () => {
  const { api, send, inbox } = await renderInbox();
  const moved = { ...second, preview: aPreview('Text 9') };
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
  inbox.older = [third, { ...fourth, preview: aPreview('Text 7') }];
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
