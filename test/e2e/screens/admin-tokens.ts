import type { Page } from 'playwright-core';
import type { ApiToken } from '#shared/api/api-tokens.ts';
import { openDialog } from './actions.ts';
import type { Answers } from './answers.ts';
import { broken, devices, idOf, longAgo, longTagline, longWord } from './samples.ts';
import type { Screen } from './screen.ts';

const nightly: ApiToken = {
  id: idOf(240),
  name: 'Nightly import',
  createdBy: 'admin@example.com',
  createdAt: longAgo,
  lastUsedAt: longAgo,
};
const some: ApiToken[] = [
  nightly,
  { ...nightly, id: idOf(241), name: longTagline.slice(0, 60), lastUsedAt: null },
  { ...nightly, id: idOf(242), name: 'Price list', createdBy: `${longWord}@example.com` },
];
const answersWith = (tokens: ApiToken[]): Answers => ({
  'GET /api/auth/sessions': { json: devices },
  'GET /api/api-tokens': { json: { tokens } },
});

const scrollToTokens = async (page: Page) => {
  const section = page.getByRole('region', { name: 'Tokens for scripts' });
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
};

const settings = {
  who: 'admin',
  path: '/settings',
  title: 'Settings · Sagewire',
  heading: 'Settings',
  action: scrollToTokens,
} as const;

export const tokenScreens: Screen[] = [
  {
    ...settings,
    name: 'admin-tokens-empty',
    caption: 'Tokens for scripts, none yet',
    answers: answersWith([]),
    texts: ['No tokens yet.', 'Create a token'],
  },
  {
    ...settings,
    name: 'admin-tokens',
    caption: 'Tokens for scripts',
    answers: answersWith(some),
    texts: ['Nightly import', 'Made by admin@example.com', 'not used yet'],
  },
  {
    ...settings,
    name: 'admin-tokens-new',
    caption: 'A token, shown once',
    answers: {
      ...answersWith(some),
      'POST /api/api-tokens': {
        json: { token: nightly, secret: 'swk_9fJ2mV0QxKcT5bYwR7uHn3eLpZsAaGdE1iOoU6tNq8M' },
      },
    },
    action: async (page) => {
      await startCreating(page, 'Nightly import');
      await page.getByRole('dialog', { name: 'Your new token' }).waitFor();
    },
    texts: ['Token for Nightly import', 'I have saved it'],
  },
  {
    ...settings,
    name: 'admin-tokens-create',
    caption: 'A token without a name',
    answers: answersWith([]),
    action: (page) => startCreating(page, ''),
    texts: ['Name is required'],
  },
  {
    ...settings,
    name: 'admin-tokens-revoke',
    caption: 'Before a token is revoked',
    answers: answersWith(some),
    action: openDialog('Revoke Nightly import', 'Revoke Nightly import?'),
  },
  {
    ...settings,
    name: 'admin-tokens-loading',
    caption: 'Tokens for scripts, loading',
    answers: { ...answersWith([]), 'GET /api/api-tokens': 'never' },
    texts: ['Loading the tokens'],
  },
  {
    ...settings,
    name: 'admin-tokens-error',
    caption: 'Tokens for scripts that could not be loaded',
    answers: { ...answersWith([]), 'GET /api/api-tokens': broken },
    texts: ['Unable to load the tokens.'],
  },
];

async function startCreating(page: Page, name: string): Promise<void> {
  await openDialog('Create a token', 'Create a token')(page);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}
