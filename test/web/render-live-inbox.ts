import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Thread } from '#shared/api/threads.ts';
import { aMessage, anAdmin, aThread, idOf } from './fixtures.ts';
import { renderApp } from './render.tsx';
import { showEverything } from './show-everything.ts';

export const listCall = 'GET /api/threads';

export const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Longer than the refetch pause. */
export const settle = () => wait(2_500);

export function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

const threads = Array.from({ length: 4 }, (_, index) =>
  aThread({
    id: idOf(60 + index),
    title: `Thread ${index}`,
    lastMessage: `Text ${index}`,
  }),
);

export const [first, second, third, fourth] = threads as [Thread, Thread, Thread, Thread];

export async function renderInbox() {
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
