import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

async function renderLogin(path = '/login') {
  const app = renderApp(path);
  await screen.findByRole('tab', { name: 'Login' });
  return app;
}

async function logIn(user: Awaited<ReturnType<typeof renderLogin>>['user']) {
  await user.type(screen.getByLabelText('Email'), 'mia@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret-12');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('login', () => {
  it('shows name, tagline and the two documents', async () => {
    const { user } = await renderLogin();
    expect(screen.getByText('Sagewire')).toBeDefined();
    expect(screen.getByText('Good answers, one text away.')).toBeDefined();
    expect(document.title).toBe('Login · Sagewire');
    await user.click(screen.getByRole('button', { name: 'Terms of Service' }));
    const terms = await screen.findByRole('dialog', { name: 'Terms of Service' });
    expect(within(terms).getByText('Effective October 3, 2025')).toBeDefined();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Privacy Policy' }));
    expect(await screen.findByRole('dialog', { name: 'Privacy Policy' })).toBeDefined();
  });

  it('has a logo, and two tabs', async () => {
    await renderLogin();
    expect(screen.getByRole('banner').querySelector('svg')).not.toBeNull();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Login', 'Sign Up']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Login');
  });

  it('names what is missing and focuses it', async () => {
    const { user, api } = await renderLogin();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Invalid email address')).toBeDefined();
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(api.requests).toEqual([]);
  });

  it('stores the token, greets, and shows the start page', async () => {
    const { user, api } = await renderLogin();
    api.on('POST /api/auth/login', { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await logIn(user);
    expect(await findToast('Welcome back!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Find your expert' })).toBeDefined();
    expect(window.location.pathname).toBe('/user/experts');
    expect(localStorage.getItem('auth_token')).toBe('fresh');
    expect(api.bodiesOf('POST /api/auth/login')).toEqual([
      { email: 'mia@example.com', password: 'Secret-12' },
    ]);
    const fetched = api.requests.find(({ call }) => call === 'GET /api/auth/user');
    expect(fetched?.token).toBe('fresh');
  });

  it('goes to the remembered address', async () => {
    const { user, api } = await renderLogin('/user/conversations');
    api.on('POST /api/auth/login', { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/threads', { threads: [], nextCursor: null });
    await logIn(user);
    expect(await screen.findByRole('heading', { name: 'Conversations' })).toBeDefined();
    expect(window.location.pathname).toBe('/user/conversations');
  });

  it('never redirects to another site', async () => {
    const { user, api } = await renderLogin('/login?next=//evil.example/x');
    api.on('POST /api/auth/login', { token: 'fresh', user: anAdmin() });
    api.on('GET /api/auth/user', { user: anAdmin() });
    api.on('GET /api/threads', { threads: [], nextCursor: null });
    await logIn(user);
    expect(await screen.findByText('Pro Plan')).toBeDefined();
    expect(window.location.pathname).toBe('/');
  });

  it('shows the server message when it fails, and keeps what was typed', async () => {
    const { user, api } = await renderLogin();
    api.on('POST /api/auth/login', failWith(401, 'Invalid email or password'));
    await logIn(user);
    const toast = await findToast('Login failed');
    expect(within(toast).getByText('Invalid email or password')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mia@example.com');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  it('sends the same long device token every time, so that the device is known', async () => {
    const { user, api } = await renderLogin();
    api.on('POST /api/auth/login', failWith(401, 'Invalid email or password'));
    await logIn(user);
    await findToast('Login failed');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(api.requests).toHaveLength(2));
    const [first, second] = api.requests.map(({ deviceToken }) => deviceToken);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
  });

  it('is disabled while it waits', async () => {
    const { user, api } = await renderLogin();
    api.on('POST /api/auth/login', neverAnswer());
    await logIn(user);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Logging in...' });
    expect(button.disabled).toBe(true);
  });
});
