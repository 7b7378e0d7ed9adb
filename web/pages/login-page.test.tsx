import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultBranding } from '#shared/branding.ts';
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
  // spec: 2.2
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

  // spec: 2.1 2.2
  it('has a logo, and two tabs', async () => {
    await renderLogin();
    expect(screen.getByRole('banner').querySelector('svg')).not.toBeNull();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Login', 'Sign Up']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Login');
  });

  it('offers the demo logins of a sandbox', async () => {
    const demo = { password: 'Sagewire-demo-1', emails: ['boss@example.com', 'mia@example.com'] };
    const { user, api } = await renderLogin();
    expect(screen.queryByRole('region', { name: 'Demo logins' })).toBeNull();
    cleanup();
    api.on('GET /api/branding', { ...defaultBranding, sandbox: { demo } });
    api.on('POST /api/auth/login', { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await renderLogin();
    const logins = within(await screen.findByRole('region', { name: 'Demo logins' }));
    expect(logins.getByText('Sagewire-demo-1')).toBeDefined();
    await user.click(logins.getByRole('button', { name: 'mia@example.com' }));
    expect(await findToast('Welcome back!')).toBeDefined();
    expect(api.bodiesOf('POST /api/auth/login')).toEqual([
      { email: 'mia@example.com', password: 'Sagewire-demo-1' },
    ]);
  });

  // spec: 5.1 5.2
  it('names what is missing and focuses it', async () => {
    const { user, api } = await renderLogin();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Invalid email address')).toBeDefined();
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(api.requests).toEqual([]);
  });

  // spec: 4.5 7.7 8.9
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
    api.on('GET /api/providers', { providers: [] });
    await logIn(user);
    expect(await screen.findByText('Pro Plan')).toBeDefined();
    expect(window.location.pathname).toBe('/');
  });

  // spec: 8.3
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

describe('an account with a second factor', () => {
  const call = 'POST /api/auth/login';
  const asked = failWith(401, 'Enter the code of your authenticator app.', 'code');

  async function logInUntilCode() {
    const view = renderApp('/login');
    view.api.on(call, asked);
    await view.user.type(await screen.findByLabelText('Email'), 'boss@example.com');
    await view.user.type(screen.getByLabelText('Password'), 'Quiet-Harbor-7{Enter}');
    const code = await screen.findByLabelText('Code');
    return { ...view, code };
  }

  it('is asked for its code, without an error', async () => {
    const { api, user, code } = await logInUntilCode();
    expect(document.activeElement).toBe(code);
    expect(screen.queryByText('Login failed')).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Code is required')).toBeDefined();
    api.on(call, failWith(401, 'This code is wrong or was used before.'));
    await user.type(code, '000000{Enter}');
    await findToast('Login failed');
    expect(screen.getByLabelText('Code')).toBeDefined();
    api.on(call, { token: 'token-2', user: anAdmin({ secondFactor: 'on' }) });
    api.on('GET /api/auth/user', { user: anAdmin({ secondFactor: 'on' }) });
    api.on('GET /api/threads', { threads: [], nextCursor: null });
    api.on('GET /api/providers', { providers: [] });
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await findToast('Welcome back!');
    expect(api.bodiesOf(call).at(-1)).toEqual({
      email: 'boss@example.com',
      password: 'Quiet-Harbor-7',
      code: '123456',
    });
  });

  it('can go back to the password', async () => {
    const { user } = await logInUntilCode();
    await user.click(screen.getByRole('button', { name: 'Back to email and password' }));
    expect(screen.queryByLabelText('Code')).toBeNull();
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('boss@example.com');
  });
});
