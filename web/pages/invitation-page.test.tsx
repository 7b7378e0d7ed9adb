import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAgent } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const token = 'x'.repeat(43);
const address = `/invitation#${new URLSearchParams({ token, email: 'agent@example.com' })}`;
const call = 'POST /api/invitations/accept';

it('makes the account with a password, and opens the inbox', async () => {
  const { api, user } = renderApp(address);
  api
    .on(call, { token: 'token-2', user: anAgent() })
    .on('GET /api/auth/user', { user: anAgent() })
    .on('GET /api/threads', { threads: [], nextCursor: null });
  const email = (await screen.findByLabelText('Email')) as HTMLInputElement;
  expect([email.value, email.readOnly]).toEqual(['agent@example.com', true]);
  await user.click(screen.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText('Password is required')).toBeDefined();
  await user.type(screen.getByLabelText('Password'), 'Kestrel-7-tunnel');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await findToast('Welcome!');
  expect(await screen.findByText('No conversations yet')).toBeDefined();
  expect(api.bodiesOf(call)).toEqual([{ token, password: 'Kestrel-7-tunnel' }]);
  expect(window.location.pathname + window.location.hash).toBe('/');
  expect(localStorage.getItem('auth_token')).toBe('token-2');
});

it('says why it is refused', async () => {
  const { api, user } = renderApp(address);
  api.on(call, failWith(400, 'token: This link is wrong, used or too old.'));
  await user.type(await screen.findByLabelText('Password'), 'Kestrel-7-tunnel');
  await user.click(screen.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText('This link is wrong, used or too old.')).toBeDefined();
});

it('says that a link is incomplete', async () => {
  renderApp('/invitation');
  expect(await screen.findByText(/This link is incomplete/)).toBeDefined();
});
