import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, aThread, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import { authChangeSignal, removeAuthToken, storeAuthToken } from '#web/lib/auth-token.ts';
import { draftsKey } from '#web/lib/drafts.ts';

async function renderExperts() {
  const app = renderApp('/user/experts', aUser());
  app.api.on('GET /api/experts/public', { experts: [] });
  await screen.findByText('No experts yet');
  return app;
}

describe('session', () => {
  // spec: 4.1 4.2
  it('fires an auth-change signal when the token is set and when it is removed', () => {
    const onSignal = vi.fn();
    window.addEventListener(authChangeSignal, onSignal);
    storeAuthToken('one');
    expect(localStorage.getItem('auth_token')).toBe('one');
    removeAuthToken();
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(onSignal).toHaveBeenCalledTimes(2);
    window.removeEventListener(authChangeSignal, onSignal);
  });

  // spec: 4.4 6.4 7.9
  it('fetches the current user only with a token', async () => {
    const { api } = renderApp('/login');
    await screen.findByRole('tab', { name: 'Login' });
    expect(api.requests).toEqual([]);
  });

  it('ends with an expired token and removes it', async () => {
    renderApp('/user/experts', failWith(401, 'Please log in'));
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(window.location.pathname).toBe('/login');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  // spec: 4.4
  it('is not signed in while the user call fails, but keeps the token', async () => {
    renderApp('/user/experts', failWith(500, 'Oops'));
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(localStorage.getItem('auth_token')).toBe('token-1');
  });

  it('says that the server is away, and goes on by itself when it is back', async () => {
    const view = renderApp('/user/experts', failWith(503, 'The database is slow.'));
    const { api } = view;
    expect((await screen.findByRole('alert')).textContent).toContain('The database is slow.');
    expect(window.location.pathname).toBe('/user/experts');
    const repeats = () => api.requests.filter(({ call }) => call === 'GET /api/auth/user').length;
    const before = repeats();
    api.on('GET /api/auth/user', neverAnswer());
    await waitFor(() => expect(repeats()).toBeGreaterThan(before), { timeout: 15_000 });
    expect(screen.getByRole('alert').textContent).toContain('The database is slow.');
    view.queryClient.cancelQueries();
    api.on('GET /api/experts/public', { experts: [] });
    api.on('GET /api/auth/user', { user: aUser() });
    expect(await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ends when the token expires between two calls', async () => {
    const { api, user } = await renderExperts();
    api.on('GET /api/experts/public', failWith(401, 'Please log in'));
    api.on('GET /api/auth/user', failWith(401, 'Please log in'));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(window.location.search).toBe('?next=%2Fuser%2Fexperts');
  });

  // spec: 4.3
  it('ends when another tab logs out', async () => {
    await renderExperts();
    act(() => {
      localStorage.removeItem('auth_token');
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
    });
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
  });

  it.each(['in this tab', 'in another tab', 'while this tab slept'])(
    'leaves no draft after a logout %s',
    async (where) => {
      const thread = aThread();
      let view = renderApp(`/threads/${thread.id}`, aUser());
      const { api, user } = view;
      api
        .on('GET /api/threads/:id/messages', { thread, messages: [aMessage()], nextCursor: null })
        .on('POST /api/auth/logout', { ok: true });
      await user.type(await screen.findByRole('textbox', { name: 'Write to Ada' }), 'Half typed');
      await waitFor(() => expect(sessionStorage.length).toBe(2));
      if (where === 'in this tab') {
        await user.click(screen.getByRole('button', { name: 'Open menu' }));
        await user.click(await screen.findByRole('button', { name: 'Log out' }));
      } else {
        if (where === 'while this tab slept') view.unmount();
        localStorage.removeItem('auth_token');
        localStorage.setItem('signed_out_at', '1');
        if (where === 'while this tab slept') view = renderApp('/login');
        else
          act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
      }
      await screen.findByRole('tab', { name: 'Login' });
      expect(Object.keys(sessionStorage)).toEqual(['signed_out_at']);
      expect(view.queryClient.getQueriesData({ queryKey: [draftsKey] })).toEqual([]);
    },
  );

  it('shows the page until the event of a logout in another tab', async () => {
    const { api, user } = await renderExperts();
    localStorage.removeItem('auth_token');
    // Rendered again before the event.
    api.on('GET /api/experts/public', neverAnswer());
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(await screen.findByText('mia@example.com')).toBeDefined();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
  });

  // spec: 4.3
  it('begins when another tab logs in', async () => {
    const { api } = renderApp('/login');
    await screen.findByRole('tab', { name: 'Login' });
    api.on('GET /api/auth/user', { user: aUser() }).on('GET /api/experts/public', { experts: [] });
    act(() => {
      localStorage.setItem('auth_token', 'token-1');
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
    });
    expect(await screen.findByText('No experts yet')).toBeDefined();
  });

  // spec: 4.6 8.9
  it('logs a user out from the menu, to the plain login page, with a toast', async () => {
    const { api, user } = await renderExperts();
    api.on('POST /api/auth/logout', { ok: true });
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await findToast('Logged out')).toBeDefined();
    expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined();
    expect(window.location.pathname + window.location.search).toBe('/login');
    expect(localStorage.getItem('auth_token')).toBeNull();
  });

  // spec: 4.6 7.10
  it('clears everything that was fetched when it ends', async () => {
    const { api, user } = await renderExperts();
    api.on('POST /api/auth/logout', { ok: true });
    api.on('POST /api/auth/login', { token: 'next', user: aUser({ email: 'next@example.com' }) });
    const countUserCalls = () =>
      api.requests.filter(({ call }) => call === 'GET /api/experts/public').length;
    expect(countUserCalls()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await user.type(await screen.findByLabelText('Email'), 'next@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret-12');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByText('No experts yet');
    expect(countUserCalls()).toBe(2);
  });

  it('keeps drafts for their writer alone when it expires', async () => {
    const thread = { thread: aThread(), messages: [aMessage()], nextCursor: null };
    const path = `/threads/${thread.thread.id}`;
    const { api, user } = renderApp(path, aUser());
    const composer = () =>
      screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write to Ada' });
    const logInAs = async (someone: User) => {
      api.on('POST /api/auth/login', { token: someone.id, user: someone });
      api.on('GET /api/auth/user', { user: someone });
      await user.type(await screen.findByLabelText('Email'), someone.email);
      await user.type(screen.getByLabelText('Password'), 'Secret-12');
      await user.click(screen.getByRole('button', { name: 'Login' }));
      await waitFor(() => expect(window.location.pathname).toBe(path));
    };
    const expire = async () => {
      api.on('GET /api/auth/user', failWith(401, 'Please log in'));
      await user.type(await composer(), '{Enter}');
    };
    api.on('GET /api/threads/:id/messages', thread);
    api.on('POST /api/threads/:id/messages', failWith(401, 'Please log in'));
    await user.type(await composer(), 'Wait, I have one more');
    await expire();
    await logInAs(anAdmin({ role: 'USER' }));
    expect((await composer()).value).toBe('');
    expect(screen.queryByText('Wait, I have one more')).toBeNull();
    await user.type(await composer(), 'Mine');
    await expire();
    await logInAs(aUser());
    await screen.findByText('Wait, I have one more', { selector: 'li *' });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(async () => expect((await composer()).value).toBe('Wait, I have one more'));
  });

  // spec: 8.3
  it('stays signed in when logging out fails', async () => {
    const { api, user } = renderApp('/nowhere', anAdmin());
    api.on('POST /api/auth/logout', failWith(500, 'The database is away'));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    const toast = await findToast('Logout failed');
    expect(within(toast).getByText('The database is away')).toBeDefined();
    expect(localStorage.getItem('auth_token')).toBe('token-1');
  });
});
