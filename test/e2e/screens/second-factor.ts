import type { Page } from 'playwright-core';
import { anAdmin } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { broken } from './samples.ts';
import type { Section } from './screen.ts';

const settings = {
  who: 'admin',
  path: '/settings',
  title: 'Settings · Sagewire',
  heading: 'Settings',
} as const;
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const begun = { secret, uri: `otpauth://totp/Sagewire:boss%40example.com?secret=${secret}` };
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `${n}a1b2-c3d4e-f5061-7283${n}`);
const codeNeeded = {
  status: 403,
  message: 'Enter the code of your authenticator app.',
  need: 'code',
} as const;
const wrongCode = { status: 403, message: 'This code is wrong or was used before.' };
const isOn = (recoveryCodesLeft: number) => ({ json: { isOn: true, recoveryCodesLeft } }) as const;

export const secondFactor: Section = {
  title: 'For admins: the second factor',
  screens: [
    {
      ...settings,
      name: 'second-factor-on',
      caption: 'Settings, with a second factor and few recovery codes left',
      answers: { 'GET /api/auth/second-factor': isOn(1) },
      texts: ['1 recovery code left', 'New recovery codes', 'Turn off'],
    },
    {
      ...settings,
      name: 'second-factor-error',
      caption: 'Settings, where the second factor could not be loaded',
      answers: { 'GET /api/auth/second-factor': broken },
      texts: ['Unable to load your second factor'],
    },
    {
      ...settings,
      name: 'second-factor-password',
      caption: 'Setting it up begins with the password',
      answers: {
        'POST /api/auth/second-factor': { status: 403, message: 'That password is wrong.' },
      },
      action: (page) => typePassword(page),
      texts: ['That password is wrong.'],
    },
    {
      ...settings,
      name: 'second-factor-app',
      caption: 'Connecting the authenticator app',
      answers: {
        'POST /api/auth/second-factor': { json: begun },
        'POST /api/auth/second-factor/confirm': wrongCode,
      },
      action: async (page) => {
        await typePassword(page);
        await typeCode(page);
      },
      texts: ['Connect your app', 'This code is wrong or was used before.'],
    },
    {
      ...settings,
      name: 'recovery-codes',
      caption: 'The recovery codes, shown once',
      answers: {
        'POST /api/auth/second-factor': { json: begun },
        'POST /api/auth/second-factor/confirm': { json: { recoveryCodes } },
      },
      action: async (page) => {
        await typePassword(page);
        await typeCode(page);
      },
      texts: ['Your recovery codes', recoveryCodes[9] as string, 'I have saved them'],
    },
    {
      ...settings,
      name: 'second-factor-turn-off',
      caption: 'Turning it off needs a code',
      answers: {
        'GET /api/auth/second-factor': isOn(10),
        'DELETE /api/auth/second-factor': wrongCode,
      },
      action: async (page) => {
        await openDialog('Turn off', 'Turn off the second factor?')(page);
        await typeCode(page);
      },
      texts: ['This code is wrong or was used before.'],
    },
    {
      ...settings,
      path: '/providers',
      title: 'AI Providers · Sagewire',
      heading: 'AI Providers',
      name: 'step-up',
      caption: 'A code is asked for before a key changes',
      answers: {
        'PUT /api/providers/:id': codeNeeded,
        'POST /api/auth/step-up': wrongCode,
      },
      action: async (page) => {
        await openDialog('Edit Sandbox AI', 'Edit Sandbox AI')(page);
        await page.getByRole('button', { name: 'Save changes' }).click();
        await typeCode(page);
      },
      texts: ["Confirm that it's you", 'This code is wrong or was used before.'],
    },
    {
      ...settings,
      title: 'Second factor · Sagewire',
      heading: 'Set up a second factor',
      name: 'second-factor-required',
      caption: 'An admin who has to set one up first',
      answers: { 'GET /api/auth/user': { json: { user: anAdmin({ secondFactor: 'required' }) } } },
      texts: ['Everything else opens once it is set up.', 'Sign Out'],
    },
    {
      who: 'visitor',
      path: '/login',
      title: 'Login · Sagewire',
      heading: 'Welcome back',
      name: 'login-code',
      caption: 'Login, with a second factor',
      answers: { 'POST /api/auth/login': { ...codeNeeded, status: 401 } },
      action: async (page) => {
        await page.getByLabel('Email').fill('boss@example.com');
        await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbor-7');
        await page.getByRole('button', { name: 'Login' }).click();
        await page.getByLabel('Code').waitFor();
      },
      texts: ['From your authenticator app, or a recovery code.', 'Back to email and password'],
    },
  ],
};

async function typePassword(page: Page): Promise<void> {
  await openDialog('Set up', 'Set up a second factor')(page);
  await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbor-7');
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function typeCode(page: Page): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
}
