import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aSession, aUser, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const passwordCall = 'PUT /api/auth/password';
const profileCall = 'PUT /api/auth/profile';
const sessionsCall = 'GET /api/auth/sessions';
const people: [string, string, User][] = [
  ['a user', '/user/settings', aUser()],
  ['an admin', '/settings', anAdmin()],
];

async function openDialog(button: string, title: string, path = '/user/settings', who = aUser()) {
  const app = renderApp(path, who);
  await app.user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const type = async (label: string, text: string) => {
    await app.user.click(dialog.getByLabelText(label));
    await app.user.paste(text);
  };
  return {
    ...app,
    dialog,
    type,
    send: () => app.user.click(dialog.getByRole('button', { name: button })),
  };
}
const openPassword = (path?: string, who?: User) =>
  openDialog('Change password', 'Change your password', path, who);
const openEmail = () => openDialog('Change email', 'Change your email');

describe('Change password', () => {
  it.each(people)('lets %s continue with the new token', async (_, path, who) => {
    const { api, type, send } = await openPassword(path, who);
    api.on(passwordCall, { token: 'fresh' });
    await type('Current password', 'Secret-123');
    await type('New password', 'Quiet-Harbor-7');
    await send();
    const toast = await findToast('Password changed');
    within(toast).getByText('Every other device is signed out.');
    expect(localStorage.getItem('auth_token')).toBe('fresh');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Settings' })).toBeDefined();
    expect(api.bodiesOf(passwordCall)).toEqual([
      { currentPassword: 'Secret-123', newPassword: 'Quiet-Harbor-7' },
    ]);
  });

  it.each([
    ['Current password', 403, 'That password is wrong.', 'That password is wrong.'],
    [
      'New password',
      400,
      'newPassword: This password is too easy to guess',
      'This password is too easy to guess',
    ],
  ])('says under the %s why it is refused', async (label, status, message, shown) => {
    const { api, dialog, type, send } = await openPassword();
    api.on(passwordCall, failWith(status, message));
    await type('Current password', 'Secret-123');
    await type('New password', 'Quiet-Harbor-7');
    await send();
    within(await findToast('Password change failed')).getByText(shown);
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(shown));
    expect(document.activeElement).toBe(dialog.getByLabelText(label));
  });

  it('names what is missing, ticks rules off, and sends nothing', async () => {
    const { api, dialog, type, send } = await openPassword();
    await type('New password', 'quiet');
    expect(dialog.getByText('One lowercase letter').textContent).toContain('(met)');
    await send();
    await dialog.findByText('Password is required');
    dialog.getByText('Password must be at least 8 characters');
    expect(api.bodiesOf(passwordCall)).toEqual([]);
  });
});

describe('Change email', () => {
  it('says that the new address has to confirm it', async () => {
    const { api, type, send } = await openEmail();
    api.on(profileCall, { user: aUser(), emailToConfirm: 'new@example.com' });
    await type('New email', 'new@example.com');
    await type('Password', 'Secret-123');
    await send();
    const toast = await findToast('Confirm your new email');
    within(toast).getByText('We sent a link to new@example.com.');
    expect(api.bodiesOf(profileCall)).toEqual([
      { email: 'new@example.com', currentPassword: 'Secret-123' },
    ]);
  });

  it('shows the new one at once where no mail is sent', async () => {
    const { api, type, send } = await openEmail();
    api.on(profileCall, { user: aUser({ email: 'new@example.com' }) });
    await type('New email', 'new@example.com');
    await type('Password', 'Secret-123');
    await send();
    await findToast('Email changed');
    await screen.findByText('Signed in as new@example.com');
  });

  it.each([
    ['Password', 403, 'That password is wrong.'],
    ['New email', 409, 'An account with this email already exists'],
  ])('says under the %s why it is refused', async (label, status, message) => {
    const { api, dialog, type, send } = await openEmail();
    api.on(profileCall, failWith(status, message));
    await type('New email', 'new@example.com');
    await type('Password', 'Secret-123');
    await send();
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(message));
    expect(document.activeElement).toBe(dialog.getByLabelText(label));
  });
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const phone = aSession({
  id: idOf(71),
  device: 'Safari on iPhone',
  lastUsedAt: ago(120),
  isCurrent: false,
});
const unknown = aSession({
  id: idOf(72),
  device: null,
  lastUsedAt: ago(0),
  isCurrent: false,
});

describe('devices', () => {
  async function renderDevices() {
    const app = renderApp('/user/settings', aUser());
    app.api.on(sessionsCall, { sessions: [aSession(), phone, unknown] });
    const region = within(await screen.findByRole('region', { name: 'Devices' }));
    await region.findByText('Chrome on Windows');
    return { ...app, region };
  }

  it.each(people)(
    'show %s where they are signed in, and when each was used',
    async (_, path, who) => {
      const { api } = renderApp(path, who);
      api.on(sessionsCall, { sessions: [aSession(), phone, unknown] });
      const region = within(await screen.findByRole('region', { name: 'Devices' }));
      await region.findByText('Unknown device');
      const rows = region.getAllByRole('listitem').map((row) => row.textContent);
      expect(rows).toEqual([
        'Chrome on WindowsThis device',
        expect.stringMatching(/^Safari on iPhoneLast used 2h/),
        expect.stringMatching(/^Unknown deviceLast used/),
      ]);
    },
  );

  it('are signed out one by one', async () => {
    const { api, user, region } = await renderDevices();
    api.on('DELETE /api/auth/sessions/:id', { ok: true });
    api.on(sessionsCall, { sessions: [aSession()] });
    await user.click(region.getByRole('button', { name: 'Sign out of Safari on iPhone' }));
    await findToast('Device signed out');
    await waitFor(() => expect(region.queryByText('Safari on iPhone')).toBeNull());
    expect(api.bodiesOf(`DELETE /api/auth/sessions/${phone.id}`)).toHaveLength(1);
    expect(region.queryByRole('button', { name: 'Sign out every other device' })).toBeNull();
  });

  it('are signed out together, but for this one', async () => {
    const { api, user, region } = await renderDevices();
    api.on('DELETE /api/auth/sessions', { ok: true });
    api.on(sessionsCall, { sessions: [aSession()] });
    await user.click(region.getByRole('button', { name: 'Sign out every other device' }));
    await findToast('Every other device is signed out');
    await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(1));
  });

  it('stay in the list when signing out fails', async () => {
    const { api, user, region } = await renderDevices();
    api.on('DELETE /api/auth/sessions/:id', failWith(500, 'The database is away'));
    await user.click(region.getByRole('button', { name: 'Sign out of Safari on iPhone' }));
    within(await findToast('Failed to sign out the device')).getByText('The database is away');
    region.getByText('Safari on iPhone');
  });

  it('offer another try when they could not be loaded', async () => {
    const { api, user } = renderApp('/user/settings', aUser());
    api.on(sessionsCall, failWith(500, 'The database is away'));
    await screen.findByText('Unable to load your devices. The database is away');
    api.on(sessionsCall, { sessions: [aSession()] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('This device');
  });

  it('show placeholders while they load', async () => {
    const { api } = renderApp('/user/settings', aUser());
    api.on(sessionsCall, neverAnswer());
    await screen.findByText('Loading your devices');
  });
});
