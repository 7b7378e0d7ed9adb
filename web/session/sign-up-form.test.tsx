import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

async function renderSignUp() {
  const app = renderApp('/login');
  await app.user.click(await screen.findByRole('tab', { name: 'Sign Up' }));
  await screen.findByLabelText('Phone number');
  return app;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function fillIn(user: UserEvent, fields: Record<string, string> = {}) {
  const values = {
    Email: 'mia@example.com',
    'Phone number': '2025550143',
    Password: 'Secret-12',
    'Confirm password': 'Secret-12',
    ...fields,
  };
  for (const [label, value] of Object.entries(values)) {
    await user.clear(field(label));
    if (value) await user.type(field(label), value);
  }
}

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign Up' }));

describe('sign-up', () => {
  it('names every field that is missing and focuses the first', async () => {
    const { user, api } = await renderSignUp();
    await submit(user);
    expect(await screen.findByText('Invalid email address')).toBeDefined();
    expect(screen.getByText('Phone number is required')).toBeDefined();
    expect(screen.getByText('Password must be at least 8 characters')).toBeDefined();
    expect(document.activeElement).toBe(field('Email'));
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['Password', 'Sho-1', 'Password must be at least 8 characters'],
    ['Password', `Aa1-${'x'.repeat(97)}`, 'Password must not exceed 100 characters'],
    ['Password', 'secret-12', 'Password must contain at least one uppercase letter'],
    ['Password', 'SECRET-12', 'Password must contain at least one lowercase letter'],
    ['Password', 'Secret-ab', 'Password must contain at least one number'],
    ['Password', 'Secret123', 'Password must contain at least one special character'],
    ['Confirm password', 'Secret-13', "Passwords don't match"],
    ['Phone number', '+4930123456', 'Only US (+1) and UK (+44) phone numbers are supported'],
  ])('refuses the %s %s', async (label, value, message) => {
    const { user, api } = await renderSignUp();
    await fillIn(
      user,
      label === 'Password' ? { Password: value, 'Confirm password': value } : { [label]: value },
    );
    await submit(user);
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.requests).toEqual([]);
  });

  it("says that passwords don't match together with the other errors", async () => {
    const { user } = await renderSignUp();
    await user.type(field('Password'), 'Secret-12');
    await submit(user);
    expect(await screen.findByText("Passwords don't match")).toBeDefined();
    expect(screen.getByText('Invalid email address')).toBeDefined();
  });

  it('formats the phone while it is typed, hints at the countries, ticks the rules off', async () => {
    const { user } = await renderSignUp();
    await user.type(field('Phone number'), '2025550143');
    expect(field('Phone number').value).toBe('(202) 555-0143');
    expect(screen.getByText(/US \(\+1\) and UK \(\+44\)/)).toBeDefined();
    const rule = screen.getByText(/^One uppercase letter/);
    expect(within(rule).getByText('(not met yet)')).toBeDefined();
    await user.type(field('Password'), 'S');
    expect(within(rule).getByText('(met)')).toBeDefined();
  });

  it('creates no account before the consent box is ticked', async () => {
    const { user, api } = await renderSignUp();
    await fillIn(user);
    await submit(user);
    const dialog = await screen.findByRole('dialog', { name: 'SMS Agreement' });
    expect(within(dialog).getByText('+1 202 555 0143')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    const toast = await findToast('Consent required');
    expect(
      within(toast).getByText('Please check the box to agree to receive text messages'),
    ).toBeDefined();
    expect(api.requests).toEqual([]);
  });

  async function signUp(user: UserEvent, fields?: Record<string, string>) {
    await fillIn(user, fields);
    await submit(user);
    await user.click(await screen.findByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
  }

  it('creates the account on the trial, welcomes and shows the experts', async () => {
    const { user, api } = await renderSignUp();
    api.on('POST /api/auth/register', { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await signUp(user, { 'First name': 'Mia' });
    expect(await findToast('Welcome to Sagewire!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Find your expert' })).toBeDefined();
    expect(api.bodiesOf('POST /api/auth/register')).toEqual([
      {
        email: 'mia@example.com',
        password: 'Secret-12',
        firstName: 'Mia',
        phoneNumber: '+12025550143',
        subscriptionPlan: 'trial',
      },
    ]);
    expect(localStorage.getItem('auth_token')).toBe('fresh');
  });

  it('goes to the payment page when the answer names one', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { user, api } = await renderSignUp();
    const checkoutUrl = 'https://pay.example/session';
    api.on('POST /api/auth/register', { token: 'fresh', user: aUser(), checkoutUrl });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await signUp(user);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
    await screen.findByRole('heading', { name: 'Find your expert' });
  });

  it('shows the server message when it fails and loses nothing', async () => {
    const { user, api } = await renderSignUp();
    api.on('POST /api/auth/register', failWith(409, 'This email is already registered'));
    await signUp(user);
    const toast = await findToast('Registration failed');
    expect(within(toast).getByText('This email is already registered')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Phone number').value).toBe('(202) 555-0143');
  });
});
