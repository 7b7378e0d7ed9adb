import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listAnnounced } from '#test/web/announced.ts';
import { aMessage, anAdmin, anAttachment, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { findBubbles, renderThread, threadId } from '#test/web/render-thread.ts';
import { announce } from '#web/lib/announce.ts';

it('is there before there is news, also where no one is signed in', async () => {
  renderApp('/login');
  await screen.findByRole('button', { name: 'Login' });
  const [region] = document.querySelectorAll('[aria-live=polite]');
  act(() => announce('Copied'));
  expect([listAnnounced('polite'), listAnnounced('assertive')]).toEqual([['Copied'], []]);
  expect(document.querySelector('[aria-live=polite]')).toBe(region);
});

it('says each of the messages that come at once, equal ones and pictures, too', async () => {
  const first = aMessage({ id: 'a', body: 'ok' });
  const { api, queryClient } = renderThread([first], {}, aUser());
  await findBubbles();
  const answer = (id: string) =>
    aMessage({ id, body: 'Good.', direction: 'outbound', origin: 'ai' });
  const come = async (...messages: ReturnType<typeof aMessage>[]) => {
    api.on('GET /api/threads/:id/messages', { thread: aThread(), messages, nextCursor: null });
    await act(() => queryClient.invalidateQueries({ queryKey: ['threads'] }));
  };
  expect(listAnnounced('polite')).toEqual([]);
  await come(answer('b'), first);
  await waitFor(() => expect(listAnnounced('polite')).toEqual(['Ada: Good.']));
  const picture = { ...answer('d'), body: '', attachments: [anAttachment({ state: 'expired' })] };
  await come(picture, answer('c'), answer('b'), first);
  await waitFor(() =>
    expect(listAnnounced('polite')).toEqual(['Ada: Good.', 'Ada: Good.', 'Ada: a picture']),
  );
});

it('interrupts for a crisis on any page, once, and for one that begins anew', async () => {
  const { api, queryClient } = renderApp('/nowhere', anAdmin());
  api.on('GET /api/threads', { threads: [], nextCursor: null });
  await screen.findByRole('navigation', { name: 'Main' });
  const crisis = aThread({ riskAt: '2026-11-01T12:40:00.000Z' });
  const come = async (...threads: ReturnType<typeof aThread>[]) => {
    api.on('GET /api/threads', { threads, nextCursor: null });
    await act(() => queryClient.invalidateQueries({ queryKey: ['threads'] }));
  };
  await come(crisis);
  const alarm = 'Crisis: +1 202 555 0143 needs a person now';
  await waitFor(() => expect(listAnnounced('assertive')).toEqual([alarm]));
  const other = aThread({ id: idOf(99), userPhoneNumber: '+12025550181', riskAt: crisis.riskAt });
  await come(crisis, other);
  const both = [alarm, 'Crisis: +1 202 555 0181 needs a person now'];
  await waitFor(() => expect(listAnnounced('assertive')).toEqual(both));
  await come({ ...crisis, riskAt: '2026-11-01T12:50:00.000Z' });
  await waitFor(() => expect(listAnnounced('assertive')).toEqual([...both, alarm]));
});

it('interrupts for a person who waits, on any page', async () => {
  const { api } = renderApp('/nowhere', anAdmin());
  const send = api.openEvents();
  await screen.findByRole('navigation', { name: 'Main' });
  api.on('GET /api/threads/:id/messages', { thread: aThread(), messages: [], nextCursor: null });
  send({ type: 'thread', threadId, wantsHuman: true });
  await waitFor(() =>
    expect(listAnnounced('assertive')).toEqual(['+1 202 555 0143 wants a person']),
  );
});

it('says who answers when that changes', async () => {
  const { api, queryClient } = renderThread([aMessage()]);
  await screen.findByRole('button', { name: 'Take over' });
  const { id } = anAdmin();
  const taken = aThread({ handler: 'human', assignee: { id, name: 'Grace' } });
  api.on('GET /api/threads/:id/messages', { thread: taken, messages: [], nextCursor: null });
  await act(() => queryClient.invalidateQueries({ queryKey: ['threads'] }));
  await waitFor(() => expect(listAnnounced('polite')).toEqual(['Answered by you']));
});
