import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aThread, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

describe('router', () => {
  it('sends signed-out people to the login page and remembers the address', async () => {
    renderApp('/threads/7');
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(window.location.pathname).toBe('/login');
    expect(window.location.search).toBe('?next=%2Fthreads%2F7');
  });

  it.each([
    // spec: 2.4
    '/payment-success',
    // spec: 2.4
    '/payment-cancel',
  ])('sends signed-out people from %s to /login', async (path) => {
    renderApp(path);
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(window.location.pathname + window.location.search).toBe('/login');
  });

  // spec: 2.6
  it('shows Loading... while the session is checked', async () => {
    renderApp('/', neverAnswer());
    const status = await screen.findByRole('status');
    expect(status.textContent).toBe('Loading...');
    expect(status.querySelector('.animate-spin')).not.toBeNull();
  });

  // spec: 2.5
  it.each(['/', '/nowhere', '/user/experts', '/experts'])(
    'shows signed-out people the login page at %s',
    async (path) => {
      renderApp(path);
      expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
      expect(window.location.pathname).toBe('/login');
    },
  );

  // spec: 2.7
  it('redirects an admin from /login to /', async () => {
    const { api } = renderApp('/login', anAdmin());
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: null });
    await screen.findByRole('heading', { name: 'Conversations' });
    expect(window.location.pathname).toBe('/');
  });

  // spec: 2.7 2.21
  it.each(['/login', '/'])('redirects a user from %s to the experts', async (path) => {
    renderApp(path, aUser()).api.on('GET /api/experts/public', { experts: [] });
    await screen.findByRole('heading', { name: 'Find your expert' });
    expect(window.location.pathname).toBe('/user/experts');
  });

  it.each(['/providers', '/nowhere', '/login'])(
    'remembers no address that a user does not have: %s',
    async (path) => {
      renderApp(`/login?next=${path}`, aUser()).api.on('GET /api/experts/public', { experts: [] });
      await screen.findByRole('heading', { name: 'Find your expert' });
      expect(window.location.pathname).toBe('/user/experts');
    },
  );

  // spec: 2.19 6.3
  it("shows the users' pages to any role but ADMIN", async () => {
    const { api } = renderApp('/', aUser({ role: 'SOMETHING ELSE' as 'USER' }));
    api.on('GET /api/experts/public', { experts: [] });
    await screen.findByRole('heading', { name: 'Find your expert' });
    expect(screen.queryByText('Pro Plan')).toBeNull();
  });

  // spec: 2.18 2.27
  it.each([aUser(), anAdmin()])('shows the not-found page on unknown paths', async (person) => {
    renderApp('/nowhere', person);
    expect(await screen.findByText('404 Page Not Found')).toBeDefined();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeDefined();
  });

  it("shows no conversation at an address that can't be one", async () => {
    const { api } = renderApp('/threads/abc', aUser());
    api.on('GET /api/threads/:id/messages', failWith(400, 'id must be a valid id'));
    expect(await screen.findByText('Conversation not found')).toBeDefined();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });
});
