import { screen } from '@testing-library/react';
import { failWith } from './fake-api.ts';
import { aMessage, anAdmin, aThread } from './fixtures.ts';
import { renderApp } from './render.tsx';

export const mia = aThread({
  person: {
    id: '01890000-0000-7000-8000-000000000001',
    name: 'Mia Chen',
    email: 'mia@example.com',
    messageCount: 18,
    paidMessages: 50,
    subExpiration: null,
  },
});

export const stopped = aThread({
  id: 'stopped',
  title: 'New conversation',
  userHandle: '+442079460991',
  userPhoneNumber: '+442079460991',
  lastMessage: 'STOP',
  isOptedOut: true,
});

export const failed = aThread({
  id: 'failed',
  userHandle: '+12025550181',
  userPhoneNumber: '+12025550181',
  lastMessage: 'Hello?',
  hasFailed: true,
});

export const threads = [mia, stopped, failed];

export const since = (minute: number) => `2026-11-01T12:0${minute}:00.000Z`;

export function renderInbox(path = '/') {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/threads', { threads, nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', ({ call }) => {
    const thread = threads.find(({ id }) => call.includes(id));
    if (!thread) return failWith(404, 'Conversation not found');
    return { thread, messages: [aMessage()], nextCursor: null };
  });
  return view;
}

export const waitingCall = 'state=wantsHuman&limit=100';

export const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);
