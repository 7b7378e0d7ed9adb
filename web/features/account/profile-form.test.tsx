import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const profileCall = 'PUT /api/auth/profile';

async function renderSettings(fields: Partial<User> = {}) {
  const app = renderApp('/user/settings', aUser(fields));
  await screen.findByLabelText('First name');
  return app;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save changes' }));

async function retype(user: UserEvent, label: string, text: string) {
  await user.clear(field(label));
  if (text) await user.type(field(label), text);
}

describe('profile', () => {
  it('shows the profile, and where the email is changed', async () => {
    await renderSettings();
    expect(field('First name').value).toBe('Mia');
    expect(field('Last name').value).toBe('Chen');
    expect(field('Phone number').value).toBe('+1 202 555 0143');
    expect(field('Email').value).toBe('mia@example.com');
    expect(field('Email').readOnly).toBe(true);
    expect(screen.getByText('You sign in with it. Change it under Sign-in.')).toBeDefined();
  });

  it('saves what was changed, says so, and shows it everywhere', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, { user: aUser({ firstName: 'Amelia', lastName: null }) });
    await retype(user, 'First name', 'Amelia');
    await retype(user, 'Last name', '');
    await save(user);
    expect(await findToast('Profile updated')).toBeDefined();
    expect(api.bodiesOf(profileCall)).toEqual([{ firstName: 'Amelia', lastName: '' }]);
    expect(field('First name').value).toBe('Amelia');
  });

  it("uses the admins' toasts for an admin", async () => {
    const { api, user } = renderApp('/settings', anAdmin({ phoneNumber: null }));
    api.on(profileCall, failWith(500, 'The database is away'));
    await screen.findByLabelText('First name');
    await save(user);
    const failed = await findToast('Failed to update settings');
    expect(within(failed).getByText('The database is away')).toBeDefined();
    api.on(profileCall, { user: anAdmin({ phoneNumber: null }) });
    await save(user);
    expect(await findToast('Settings updated')).toBeDefined();
  });

  it('is saved once by a double click, and says Saving... meanwhile', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, neverAnswer());
    await user.dblClick(screen.getByRole('button', { name: 'Save changes' }));
    const saving = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' });
    expect(saving.disabled).toBe(true);
    expect(api.bodiesOf(profileCall)).toHaveLength(1);
  });

  it('keeps what was typed when saving fails, even on another page', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, failWith(500, 'The database is away'));
    api.on('GET /api/experts/public', { experts: [] });
    await retype(user, 'First name', 'Amelia');
    await save(user);
    const toast = await findToast('Update failed');
    expect(within(toast).getByText('The database is away')).toBeDefined();
    expect(field('First name').value).toBe('Amelia');
    await user.click(screen.getByRole('link', { name: 'Sagewire' }));
    await screen.findByText('No experts yet');
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await user.click(await screen.findByRole('link', { name: 'Settings' }));
    expect(await screen.findByDisplayValue('Amelia')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('First name').value).toBe('Mia');
  });

  it.each([
    [
      'Phone number',
      failWith(409, 'An account with this phone number already exists'),
      'An account with this phone number already exists',
    ],
    [
      'Last name',
      failWith(400, 'lastName: This name is not possible'),
      'This name is not possible',
    ],
  ])('says under the %s what is wrong with it', async (label, answer, message) => {
    const { api, user } = await renderSettings();
    api.on(profileCall, answer);
    await save(user);
    await findToast('Update failed');
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(document.activeElement).toBe(field(label));
  });

  it('refuses other countries before anything is sent', async () => {
    const { api, user } = await renderSettings();
    await retype(user, 'Phone number', '+4930123456');
    await save(user);
    expect(
      await screen.findByText('Only US (+1) and UK (+44) phone numbers are supported'),
    ).toBeDefined();
    expect(api.bodiesOf(profileCall)).toEqual([]);
  });
});

describe('the phone number', () => {
  it('is removed by emptying it, after a warning', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, { user: aUser({ phoneNumber: null, isPhoneVerified: false }) });
    await retype(user, 'Phone number', '');
    expect(
      screen.getByText("Without a number you can't text with experts, and your conversations end."),
    ).toBeDefined();
    await save(user);
    await findToast('Profile updated');
    expect(api.bodiesOf(profileCall)).toMatchObject([{ phoneNumber: '' }]);
    expect(
      screen.getByText('Add a US (+1) or UK (+44) number to text with experts.'),
    ).toBeDefined();
  });

  it('is formatted while it is typed', async () => {
    const { user } = await renderSettings();
    await retype(user, 'Phone number', '2025550177');
    expect(field('Phone number').value).toBe('(202) 555-0177');
    expect(screen.getByText(/To verify a new number, reply YES/)).toBeDefined();
  });

  it.each([
    [true, 'Verified'],
    [false, 'Not verified yet'],
  ])('with isPhoneVerified %s is labeled %s', async (isPhoneVerified, label) => {
    await renderSettings({ isPhoneVerified });
    expect(screen.getByText(label)).toBeDefined();
  });
});
