import type { Page } from 'playwright-core';
import { openDocument } from './actions.ts';
import type { Section } from './screen.ts';

const login = {
  who: 'visitor',
  path: '/login',
  title: 'Login · Sagewire',
  heading: 'Welcome back',
} as const;
const emailChange = {
  who: 'visitor',
  path: `/email-change#confirm=${'x'.repeat(43)}`,
  title: 'Confirm your new email · Sagewire',
  heading: 'Confirm your new email',
} as const;
const ownerToken = '0a'.repeat(16);
const lock = {
  who: 'visitor',
  path: `/lock#${ownerToken}`,
  title: 'Lock your account? · Sagewire',
  heading: 'Lock your account?',
} as const;
const signUp = { ...login, title: 'Sign Up · Sagewire', heading: 'Create your account' };

export const signedOut: Section = {
  title: 'Before signing in',
  screens: [
    {
      who: 'mia',
      path: '/user/experts',
      title: 'Sagewire',
      heading: null,
      name: 'session',
      caption: 'While the session is checked',
      answers: { 'GET /api/auth/user': 'never' },
      texts: ['Loading...'],
    },
    {
      ...login,
      name: 'login',
      caption: 'Login',
      texts: ['Good answers, one text away.', 'Email', 'Password'],
    },
    {
      who: 'visitor',
      path: '/safety',
      title: 'Safety · Sagewire',
      heading: 'Safety',
      name: 'safety',
      caption: 'What an expert is, and what happens in a crisis',
      texts: ['What it is not', 'What happens in a crisis', 'How to reach a person'],
    },
    {
      ...login,
      name: 'login-invalid',
      caption: 'Login, with both fields left empty',
      action: (page) => page.getByRole('button', { name: 'Login' }).click(),
      texts: ['Invalid email address', 'Password is required'],
    },
    {
      ...login,
      name: 'login-failed',
      caption: 'Login, refused by the server',
      answers: { 'POST /api/auth/login': { status: 401, message: 'Invalid email or password' } },
      action: async (page) => {
        await page.getByLabel('Email').fill('mia@example.com');
        await page.getByLabel('Password', { exact: true }).fill('Not-my-password-1');
        await page.getByRole('button', { name: 'Login' }).click();
      },
      texts: ['Login failed', 'Invalid email or password'],
    },
    {
      ...login,
      name: 'forgot-password',
      caption: 'Forgot password?',
      action: forgetPassword,
      texts: ['We send a six-digit code to your verified phone number, by email, or both.'],
    },
    {
      ...login,
      name: 'forgot-password-code',
      caption: 'The code, and a new password',
      answers: { 'POST /api/auth/password/forgot': { json: { ok: true } } },
      action: sendCode,
      texts: ['If mia@example.com has an account here', 'Six digits. It works for 10 minutes.'],
    },
    {
      ...login,
      name: 'forgot-password-refused',
      caption: 'A wrong code',
      answers: {
        'POST /api/auth/password/forgot': { json: { ok: true } },
        'POST /api/auth/password/reset': {
          status: 400,
          message: 'code: This code is wrong or too old. Check it, or ask for a new one.',
        },
      },
      action: async (page) => {
        await sendCode(page);
        await page.getByLabel('Code').fill('123456');
        await page.getByLabel('New password').fill('Quiet-Harbor-7');
        await page.getByRole('button', { name: 'Set new password' }).click();
      },
      texts: ['This code is wrong or too old. Check it, or ask for a new one.'],
    },
    {
      ...emailChange,
      name: 'invitation',
      caption: 'An invitation to the team',
      who: 'visitor',
      path: `/invitation#token=${'x'.repeat(43)}&email=grace%40example.com`,
      title: 'Invitation · Sagewire',
      heading: 'Welcome to Sagewire',
      texts: ['Choose a password.'],
    },
    {
      ...emailChange,
      name: 'email-change',
      caption: 'A new email, opened from the mail',
      texts: ['From then on you sign in with it.', 'Confirm email'],
    },
    {
      ...emailChange,
      path: `/email-change#object=${'x'.repeat(43)}`,
      title: 'The change was stopped · Sagewire',
      heading: 'The change was stopped',
      name: 'email-change-stopped',
      caption: 'A change of email, stopped by the old address',
      answers: { 'POST /api/auth/email-change': { json: { email: 'mia@example.com' } } },
      action: (page) => page.getByRole('button', { name: 'Stop the change' }).click(),
      texts: ['Choose a new password with "Forgot password?".', 'Continue'],
    },
    {
      ...lock,
      name: 'lock',
      caption: 'The link of a notice to an owner',
      texts: ['Every device is signed out', 'Lock my account'],
    },
    {
      ...lock,
      name: 'lock-done',
      caption: 'A locked account',
      title: 'Your account is locked · Sagewire',
      heading: 'Your account is locked',
      answers: {
        'POST /api/auth/lock': { json: { email: `${'m'.repeat(40)}***@example.com` } },
      },
      action: (page) => page.getByRole('button', { name: 'Lock my account' }).click(),
      texts: ['Choose a new password'],
    },
    {
      ...lock,
      name: 'lock-refused',
      caption: 'The link of a notice, used before',
      answers: {
        'POST /api/auth/lock': {
          status: 400,
          message: 'token: This link is wrong, used or too old.',
        },
      },
      action: (page) => page.getByRole('button', { name: 'Lock my account' }).click(),
      texts: ['Account not locked', 'This link is wrong, used or too old.'],
    },
    {
      ...lock,
      path: '/lock#0a0a',
      name: 'lock-incomplete',
      caption: 'The link of a notice, cut off',
      texts: ['This link is incomplete.'],
    },
    {
      ...lock,
      path: `/device#${ownerToken}`,
      title: 'Let the new device in? · Sagewire',
      heading: 'Let the new device in?',
      name: 'device',
      caption: 'A new device that waits',
      texts: ['Only if it was you', 'Let it in'],
    },
    {
      ...lock,
      path: `/device#${ownerToken}`,
      title: 'The device may sign in · Sagewire',
      heading: 'The device may sign in',
      name: 'device-done',
      caption: 'A new device that may sign in',
      answers: { 'POST /api/auth/device': { json: { ok: true } } },
      action: (page) => page.getByRole('button', { name: 'Let it in' }).click(),
      texts: ['Sign in there once more, with your password.'],
    },
    {
      ...login,
      name: 'terms',
      caption: 'Terms of Service',
      action: openDocument('Terms of Service'),
      texts: ['Effective October 3, 2025'],
    },
    {
      ...login,
      name: 'privacy',
      caption: 'Privacy Policy',
      action: openDocument('Privacy Policy'),
      texts: ['Message content'],
    },
    {
      ...signUp,
      name: 'sign-up',
      caption: 'Sign Up',
      action: openSignUp,
      texts: ['Only US (+1) and UK (+44)', 'Confirm password', 'Free trial', '$199.99'],
    },
    {
      ...signUp,
      name: 'sign-up-paid',
      caption: 'Sign Up, with a plan that is paid for',
      action: async (page) => {
        await openSignUp(page);
        await page.getByRole('radio', { name: 'Monthly' }).check();
      },
      texts: ['You pay on the next page, once your account is created.'],
    },
    {
      ...signUp,
      name: 'sign-up-invalid',
      caption: 'Sign Up, with nothing filled in',
      action: async (page) => {
        await openSignUp(page);
        await page.getByRole('button', { name: 'Sign Up' }).click();
      },
      texts: ['Phone number is required', 'Password must be at least 8 characters'],
    },
    {
      ...signUp,
      name: 'sms-agreement',
      caption: 'SMS Agreement, before the account is created',
      action: agreeToTexts,
      texts: ['+1 202 555 0199', 'I agree to receive recurring text messages'],
    },
    {
      ...signUp,
      name: 'sms-agreement-missing',
      caption: 'SMS Agreement, without consent',
      action: async (page) => {
        await agreeToTexts(page);
        await page.getByRole('button', { name: 'Create Account' }).click();
      },
      texts: ['Consent required', 'Please check the box to agree to receive text messages'],
    },
  ],
};

async function forgetPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('mia@example.com');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog', { name: 'Forgot your password?' }).waitFor();
}

async function sendCode(page: Page): Promise<void> {
  await forgetPassword(page);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code').waitFor();
}

async function openSignUp(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Confirm password').waitFor();
}

async function agreeToTexts(page: Page): Promise<void> {
  await openSignUp(page);
  await page.getByLabel('Email').fill('nils@example.com');
  await page.getByLabel('Phone number').fill('+1 202 555 0199');
  await page.getByLabel('First name').fill('Nils');
  await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbor-1');
  await page.getByLabel('Confirm password').fill('Quiet-Harbor-1');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('dialog', { name: 'SMS Agreement' }).waitFor();
}
