import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aThread, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const renderConversations = () => renderApp('/user/conversations', aUser());
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('user conversations', () => {
  // spec: 2.23 7.18
  it('shows a card with a link for every thread', async () => {
    const threads = [
      aThread({ id: 'one', lastMessageAt: minutesAgo(0) }),
      aThread({ id: 'two', title: 'Rice', lastMessageAt: minutesAgo(125), isOptedOut: true }),
    ];
    const { api } = renderConversations();
    api.on('GET /api/threads', { threads, nextCursor: null });
    const first = await screen.findByRole('link', { name: /Fractions, patiently/ });
    expect(first.getAttribute('href')).toBe('/threads/one');
    expect(within(first).getByText('Just now')).toBeDefined();
    expect(within(first).getByText('Could you show me one with fractions?')).toBeDefined();
    const second = screen.getByRole('link', { name: /Rice/ });
    expect(within(second).getByText('2h')).toBeDefined();
    expect(within(second).getByText('Opted out')).toBeDefined();
    expect(api.callsOf('GET /api/threads')).toEqual(['limit=100']);
  });

  it('fetches older ones on demand', async () => {
    const { api, user } = renderConversations();
    api.on('GET /api/threads', ({ query }) =>
      query.get('cursor') === 'next'
        ? { threads: [aThread({ id: 'old', title: 'Old one' })], nextCursor: null }
        : { threads: [aThread()], nextCursor: 'next' },
    );
    await user.click(await screen.findByRole('button', { name: 'Show older conversations' }));
    expect(await screen.findByRole('link', { name: /Old one/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show older conversations' })).toBeNull();
    expect(api.callsOf('GET /api/threads')).toEqual(['limit=100', 'limit=100&cursor=next']);
  });

  it('says that older ones could not be loaded, and tries again', async () => {
    const { api, user } = renderConversations();
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: 'next' });
    const more = await screen.findByRole('button', { name: 'Show older conversations' });
    api.on('GET /api/threads', failWith(400, 'Oops'));
    await user.click(more);
    const alert = await screen.findByText('Unable to load older conversations.');
    expect(alert.role).toBe('alert');
    const old = aThread({ id: 'old', title: 'Old one' });
    api.on('GET /api/threads', { threads: [old], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Show older conversations' }));
    expect(await screen.findByRole('link', { name: /Old one/ })).toBeDefined();
  });

  it('shows placeholders while it loads', async () => {
    renderConversations().api.on('GET /api/threads', neverAnswer());
    expect(await screen.findByText('Loading conversations')).toBeDefined();
  });

  it('offers the experts when there is none', async () => {
    renderConversations().api.on('GET /api/threads', { threads: [], nextCursor: null });
    expect(await screen.findByText('No conversations yet')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Find your expert' });
    expect(link.getAttribute('href')).toBe('/user/experts');
  });

  it('shows an error and retries', async () => {
    const { api, user } = renderConversations();
    api.on('GET /api/threads', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load conversations')).toBeDefined();
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Fractions/ })).toBeDefined();
  });
});
