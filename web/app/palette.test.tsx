import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { neverAnswer } from '#test/web/fake-api.ts';
import {
  aMessage,
  aMessageHit,
  anAdmin,
  anAgent,
  anExpert,
  aPublicExpert,
  aSearchReply,
  aThread,
  aUser,
} from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const { id } = aThread();
const hit = aMessageHit();

async function openPalette(path = '/', as = anAdmin()) {
  const view = renderApp(path, as);
  view.api.on('GET /api/threads', { threads: [], nextCursor: null });
  view.api.on('GET /api/providers', { providers: [] });
  view.api.on('GET /api/experts', { experts: [anExpert({ displayName: 'Ada' })] });
  view.api.on('GET /api/threads/:id/messages', {
    thread: aThread(),
    messages: [aMessage()],
    nextCursor: null,
  });
  view.api.on(
    'GET /api/search',
    aSearchReply({
      people: [
        { userId: 'u1', name: 'Adam Ito', email: 'a@b.co', address: null, threadId: null },
        { userId: null, name: null, email: null, address: null, threadId: 't1' },
      ],
      threads: [hit],
    }),
  );
  return view;
}

async function press(user: Awaited<ReturnType<typeof openPalette>>['user']) {
  await user.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Go to' });
}

const listed = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true });

it('goes to people, conversations, experts and messages that the server finds', async () => {
  const { user } = await openPalette();
  await screen.findByText('No conversations yet');
  const field = await press(user);
  await user.keyboard('ada');
  await screen.findByRole('option', { name: /Adam Ito/ });
  const groups = screen
    .getAllByRole('group')
    .map((group) => [
      group.textContent?.match(/^(People|Conversations|Experts|Messages)/)?.[0],
      within(group).getAllByRole('option').length,
    ]);
  expect(groups).toEqual([
    ['People', 2],
    ['Conversations', 1],
    ['Experts', 1],
    ['Messages', 1],
  ]);
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id);
  await user.keyboard('{ArrowUp}');
  expect(chosen().textContent).toBe('Search messages for "ada"');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(window.location.search).toBe(`?thread=${hit.threadId}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('goes to the message that an id names', async () => {
  const { api, user } = await openPalette();
  const exact = [aMessageHit({ snippet: 'Where do swifts sleep?', matches: [] })];
  api.on('GET /api/search', aSearchReply({ exact }));
  await screen.findByText('No conversations yet');
  await press(user);
  await user.keyboard('SM0123456789abcdef0123456789abcdef');
  await user.click(await screen.findByRole('option', { name: /Where do swifts sleep\?/ }));
  const place = new URLSearchParams({ thread: hit.threadId, message: hit.messageId });
  await waitFor(() => expect(window.location.search).toBe(`?${place}`));
});

it('opens pages without waiting for the server', async () => {
  const { api, user } = await openPalette();
  api.on('GET /api/search', neverAnswer());
  api.on('GET /api/people', { people: [], nextCursor: null });
  await screen.findByText('No conversations yet');
  await press(user);
  expect(listed()).toEqual([
    'Keyboard shortcuts?',
    ...['Conversations', 'People', 'Experts', 'AI Providers', 'AI Testing', 'Analytics'],
    ...['Subscription', 'Settings', 'Doctor'],
  ]);
  await user.keyboard('peo{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/people'));
});

it('offers the actions of the open conversation', async () => {
  const { api, user } = await openPalette(`/?thread=${id}`);
  await screen.findByRole('textbox', { name: /^Write to/ });
  const thread = aThread({ isResolved: true });
  api.on('PUT /api/threads/:id/resolved', { thread });
  api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
  await press(user);
  await user.keyboard('reso{Enter}');
  await findToast('Conversation resolved');
  await press(user);
  expect(listed().slice(0, 5)).toEqual([
    'ReplyR',
    'Take overT',
    'Reopen this conversationE',
    'Assign to meA',
    'Label this conversationL',
  ]);
  await user.keyboard('{Enter}');
  const composer = screen.getByRole('textbox', { name: /^Write to/ });
  await waitFor(() => expect(document.activeElement).toBe(composer));
});

it('says when nothing is found, and Escape returns to where the focus was', async () => {
  const { api, user } = await openPalette('/user/settings', aUser());
  api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  const opener = screen.getByRole('button', { name: 'Open menu' });
  opener.focus();
  await press(user);
  expect(listed()).toEqual(['Experts', 'Conversations', 'Subscription', 'Settings']);
  await user.keyboard('zzz');
  expect(screen.getByText('Nothing found')).toBeDefined();
  await user.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(api.callsOf('GET /api/search')).toEqual([]);
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leads users to the pages of their experts', async () => {
  const { api, user } = await openPalette('/user/settings', aUser());
  const experts = [
    aPublicExpert(),
    aPublicExpert({ id: 'sol', handle: 'sol', displayName: 'Sol' }),
  ];
  api.on('GET /api/experts/public', { experts });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await press(user);
  await user.keyboard('ada');
  await waitFor(() => expect(listed()).toHaveLength(1));
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Ada' });
  expect(window.location.pathname).toBe('/user/experts/ada');
  expect(api.callsOf('GET /api/experts')).toEqual([]);
});

it('leads agents to people and conversations, not to experts', async () => {
  const { api, user } = await openPalette('/', anAgent());
  await screen.findByText('No conversations yet');
  await press(user);
  expect(listed()).toEqual(['Keyboard shortcuts?', 'Conversations', 'People', 'Settings']);
  await user.keyboard('ada');
  await screen.findByRole('option', { name: /Adam Ito/ });
  expect(screen.queryByRole('group', { name: 'Experts' })).toBeNull();
  expect(api.callsOf('GET /api/experts')).toEqual([]);
});
