import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const token = '0a'.repeat(16);
const lock = 'POST /api/auth/lock';

describe('the link of a notice', () => {
  it('locks the account once its button is pressed, and leads to a new password', async () => {
    const { api, user } = renderApp(`/lock#${token}`);
    api.on(lock, { email: 'm***@example.com' });
    const press = await screen.findByRole('button', { name: 'Lock my account' });
    expect(api.requests).toEqual([]);
    await user.click(press);
    screen.getByText('m***@example.com');
    expect(api.bodiesOf(lock)).toEqual([{ token }]);
    await user.click(screen.getByRole('link', { name: 'Choose a new password' }));
    await screen.findByRole('dialog', { name: 'Forgot your password?' });
  });

  it('works for a person who is signed in, and says that it was used', async () => {
    const { api, user } = renderApp(`/lock#${token}`, aUser());
    api.on(lock, failWith(400, 'token: This link is wrong, used or too old.'));
    await user.click(await screen.findByRole('button', { name: 'Lock my account' }));
    within(await findToast('Account not locked')).getByText('This link is wrong, used or too old.');
  });

  it('says when a part of it is missing', async () => {
    renderApp('/lock#0a0a');
    await screen.findByText('This link is incomplete. Please open it from the message again.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('a link lets a device in once its button is pressed', async () => {
  const { api, user } = renderApp(`/device#${token}`);
  api.on('POST /api/auth/device', { ok: true });
  const press = await screen.findByRole('button', { name: 'Let it in' });
  expect(api.requests).toEqual([]);
  await user.click(press);
  await screen.findByText('Sign in there once more, with your password.');
  expect(api.bodiesOf('POST /api/auth/device')).toEqual([{ token }]);
});
