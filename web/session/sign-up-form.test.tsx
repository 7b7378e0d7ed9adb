import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { plans } from '#shared/plans.ts';
import { findPlan } from '#test/web/billing.ts';
import { failWith, fakeApi } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import {
  field,
  fillIn,
  registerCall,
  renderSignUp,
  signUp,
  submit,
} from '#test/web/render-sign-up.ts';

const noBrand = {
  siteTagline: null,
  imageUrl: null,
  primaryColor: null,
  secondaryColor: null,
  accentColor: null,
};

describe('sign-up', () => {
  it('keeps the fields while the other tab is open, except the passwords', async () => {
    const { user } = await renderSignUp();
    await fillIn(user);
    await user.click(screen.getByRole('tab', { name: 'Login' }));
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe(
      '(202) 555-0143',
    );
    expect(field('Email').value).toBe('mia@example.com');
    expect(field('Password').value).toBe('');
  });

  // spec: 5.3 5.6
  it('names every field that is missing and focuses the first', async () => {
    const { user, api } = await renderSignUp();
    await submit(user);
    expect(await screen.findByText('Invalid email address')).toBeDefined();
    expect(screen.getByText('Phone number is required')).toBeDefined();
    expect(screen.getByText('Password must be at least 8 characters')).toBeDefined();
    expect(document.activeElement).toBe(field('Email'));
    expect(api.bodiesOf(registerCall)).toEqual([]);
  });

  // spec: 5.4 5.5 9.3
  it.each([
    ['Password', 'Short-1', 'Password must be at least 8 characters'],
    ['Password', `Aa1-${'x'.repeat(97)}`, 'Password must not exceed 100 characters'],
    ['Password', 'secret-12', 'Password must contain at least one uppercase letter'],
    ['Password', 'SECRET-12', 'Password must contain at least one lowercase letter'],
    ['Password', 'Secret-ab', 'Password must contain at least one number'],
    ['Password', 'Secret123', 'Password must contain at least one special character'],
    ['Confirm password', 'Secret-13', "Passwords don't match"],
    ['Phone number', '+4930123456', 'Only US (+1) and UK (+44) phone numbers are supported'],
    ['Phone number', '+18005551234', "This kind of number can't receive texts: it is toll-free."],
    [
      'Phone number',
      '07400 12345',
      'This number is too short: a UK number has 10 digits after +44. Start it with +44 instead of 0.',
    ],
  ])('refuses the %s %s', async (label, value, message) => {
    const { user, api } = await renderSignUp();
    await fillIn(
      user,
      label === 'Password' ? { Password: value, 'Confirm password': value } : { [label]: value },
    );
    await submit(user);
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.bodiesOf(registerCall)).toEqual([]);
  });

  it("says that passwords don't match together with the other errors", async () => {
    const { user } = await renderSignUp();
    await user.type(field('Password'), 'Secret-12');
    await submit(user);
    expect(await screen.findByText("Passwords don't match")).toBeDefined();
    expect(screen.getByText('Invalid email address')).toBeDefined();
  });

  // spec: 5.6
  it('formats the phone while typing, names the countries, checks off the rules', async () => {
    const { user } = await renderSignUp();
    await user.type(field('Phone number'), '2025550143');
    expect(field('Phone number').value).toBe('(202) 555-0143');
    expect(screen.getByText(/US \(\+1\) and UK \(\+44\)/)).toBeDefined();
    const rule = screen.getByText(/^One uppercase letter/);
    expect(within(rule).getByText('(not met yet)')).toBeDefined();
    await user.type(field('Password'), 'S');
    expect(within(rule).getByText('(met)')).toBeDefined();
  });

  // spec: 2.3 4.7 5.9
  it('creates no account before the consent box is ticked', async () => {
    const { user, api } = await renderSignUp();
    await fillIn(user);
    await submit(user);
    const dialog = await screen.findByRole('dialog', { name: 'SMS Agreement' });
    expect(within(dialog).getByText('+1 202 555 0143')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Create Account' }));
    const toast = await findToast('Consent required');
    const missing = 'Please check the box to agree to receive text messages';
    expect(within(toast).getByText(missing)).toBeDefined();
    const box = within(dialog).getByRole('checkbox');
    expect(box.getAttribute('aria-describedby')).toBe(within(dialog).getByText(`${missing}.`).id);
    expect(document.activeElement).toBe(box);
    // Escape is for the dialog, not for the toast above it.
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'SMS Agreement' })).toBeNull());
    expect(within(toast).getByText(missing)).toBeDefined();
    expect(api.bodiesOf(registerCall)).toEqual([]);
  });

  // spec: 4.9 5.7 5.8 7.8 8.9
  it('creates the account on the trial, welcomes and shows the experts', async () => {
    const { user, api } = await renderSignUp();
    api.on(registerCall, { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await signUp(user, { 'First name': 'Mia' });
    expect(await findToast('Welcome to Sagewire!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Find your expert' })).toBeDefined();
    expect(api.bodiesOf(registerCall)).toEqual([
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

  it('ends with the experts, whatever address led to it', async () => {
    const { api, user } = renderApp('/somewhere/else');
    api
      .on('GET /api/pricing', { plans })
      .on(registerCall, { token: 'token-2', user: aUser() })
      .on('GET /api/auth/user', { user: aUser() })
      .on('GET /api/experts/public', { experts: [] });
    await user.click(await screen.findByRole('tab', { name: 'Sign Up' }));
    await screen.findByLabelText('Phone number');
    await signUp(user);
    await findToast('Welcome to Sagewire!');
    await screen.findByRole('heading', { name: 'Find your expert' });
    expect(window.location.pathname).toBe('/user/experts');
  });

  it('on a white-label site welcomes by that name, and names the provider', async () => {
    const expert = { ...noBrand, displayName: 'Ada', siteName: "Ada's Maths" };
    fakeApi().on('GET /api/branding', { mode: 'white-label', expert });
    const { user, api } = await renderSignUp();
    api.on('POST /api/auth/register', { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await fillIn(user);
    await submit(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'SMS Agreement' }));
    dialog.getByText("Ada's Maths answers by text message, so we need your consent.");
    dialog.getByText("Ada's Maths is provided by Sagewire.");
    dialog.getByText(/^I agree to receive recurring text messages from Sagewire/);
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Create Account' }));
    await findToast("Welcome to Ada's Maths!");
  });

  // spec: 4.8 7.8
  it('goes to the payment page when the reply names one', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { user, api } = await renderSignUp();
    const checkoutUrl = 'https://pay.example/session';
    api.on(registerCall, { token: 'fresh', user: aUser(), checkoutUrl });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await signUp(user);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkoutUrl));
    await screen.findByRole('heading', { name: 'Find your expert' });
  });

  it('says when the account exists but its payment page could not be opened', async () => {
    const { user, api } = await renderSignUp();
    api.on(registerCall, { token: 'fresh', user: aUser() });
    api.on('GET /api/auth/user', { user: aUser() });
    api.on('GET /api/experts/public', { experts: [] });
    await user.click(await findPlan('Annual'));
    await signUp(user);
    const toast = await findToast('Welcome to Sagewire!');
    expect(within(toast).getByText(/choose your plan under Subscription/)).toBeDefined();
  });

  it('says under the password that it is too easy to guess', async () => {
    const { user, api } = await renderSignUp();
    api.on(registerCall, failWith(400, 'password: This password is too easy to guess'));
    await signUp(user);
    const toast = await findToast('Registration failed');
    within(toast).getByText('This password is too easy to guess');
    await waitFor(() => expect(document.activeElement).toBe(field('Password')));
    expect(screen.getByRole('alert').textContent).toBe('This password is too easy to guess');
  });

  // spec: 8.3
  it.each([
    ['Email', 'An account with this email already exists'],
    ['Email', 'This email has already had its free trial.'],
    ['Phone number', 'An account with this phone number already exists'],
  ])(
    'shows the server message when it fails, under %s too, and loses nothing',
    async (label, message) => {
      const { user, api } = await renderSignUp();
      api.on(registerCall, failWith(409, message));
      await user.click(await findPlan('Annual'));
      await signUp(user);
      const toast = await findToast('Registration failed');
      expect(within(toast).getByText(message)).toBeDefined();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(field(label)));
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
      expect(field('Phone number').value).toBe('(202) 555-0143');
      expect((await findPlan('Annual')).checked).toBe(true);
      await submit(user);
      expect((await screen.findByRole('checkbox')).getAttribute('aria-checked')).toBe('true');
    },
  );
});
