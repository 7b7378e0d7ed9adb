import type { Page } from 'playwright-core';
import { anAnalyticsReply } from '#test/web/analytics-fixtures.ts';
import {
  anExpert,
  aProvider,
  aPublicExpert,
  aTestAnswer,
  aTestMessage,
  aVersion,
} from '#test/web/fixtures.ts';
import type { Answers } from './answers.ts';
import { broken, idOf, longAgo, longTagline, longText, longWord } from './samples.ts';
import type { Screen } from './screen.ts';

export const ofAdmin = {
  who: 'admin',
  path: `/experts/${idOf(10)}`,
  title: 'Ada · Sagewire',
  heading: 'Ada',
} as const;
const missing = 'https://ada.example.com/ does not answer: the webhook at the gateway is another.';
export const around: Answers = {
  'GET /api/providers': { json: { providers: [aProvider()] } },
  'GET /api/analytics': { json: anAnalyticsReply() },
  'GET /api/experts/:id/versions': {
    json: { versions: [aVersion({ createdAt: longAgo })], nextCursor: null },
  },
};
const inSetup: Answers = {
  ...around,
  'GET /api/experts/:id': { json: { expert: anExpert({ status: 'PAUSED' }) } },
  'GET /api/experts/:id/checklist': {
    json: {
      steps: [
        { name: 'provider', isDone: true, detail: null },
        { name: 'number', isDone: true, detail: null },
        { name: 'webhook', isDone: false, detail: missing },
        { name: 'seen', isDone: false, detail: null },
        { name: 'answered', isDone: false, detail: null },
        { name: 'live', isDone: false, detail: null },
      ],
      canSetWebhook: true,
    },
  },
  'POST /api/test-draft': {
    json: {
      userMessage: aTestMessage({ createdAt: longAgo }),
      assistantMessage: aTestAnswer({ createdAt: longAgo }),
      response: { processingTimeMs: 1_840 },
    },
  },
};

async function tryDraft(page: Page): Promise<void> {
  await page.getByLabel('System prompt').fill('You teach maths, one step at a time.');
  const phone = page.getByRole('region', { name: 'Try Ada' });
  await phone.getByLabel('Write to Ada').fill('What is 15% of 80?');
  await phone.getByLabel('Write to Ada').press('Enter');
  await phone.getByText('15% of 80 is 12.').first().waitFor();
}

export const adminExpertPages: Screen[] = [
  {
    ...ofAdmin,
    name: 'admin-expert-page',
    caption: 'An expert before it goes live, and the phone that answers with its unsaved prompt',
    answers: inSetup,
    action: tryDraft,
    texts: ['Before people can text Ada', missing, 'Set webhook', 'Try it', '15% of 80 is 12.'],
  },
  {
    ...ofAdmin,
    // Not the expert whose prompt was typed but not saved.
    path: `/experts/${idOf(12)}`,
    name: 'admin-expert-page-archived',
    caption: 'An archived expert with a long name',
    title: `${longWord} · Sagewire`,
    heading: longWord,
    answers: {
      ...around,
      'GET /api/experts/:id': {
        json: {
          expert: anExpert({
            id: idOf(12),
            displayName: longWord,
            tagline: longTagline,
            description: longText,
            systemPrompt: longText,
            status: 'PAUSED',
            archivedAt: longAgo,
          }),
        },
      },
    },
    texts: ['Archived', 'Restore expert'],
  },
  {
    ...ofAdmin,
    name: 'admin-expert-page-loading',
    caption: 'An expert, loading',
    title: 'Expert · Sagewire',
    heading: null,
    answers: { 'GET /api/experts/:id': 'never' },
    texts: ['Loading the expert'],
  },
  {
    ...ofAdmin,
    name: 'admin-expert-page-error',
    caption: 'An expert that could not be loaded',
    title: 'Expert · Sagewire',
    heading: null,
    answers: { 'GET /api/experts/:id': broken },
    texts: ['Unable to load the expert'],
  },
  {
    ...ofAdmin,
    path: '/experts',
    title: 'Experts · Sagewire',
    heading: 'Experts',
    name: 'admin-experts-archived',
    caption: 'Archived experts, below the others',
    answers: {
      'GET /api/experts': {
        json: {
          experts: [
            anExpert(),
            anExpert({
              id: idOf(11),
              displayName: 'Ivo',
              status: 'PAUSED',
              archivedAt: longAgo,
            }),
          ],
        },
      },
    },
    action: (page) => page.getByText('Archived (1)').click(),
    texts: ['Ivo'],
  },
];

const ofUser = {
  who: 'nora',
  path: '/user/experts/ada',
  title: 'Ada · Sagewire',
  heading: 'Ada',
} as const;

export const userExpertPages: Screen[] = [
  {
    ...ofUser,
    name: 'user-expert',
    caption: 'An expert',
    answers: {
      'GET /api/experts/public': {
        json: {
          experts: [
            aPublicExpert({
              category: 'School',
              sampleQuestions: [
                { text: 'What is 15% of 80?', link: 'sms:+12025550100' },
                { text: 'How do fractions work?', link: null },
              ],
            }),
          ],
        },
      },
    },
    texts: ['All experts', 'Numbers, gently', 'How do fractions work?', 'Connect Now'],
  },
  {
    ...ofUser,
    name: 'user-expert-long',
    caption: 'An expert with a long name and texts',
    title: `${longWord} · Sagewire`,
    heading: longWord,
    answers: {
      'GET /api/experts/public': {
        json: {
          experts: [
            aPublicExpert({
              displayName: longWord,
              tagline: longTagline,
              description: longText,
              sampleQuestions: [{ text: longText.slice(0, 160), link: null }],
            }),
          ],
        },
      },
    },
  },
  {
    ...ofUser,
    path: '/user/experts/nobody',
    name: 'user-expert-missing',
    caption: 'An expert that does not exist',
    title: 'Expert · Sagewire',
    heading: 'Expert',
    texts: ['Expert not found', 'Find your expert'],
  },
  {
    ...ofUser,
    name: 'user-expert-loading',
    caption: 'An expert, loading',
    title: 'Expert · Sagewire',
    heading: 'Expert',
    answers: { 'GET /api/experts/public': 'never' },
    texts: ['Loading the expert'],
  },
  {
    ...ofUser,
    name: 'user-expert-error',
    caption: 'An expert that could not be loaded',
    title: 'Expert · Sagewire',
    heading: 'Expert',
    answers: { 'GET /api/experts/public': broken },
    texts: ['Unable to load this expert'],
  },
];
