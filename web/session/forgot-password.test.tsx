import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAttachedPhone, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import { App } from '#web/app/app.tsx';
import { createQueryClient } from '#web/lib/query-client.ts';

const forgotCall = 'POST /api/auth/password/forgot';
const resetCall = 'POST /api/auth/password/reset';

async function openDialog(email = 'mia@example.com') {
  const app = renderApp('/login');
  if (email) await app.user.type(await screen.findByLabelText('Email'), email);
  await app.user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Forgot your password?' }));
  return {
    ...app,
    dialog,
    press: (name: string) => app.user.click(dialog.getByRole('button', { name })),
  };
}

async function openCodeStep() {
  const opened = await openDialog();
  opened.api.on(forgotCall, { ok: true });
  await opened.press('Send code');
  await screen.findByLabelText('Code');
  // Each step is a dialog of its own.
  const dialog = within(screen.getByRole('dialog', { name: 'Forgot your password?' }));
  const press = (name: string) => opened.user.click(dialog.getByRole('button', { name }));
  const fill = async (code: string, password: string) => {
    await opened.user.click(dialog.getByLabelText('Code'));
    await opened.user.paste(code);
    await opened.user.click(dialog.getByLabelText('New password'));
    await opened.user.paste(password);
  };
  return { ...opened, dialog, press, fill };
}

describe('the link beside a code', () => {
  const link = 'Ab-cdefghij_klmnopqrst';

  async function openLink() {
    const app = renderApp(`/login#reset=${link}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Forgot your password?' }));
    await app.user.click(dialog.getByLabelText('New password'));
    await app.user.paste('Quiet-Harbor-7');
    return { ...app, dialog };
  }

  it('sets a password without a code', async () => {
    const { api, user, dialog } = await openLink();
    expect(dialog.queryByLabelText('Code')).toBeNull();
    api.on(resetCall, { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await user.click(dialog.getByRole('button', { name: 'Set new password' }));
    await findToast('Password changed');
    expect(api.bodiesOf(resetCall)).toEqual([{ code: link, newPassword: 'Quiet-Harbor-7' }]);
  });

  it('says when it is too old', async () => {
    const { api, user, dialog } = await openLink();
    api.on(resetCall, failWith(400, 'code: This code is wrong or too old.'));
    await user.click(dialog.getByRole('button', { name: 'Set new password' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('This link is wrong');
  });
});

describe('Forgot password?', () => {
  it('takes the email that was typed, sends a code, sets a password and signs in', async () => {
    const { api, dialog, press, fill } = await openCodeStep();
    expect(api.bodiesOf(forgotCall)).toEqual([{ email: 'mia@example.com' }]);
    dialog.getByText(
      'If mia@example.com has an account here, a code goes to its verified phone, its mailbox, or both. No code goes to a number that was changed in the last 7 days. If none comes, the link in our newest mail or text works for a day.',
    );
    api.on(resetCall, { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await fill('123456', 'Quiet-Harbor-7');
    await press('Set new password');
    await findToast('Password changed');
    expect(await screen.findByRole('heading', { name: 'Find your expert' })).toBeDefined();
    expect(localStorage.getItem('auth_token')).toBe('fresh');
    expect(api.bodiesOf(resetCall)).toEqual([
      { email: 'mia@example.com', code: '123456', newPassword: 'Quiet-Harbor-7' },
    ]);
    const sent = api.requests.find(({ call }) => call === resetCall);
    expect(sent?.deviceToken).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leads once to the phones that are still attached', async () => {
    const { api, press, fill } = await openCodeStep();
    api.on(resetCall, { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/auth/phones', ({ token }) =>
      token === 'fresh' ? { phones: [anAttachedPhone()] } : failWith(401, 'Please log in'),
    );
    api.on('GET /api/experts/public', { experts: [] });
    await fill('123456', 'Quiet-Harbor-7');
    await press('Set new password');
    const title = 'Phones that can use your credits';
    const phones = within(await screen.findByRole('dialog', { name: title }));
    await userEvent.click(phones.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe('/user/settings');
  });

  it('names what is wrong before anything is sent', async () => {
    const { api, dialog, press } = await openDialog('');
    await press('Send code');
    await dialog.findByText('Invalid email address');
    expect(document.activeElement).toBe(dialog.getByLabelText('Email'));
    expect(api.requests).toEqual([]);
  });

  it('names a code and a password that break the rules', async () => {
    const { api, dialog, press, fill } = await openCodeStep();
    await fill('12345', 'quiet');
    await press('Set new password');
    await dialog.findByText('The code has six digits');
    dialog.getByText('Password must be at least 8 characters');
    expect(api.bodiesOf(resetCall)).toEqual([]);
  });

  it.each([
    ['Code', 'code: This code is wrong or too old.', 'This code is wrong or too old.'],
    [
      'New password',
      'newPassword: This password is too easy to guess.',
      'This password is too easy to guess.',
    ],
  ])('says under the %s why it is refused, and keeps the rest', async (label, message, shown) => {
    const { api, dialog, press, fill } = await openCodeStep();
    api.on(resetCall, failWith(400, message));
    await fill('123456', 'Quiet-Harbor-7');
    await press('Set new password');
    within(await findToast('Password change failed')).getByText(shown);
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(shown));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(label)));
    expect(dialog.getByLabelText<HTMLInputElement>('Code').value).toBe('123456');
  });

  it('asks for the second factor where there is one', async () => {
    const { api, user, dialog, press, fill } = await openCodeStep();
    api.on(resetCall, failWith(401, 'Enter the code of your authenticator app.'));
    await fill('123456', 'Quiet-Harbor-7');
    await press('Set new password');
    await dialog.findByText('Enter the code of your authenticator app.');
    const second = dialog.getByLabelText('Code from your authenticator app');
    await waitFor(() => expect(document.activeElement).toBe(second));
    await user.paste('654321');
    api.on(resetCall, neverAnswer());
    await press('Set new password');
    await dialog.findByRole('button', { name: 'Saving...' });
    expect(api.bodiesOf(resetCall)[1]).toMatchObject({
      code: '123456',
      secondFactorCode: '654321',
    });
  });

  it('sends another code, and says when that fails', async () => {
    const { api, press } = await openCodeStep();
    api.on(forgotCall, failWith(429, 'Too many requests. Please try again in 40 seconds.'));
    await press('Send another code');
    const toast = await findToast('Failed to send the code');
    within(toast).getByText('Too many requests. Please try again in 40 seconds.');
    expect(api.bodiesOf(forgotCall)).toHaveLength(2);
  });

  it('still asks for the code after a reload, and for the email when opened again', async () => {
    const { unmount } = await openCodeStep();
    unmount();
    const user = userEvent.setup({ delay: null });
    render(<App queryClient={createQueryClient()} />);
    await screen.findByText(/^If mia@example.com has an account here/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await screen.findByRole('button', { name: 'Send code' });
  });

  it('is disabled while it waits', async () => {
    const { api, dialog, press } = await openDialog();
    api.on(forgotCall, neverAnswer());
    await press('Send code');
    const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Sending...' });
    expect(button.disabled).toBe(true);
  });
});
