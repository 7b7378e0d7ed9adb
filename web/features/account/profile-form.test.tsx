import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { failOutdated, failWith, neverAnswer } from '#test/web/fake-api.ts';
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

async function confirm(
  user: UserEvent,
  { title, says, action }: { title: string; says: RegExp; action: string },
) {
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(dialog.textContent).toMatch(says);
  await user.click(within(dialog).getByRole('button', { name: action }));
}

async function retype(user: UserEvent, label: string, text: string) {
  await user.clear(field(label));
  if (text) await user.type(field(label), text);
}

describe('profile', () => {
  // spec: 6.7
  it('shows the profile, and where the email is changed', async () => {
    await renderSettings();
    expect(field('First name').value).toBe('Mia');
    expect(field('Last name').value).toBe('Chen');
    expect(field('Phone number').value).toBe('+1 202 555 0143');
    expect(field('Email').value).toBe('mia@example.com');
    expect(field('Email').readOnly).toBe(true);
    expect(screen.getByText('You sign in with it. Change it under Sign-in.')).toBeDefined();
  });

  // spec: 2.25 7.11 8.9
  it('saves all of it, based on what was shown, says so, and shows it everywhere', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, { user: aUser({ firstName: 'Amelia', lastName: null }) });
    await retype(user, 'First name', 'Amelia');
    await retype(user, 'Last name', '');
    await save(user);
    expect(await findToast('Profile updated')).toBeDefined();
    const sent = api.requests.filter(({ call }) => call === profileCall);
    expect(sent).toMatchObject([{ basedOn: '"7"' }]);
    expect(api.bodiesOf(profileCall)).toEqual([
      { firstName: 'Amelia', lastName: '', phoneNumber: '+1 202 555 0143' },
    ]);
    expect(field('First name').value).toBe('Amelia');
  });

  it('keeps what another tab has saved since, unless both changed the same field', async () => {
    const { api, user } = await renderSettings();
    await retype(user, 'First name', 'Amelia');
    const theirs = aUser({ firstName: 'Mimi', lastName: 'Wu', phoneNumber: null, revision: 8 });
    api.on(profileCall, ({ basedOn }) =>
      basedOn === '"8"'
        ? { user: aUser() }
        : failOutdated('Your profile has since been changed.', theirs),
    );
    await save(user);
    expect(await findToast('Profile updated')).toBeDefined();
    expect(api.bodiesOf(profileCall).at(-1)).toEqual({
      firstName: 'Amelia',
      lastName: 'Wu',
      phoneNumber: '',
    });
  });

  // spec: 2.17 8.3 8.9
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

  // spec: 8.3
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
  // spec: 5.28
  it('is removed by emptying it, after a warning', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, { user: aUser({ phoneNumber: null, isPhoneVerified: false }) });
    await retype(user, 'Phone number', '');
    expect(
      screen.getByText("Without a number you can't text with experts, and your conversations end."),
    ).toBeDefined();
    await save(user);
    await confirm(user, {
      title: 'Remove your number?',
      says: /your conversations end\. To go on with them, enter \+1 202 555 0143 again/,
      action: 'Remove number',
    });
    await findToast('Profile updated');
    expect(api.bodiesOf(profileCall)).toMatchObject([{ phoneNumber: '' }]);
    expect(
      screen.getByText('Add a US (+1) or UK (+44) number to text with experts.'),
    ).toBeDefined();
  });

  it('is changed after a warning, which can be canceled', async () => {
    const { api, user } = await renderSettings();
    api.on(profileCall, { user: aUser({ pendingPhoneNumber: '+12025550177' }) });
    await retype(user, 'Phone number', '202 555 0177');
    await save(user);
    const dialog = await screen.findByRole('alertdialog', { name: 'Change your number?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.bodiesOf(profileCall)).toEqual([]);
    expect(field('Phone number').value).toBe('(202) 555-0177');
    await save(user);
    await confirm(user, {
      title: 'Change your number?',
      says: /stays until \+1 202 555 0177 replies YES.*In its first 7 days .* no codes for a forgotten password/,
      action: 'Change number',
    });
    await findToast('Profile updated');
    expect(api.bodiesOf(profileCall)).toMatchObject([{ phoneNumber: '(202) 555-0177' }]);
    expect(screen.getByText('Waiting for YES')).toBeDefined();
  });

  it.each([
    ['is taken back', { pendingPhoneNumber: '+12025550177' }, '+1 202 555 0143'],
    ['was never verified', { isPhoneVerified: false }, '+1 202 555 0177'],
    ['is written in another way', {}, '1-202-555-0143'],
  ])('that %s is saved without a warning', async (_, fields, typed) => {
    const { api, user } = await renderSettings(fields);
    api.on(profileCall, { user: aUser() });
    await retype(user, 'Phone number', typed);
    await save(user);
    await findToast('Profile updated');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is formatted while it is typed', async () => {
    const { user } = await renderSettings();
    await retype(user, 'Phone number', '2025550177');
    expect(field('Phone number').value).toBe('(202) 555-0177');
    expect(
      screen.getByText(
        '+1 202 555 0143 stays until the new number replies YES. Then your conversations move to it.',
      ),
    ).toBeDefined();
  });

  it('that waits for its proof says so, and how the old one is kept', async () => {
    const { user } = await renderSettings({ pendingPhoneNumber: '+447400123456' });
    expect(field('Phone number').value).toBe('+44 7400 123456');
    expect(screen.getByText('Waiting for YES')).toBeDefined();
    expect(
      screen.getByText(
        /Reply YES to our text from \+44 7400 123456; .* Until then \+1 202 555 0143 stays/,
      ),
    ).toBeDefined();
    await retype(user, 'Phone number', '(202) 555-0143');
    expect(
      screen.getByText('Saving keeps this number, and +44 7400 123456 no longer takes its place.'),
    ).toBeDefined();
  });

  it.each([
    [true, 'Verified'],
    [false, 'Not verified yet'],
  ])('with isPhoneVerified %s is labeled %s', async (isPhoneVerified, label) => {
    await renderSettings({ isPhoneVerified });
    expect(screen.getByText(label)).toBeDefined();
  });
});
