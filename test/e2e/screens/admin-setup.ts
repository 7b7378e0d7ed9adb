import type { Page } from 'playwright-core';
import { anExpert, aPause, aProvider, aVersion } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { adminExpertPages } from './expert-pages.ts';
import { providerStates } from './provider-states.ts';
import { broken, idOf, longAgo, longTagline, longText, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const experts = {
  who: 'admin',
  path: '/experts',
  title: 'Experts · Sagewire',
  heading: 'Experts',
} as const;
const providers = {
  who: 'admin',
  path: '/providers',
  title: 'AI Providers · Sagewire',
  heading: 'AI Providers',
} as const;
const createExpert = openDialog('Create expert', 'Create an expert');
const addProvider = openDialog('Add provider', 'Add an AI provider');

const history = {
  ...experts,
  action: async (page: Page) => {
    await openDialog('Edit Ada', 'Edit Ada')(page);
    await page.getByRole('tab', { name: 'History' }).click();
  },
};
const tunedPrompt =
  'You are Ada, a patient maths tutor.\nOne step at a time, in two or three short sentences.\nEnd with a small next step.';
const versions = [
  aVersion({
    version: 3,
    systemPrompt: tunedPrompt,
    validator: 'Allow questions about maths. Reject everything else.',
    createdAt: longAgo,
    changed: ['systemPrompt', 'validator', 'model'],
  }),
  aVersion({
    version: 2,
    systemPrompt: tunedPrompt.replace('patient', 'strict').replace(/\n[^\n]*$/, ''),
    model: 'gpt-4.1',
    createdAt: longAgo,
    changed: ['systemPrompt'],
  }),
  aVersion({ author: null, createdAt: longAgo }),
];

export const adminSetup: Section = {
  title: 'For admins: experts and AI providers',
  screens: [
    {
      ...experts,
      name: 'admin-paused',
      caption: 'Paused since a backup was restored',
      answers: { 'GET /api/restore': { json: { pause: aPause() } } },
      texts: ['3 texts had no answer yet.', '1 text had not gone out yet.'],
    },
    {
      ...experts,
      name: 'admin-paused-choice',
      caption: 'What waited at the backup is answered',
      answers: { 'GET /api/restore': { json: { pause: aPause() } } },
      action: async (page) => {
        await page.getByRole('button', { name: 'Answer them' }).click();
        await page.getByRole('alertdialog', { name: 'Answer 3 texts?' }).waitFor();
      },
      texts: ['On other channels the person may get a second answer.'],
    },
    {
      ...experts,
      name: 'admin-experts',
      caption: 'Experts',
      texts: ['Numbers, gently', 'ask-ada.example', 'Webhook'],
    },
    {
      ...experts,
      name: 'admin-expert-create',
      caption: 'Create an expert',
      action: createExpert,
      texts: ['Identity', 'System prompt'],
    },
    {
      ...experts,
      name: 'admin-expert-invalid',
      caption: 'Create an expert, with nothing filled in',
      action: async (page) => {
        await createExpert(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Create expert' }).click();
      },
      texts: ['Display name is required', 'Handle is required', 'AI provider is required'],
    },
    {
      ...experts,
      name: 'admin-expert-edit',
      caption: 'Edit an expert',
      action: openDialog('Edit Ada', 'Edit Ada'),
      texts: ['Status', 'White label'],
    },
    {
      ...experts,
      name: 'admin-expert-conflict',
      caption: 'An expert that another admin has changed meanwhile',
      action: async (page) => {
        await openDialog('Edit Ada', 'Edit Ada')(page);
        const dialog = page.getByRole('dialog', { name: 'Edit Ada' });
        await dialog.getByLabel('Tagline', { exact: true }).fill('Numbers, kindly');
        await dialog.getByLabel('System prompt').fill(tunedPrompt);
        await dialog.getByRole('button', { name: 'Save changes' }).click();
        await dialog
          .getByRole('radio', { name: /^Yours/ })
          .first()
          .check();
      },
      answers: {
        'PUT /api/experts/:id': {
          status: 409,
          message: 'grace@example.com has since changed this expert.',
          current: anExpert({
            tagline: 'Numbers, quickly',
            systemPrompt: tunedPrompt.replace('patient', 'strict').replace(/\n[^\n]*$/, ''),
            revision: 2,
          }),
        },
      },
      texts: ['grace@example.com has since changed this expert.', 'Choose one more field'],
    },
    {
      ...history,
      name: 'admin-expert-history',
      caption: 'Versions of an expert',
      action: async (page) => {
        await history.action(page);
        await page.getByRole('button', { name: /^Version 2/ }).click();
        await page.getByRole('button', { name: 'Restore this version' }).click();
      },
      answers: {
        'GET /api/experts/:id/versions': { json: { versions, nextCursor: 'more' } },
      },
      texts: ['Changed system prompt, validator, and model', 'Restore version 2'],
    },
    {
      ...history,
      name: 'admin-expert-history-first',
      caption: 'An expert that was never changed',
      texts: ['This is the only version.', 'First version'],
    },
    {
      ...history,
      name: 'admin-expert-history-long',
      caption: 'A version with a very long prompt',
      action: async (page) => {
        await history.action(page);
        await page.getByRole('button', { name: /^Version 1/ }).click();
      },
      answers: {
        'GET /api/experts/:id/versions': {
          json: {
            versions: [
              aVersion({
                version: 2,
                systemPrompt: `${longText}\n`.repeat(8),
                author: { email: `${longWord}@example.com` },
                changed: ['systemPrompt'],
              }),
              aVersion({ systemPrompt: longText }),
            ],
            nextCursor: null,
          },
        },
      },
      texts: ['Restore this version'],
    },
    {
      ...history,
      name: 'admin-expert-history-loading',
      caption: 'Versions of an expert, loading',
      answers: { 'GET /api/experts/:id/versions': 'never' },
      texts: ['Loading the history'],
    },
    {
      ...history,
      name: 'admin-expert-history-error',
      caption: 'Versions of an expert that could not be loaded',
      answers: { 'GET /api/experts/:id/versions': broken },
      texts: ['Unable to load the history', broken.message],
    },
    {
      ...experts,
      name: 'admin-expert-choice',
      caption: 'A choice in a form',
      action: async (page) => {
        await createExpert(page);
        await page.getByLabel('Channel').click();
        await page.getByRole('option', { name: 'WhatsApp' }).waitFor();
      },
      texts: ['Apple Messages'],
    },
    {
      ...experts,
      name: 'admin-experts-long',
      caption: 'Experts with long names, one without a provider that works',
      answers: {
        'GET /api/experts': {
          json: {
            experts: [
              anExpert({ displayName: longWord, tagline: longTagline, customDomain: 'a.example' }),
              anExpert({ id: idOf(11), displayName: 'Ivo', status: 'PAUSED', channel: 'WHATSAPP' }),
            ],
          },
        },
        'GET /api/providers': { json: { providers: [aProvider({ isActive: false })] } },
      },
      texts: ['Paused', 'Its AI provider is inactive'],
    },
    {
      ...experts,
      name: 'admin-experts-loading',
      caption: 'Experts, loading',
      answers: { 'GET /api/experts': 'never' },
      texts: ['Loading experts'],
    },
    {
      ...experts,
      name: 'admin-experts-empty',
      caption: 'Before the first expert',
      answers: { 'GET /api/experts': { json: { experts: [] } } },
      texts: ['No experts yet', 'Create your first expert'],
    },
    {
      ...experts,
      name: 'admin-experts-error',
      caption: 'Experts that could not be loaded',
      answers: { 'GET /api/experts': broken },
      texts: ['Unable to load experts', 'An error occurred while loading experts.'],
    },
    ...adminExpertPages,
    {
      ...providers,
      name: 'admin-providers',
      caption: 'AI providers',
      texts: ['Sandbox AI', 'Active'],
    },
    {
      ...providers,
      name: 'admin-provider-add',
      caption: 'Add an AI provider',
      action: addProvider,
      texts: ['AI vendor', 'API key'],
    },
    {
      ...providers,
      name: 'admin-provider-invalid',
      caption: 'Add an AI provider, with nothing filled in',
      action: async (page) => {
        await addProvider(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Add provider' }).click();
      },
      texts: ['Display name is required', 'API key is required'],
    },
    {
      ...providers,
      name: 'admin-provider-edit',
      caption: 'Edit an AI provider',
      action: openDialog('Edit Sandbox AI', 'Edit Sandbox AI'),
      texts: ['Leave empty to keep the stored key.'],
    },
    ...providerStates,
    {
      ...providers,
      name: 'admin-providers-long',
      caption: 'AI providers with long names and addresses',
      answers: {
        'GET /api/providers': {
          json: {
            providers: [
              aProvider({ displayName: longWord }),
              aProvider({
                id: idOf(21),
                key: 'anthropic',
                displayName: 'Quiet one',
                isActive: false,
                config: {
                  ...aProvider().config,
                  baseUrl: `https://${'long-'.repeat(20)}example.com`,
                },
              }),
            ],
          },
        },
      },
      texts: ['Inactive'],
    },
    {
      ...providers,
      name: 'admin-providers-loading',
      caption: 'AI providers, loading',
      answers: { 'GET /api/providers': 'never' },
      texts: ['Loading AI providers'],
    },
    {
      ...providers,
      name: 'admin-providers-empty',
      caption: 'Before the first AI provider',
      answers: { 'GET /api/providers': { json: { providers: [] } } },
      texts: ['No AI providers yet', 'Add your first provider'],
    },
    {
      ...providers,
      name: 'admin-providers-error',
      caption: 'AI providers that could not be loaded',
      answers: { 'GET /api/providers': broken },
      texts: ['Unable to load AI providers', broken.message],
    },
  ],
};
