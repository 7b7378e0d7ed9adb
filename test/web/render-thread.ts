import { screen, within } from '@testing-library/react';
import type { User } from '#shared/api/auth.ts';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { isStaff } from '#shared/roles.ts';
import { anAdmin, aThread } from './fixtures.ts';
import { renderApp } from './render.tsx';

export const { id: threadId } = aThread();
export const threadPath = `/api/threads/${threadId}`;

/** `messages`: newest first, as the API gives them. */
export function renderThread(
  messages: Message[],
  thread: Partial<Thread> = {},
  as: User = anAdmin(),
) {
  const view = renderApp(isStaff(as) ? `/?thread=${threadId}` : `/threads/${threadId}`, as);
  const reply = { thread: aThread(thread), messages, nextCursor: null };
  view.api.on('GET /api/threads', { threads: [reply.thread], nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', reply);
  return view;
}

export async function findBubbles(): Promise<HTMLElement[]> {
  const region = await screen.findByRole('region', { name: 'Messages' });
  return within(region).getAllByRole('listitem');
}
