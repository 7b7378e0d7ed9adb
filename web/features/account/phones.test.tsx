import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, anAttachedPhone, aPublicExpert, aUser, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const list = 'GET /api/auth/phones';
const settings = '/user/settings';
const stolen = anAttachedPhone({
  id: idOf(301),
  number: '+447911123456',
  channels: ['WHATSAPP'],
  isOwnNumber: false,
  experts: [{ id: idOf(11), displayName: 'Sol' }],
});
const apple = anAttachedPhone({
  id: idOf(302),
  number: null,
  ending: '9xyz',
  channels: ['AMB'],
  isOwnNumber: false,
  lastUsedAt: null,
});
const pending = anAttachedPhone({
  id: idOf(303),
  number: '+12025550177',
  channels: [],
  experts: [],
  isOwnNumber: false,
  state: 'waits-for-yes',
  attachedAt: null,
  lastUsedAt: null,
});

const section = async () => within(await screen.findByRole('region', { name: 'Phones' }));

describe('Phones in Settings', () => {
  it('lists each with channel, experts, since when and last use', async () => {
    const { api } = renderApp(settings, aUser());
    api.on(list, { phones: [anAttachedPhone(), stolen, apple, pending] });
    const phones = await section();
    const rows = await phones.findAllByRole('listitem');
    const words = rows.map(({ textContent }) => textContent);
    expect(words).toEqual([
      expect.stringMatching(/^\+1 202 555 0143Your numberSMS with AdaSince .+ · last used 2h/),
      expect.stringMatching(/^\+44 7911 123456WhatsApp with Sol/),
      expect.stringMatching(/^Apple Messages, ends\u00a0…\u20609xyz.*not used yet/),
      expect.stringMatching(/^\+1 202 555 0177Waiting for YESRemove$/),
    ]);
  });

  it('says what removing does, removes, and shows the rest', async () => {
    const { api, user } = renderApp(settings, aUser());
    let phones = [anAttachedPhone(), stolen];
    api.on(list, () => ({ phones }));
    api.on('DELETE /api/auth/phones/:id', () => {
      phones = phones.slice(0, 1);
      return { ok: true };
    });
    await user.click(
      await (await section()).findByRole('button', { name: 'Remove +44 7911 123456' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove +44 7911 123456?' }));
    dialog.getByText(/uses none of your credits/);
    expect(api.callsOf(`DELETE /api/auth/phones/${stolen.id}`)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await findToast('Phone removed');
    await waitFor(() => expect(screen.queryByText('+44 7911 123456')).toBeNull());
    expect(api.callsOf(`DELETE /api/auth/phones/${stolen.id}`)).toHaveLength(1);
  });

  it('shows why one is not removed, and asks for the list again', async () => {
    const { api, user } = renderApp(settings, aUser());
    api.on(list, { phones: [stolen] });
    api.on('DELETE /api/auth/phones/:id', failWith(404, 'Phone not found'));
    await user.click(await (await section()).findByRole('button', { name: /^Remove/ }));
    api.on(list, { phones: [] });
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    within(await findToast('Failed to remove the phone')).getByText('Phone not found');
    await screen.findByText('No phone is attached to your account.');
  });

  it('leads to the experts without one, and offers another try after a failure', async () => {
    const { api, user } = renderApp(settings, aUser());
    api.on(list, failWith(500, 'The database is away'));
    const alert = await (await section()).findByRole('alert');
    expect(alert.textContent).toContain('Unable to load your phones. The database is away');
    api.on(list, { phones: [] });
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    const link = await (await section()).findByRole('link', { name: 'Connect to an expert' });
    expect(link.getAttribute('href')).toBe('/user/experts');
  });

  it('says that the list is loading', async () => {
    const { api } = renderApp('/settings', anAdmin());
    api.on(list, neverAnswer());
    await (await section()).findByText('Loading your phones');
  });
});

describe('the phones are offered', () => {
  const title = 'Phones that can use your credits';

  it('after a new password, in the same dialog', async () => {
    const { api, user } = renderApp(`${settings}?change=password`, aUser());
    api.on(list, { phones: [stolen] });
    api.on('PUT /api/auth/password', { token: 'fresh' });
    await user.type(await screen.findByLabelText('Current password'), 'Secret-123');
    await user.type(screen.getByLabelText('New password'), 'Quiet-Harbor-7');
    const form = within(screen.getByRole('dialog'));
    await user.click(form.getByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    dialog.getByRole('button', { name: 'Remove +44 7911 123456' });
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('after the end of every other session, if there are any', async () => {
    const { api, user } = renderApp(settings, aUser());
    const session = { device: 'Firefox on Linux', createdAt: '2026-11-01T10:00:00.000Z' };
    const used = { ...session, lastUsedAt: '2026-11-20T10:00:00.000Z' };
    const sessions = [
      { id: idOf(1), isCurrent: true, ...used },
      { id: idOf(2), isCurrent: false, ...used },
    ];
    api.on('GET /api/auth/sessions', { sessions });
    api.on('DELETE /api/auth/sessions', { ok: true });
    const end = () => screen.findByRole('button', { name: 'Sign out every other device' });
    await user.click(await end());
    await findToast('Every other device is signed out');
    expect(screen.queryByRole('dialog')).toBeNull();
    api.on(list, { phones: [stolen] });
    await user.click(await end());
    await screen.findByRole('dialog', { name: title });
  });
});

describe('one more phone', () => {
  const connect = `POST /api/experts/${idOf(10)}/connect`;
  const link = 'https://bcrw.apple.com/urn:biz:1?body=CONNECT%20123456';
  const code = { code: '123456', codeExpiresAt: new Date(Date.now() + 900_000).toISOString() };
  const expert = aPublicExpert({ channel: 'AMB', phoneNumber: null });
  const needed = failWith(403, 'Enter your password to attach another phone.', 'password');

  async function startConnecting() {
    const app = renderApp('/user/experts', aUser());
    app.api.on('GET /api/experts/public', { experts: [expert] });
    app.api.on('POST /api/experts/:id/connect', needed);
    await app.user.click(await screen.findByRole('button', { name: /^Connect Now to/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
    return { ...app, dialog };
  }

  it('asks for the password, shows a wrong one, and goes on by itself', async () => {
    const { api, user, dialog } = await startConnecting();
    const confirm = 'POST /api/auth/password/confirm';
    api.on(confirm, failWith(403, 'That password is wrong.'));
    await user.type(dialog.getByLabelText('Password'), 'Secret-123');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByText('That password is wrong.');
    api.on(confirm, { ok: true });
    const reply = { state: 'pending', threadId: null, message: 'Send the code', link } as const;
    api.on('POST /api/experts/:id/connect', { ...reply, ...code });
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await screen.findByText('CONNECT 123456');
    expect(api.bodiesOf(confirm)).toEqual(Array(2).fill({ password: 'Secret-123' }));
    expect(api.callsOf(connect)).toHaveLength(2);
  });

  it('says why it is needed if the person closes the dialog', async () => {
    const { user, dialog } = await startConnecting();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    within(await findToast('Failed to connect')).getByText(
      'Enter your password to attach another phone.',
    );
  });
});
