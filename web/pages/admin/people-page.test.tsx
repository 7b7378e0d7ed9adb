import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aPerson, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { mia, number, personUrl, renderPeople } from '#test/web/render-people.ts';

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('people', () => {
  it('lists accounts and numbers, one line each', async () => {
    const paid = aPerson({
      id: idOf(3),
      name: null,
      email: 'sol@example.com',
      plan: 'monthly',
      subExpiration: '2999-01-01T00:00:00.000Z',
      messageCount: 1204,
      paidMessages: 5000,
      handle: null,
      isOptedOut: true,
    });
    const view = renderPeople();
    view.api.on('GET /api/people', { people: [number, mia, paid], nextCursor: null });
    await screen.findByRole('link', { name: 'Mia Chen' });
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows.map(cellsOf)).toEqual(
      [
        ['+44 20 7946 0991', '–', 'No account', '0', '–', '1', 'Just now'],
        ['Mia Chenmia@example.com', '+1 202 555 0143', 'Free trial', '2', '3', '1', 'Just now'],
        ['sol@example.comOpted out', '–', 'Monthly', '1,204', '∞unlimited', '1', 'Just now'],
      ].map((row) =>
        row.map((text, column) => (column === 0 ? expect.stringContaining(text) : text)),
      ),
    );
    expect(screen.getByRole('heading', { level: 1, name: 'People' })).toBeDefined();
    expect(document.title).toBe('People · Sagewire');
  });

  it('shows a number as soon as it texts', async () => {
    const view = renderPeople();
    const send = view.api.openEvents();
    view.api.on('GET /api/people', { people: [mia], nextCursor: null });
    await screen.findByRole('link', { name: 'Mia Chen' });
    view.api.on('GET /api/people', { people: [number, mia], nextCursor: null });
    send({ type: 'thread', threadId: number.id, isNumber: true });
    await screen.findByRole('link', { name: '+44 20 7946 0991' }, { timeout: 5_000 });
  });

  it('is reached from the inbox, and leads back', async () => {
    const view = renderApp('/', anAdmin());
    view.api
      .on('GET /api/threads', { threads: [], nextCursor: null })
      .on('GET /api/people', { people: [mia], nextCursor: null })
      .on('GET /api/experts', { experts: [] })
      .on('GET /api/providers', { providers: [] });
    const desk = within(await screen.findByRole('navigation', { name: 'Desk' }));
    await view.user.click(desk.getByRole('link', { name: 'People' }));
    await screen.findByRole('link', { name: 'Mia Chen' });
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    const marked = menu.getByRole('link', { current: 'page' });
    expect(marked.textContent).toBe('Conversations');
    await view.user.click(screen.getByRole('link', { name: 'Conversations', current: false }));
    expect(window.location.pathname).toBe('/');
  });

  it('is reached from the name beside a conversation', async () => {
    const { person } = aThread({
      person: { ...mia, name: 'Mia Chen', email: 'mia@example.com' },
    });
    const thread = aThread({ person });
    const view = renderApp(`/?thread=${thread.id}`, anAdmin());
    view.api
      .on('GET /api/threads', { threads: [thread], nextCursor: null })
      .on('GET /api/threads/:id/messages', { thread, messages: [aMessage()], nextCursor: null });
    const details = within(await screen.findByRole('complementary', { name: 'Details' }));
    const link = await details.findByRole('link', { name: 'Mia Chen' });
    expect(link.getAttribute('href')).toBe(personUrl);
  });

  it('asks the server when typing pauses, and keeps the search in the address', async () => {
    const view = renderPeople();
    await screen.findByRole('link', { name: 'Mia Chen' });
    view.api.on('GET /api/people', { people: [], nextCursor: null });
    await view.user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'zoë ');
    expect(await screen.findByText('No name, email or number contains "zoë".')).toBeDefined();
    expect(window.location.search).toBe('?q=zo%C3%AB');
    expect(view.api.callsOf('GET /api/people')).toEqual(['limit=100', 'limit=100&q=zo%C3%AB']);
    view.api.on('GET /api/people', { people: [mia], nextCursor: null });
    await view.user.click(screen.getByRole('button', { name: 'Show everyone' }));
    await screen.findByRole('link', { name: 'Mia Chen' });
  });

  it('loads more', async () => {
    const view = renderPeople();
    view.api.on('GET /api/people', ({ query }) =>
      query.get('cursor')
        ? { people: [mia], nextCursor: null }
        : { people: [number], nextCursor: 'next' },
    );
    await view.user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: 'Mia Chen' });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says that it loads, that there is no one, and why it failed', async () => {
    const view = renderApp('/people', anAdmin());
    view.api.on('GET /api/people', neverAnswer());
    expect(await screen.findByText('Loading people')).toBeDefined();
    view.unmount();
    const empty = renderApp('/people', anAdmin());
    empty.api.on('GET /api/people', { people: [], nextCursor: null });
    expect(await screen.findByText('No one here yet')).toBeDefined();
    empty.unmount();
    const failed = renderApp('/people', anAdmin());
    failed.api.on('GET /api/people', failWith(500, 'The database is down.'));
    expect(await screen.findByText('The database is down.')).toBeDefined();
    failed.api.on('GET /api/people', { people: [mia], nextCursor: null });
    await failed.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Mia Chen' });
  });

  it('is a page of admins only', async () => {
    renderApp('/people', aUser());
    expect(await screen.findByText('404 Page Not Found')).toBeDefined();
  });
});
