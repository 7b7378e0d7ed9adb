import type { Page } from 'playwright-core';
import {
  anExpert,
  aTestAnswer,
  aTestConversation,
  aTestMessage,
  aVerdict,
} from '#test/web/fixtures.ts';
import { testedEvidence } from './evidence-screens.ts';
import { broken, idOf, longAgo, longText } from './samples.ts';
import type { Section } from './screen.ts';

const testing = {
  who: 'admin',
  path: '/ai-testing',
  title: 'AI Testing · Sagewire',
  heading: 'AI Testing',
} as const;
const tests = [
  aTestConversation({
    lastMessageAt: longAgo,
    messages: [
      aTestMessage({ createdAt: longAgo }),
      aTestAnswer({ createdAt: longAgo }),
      aTestMessage({
        createdAt: longAgo,
        body: 'Which horse wins?',
        verdict: aVerdict({ isAllowed: false, reason: 'It is not about maths.' }),
      }),
      aTestAnswer({ createdAt: longAgo, body: 'Ask me about maths.', aiMeta: null }),
    ],
  }),
  aTestConversation({
    id: idOf(51),
    title: longText,
    lastMessageAt: longAgo,
    messages: [aTestMessage({ body: longText, createdAt: longAgo })],
  }),
];

export const adminTesting: Section = {
  title: 'For admins: AI testing',
  screens: [
    {
      ...testing,
      name: 'admin-testing',
      caption: 'Before an expert is chosen',
      texts: ['Choose an expert', 'Select an expert'],
    },
    {
      ...testing,
      name: 'admin-testing-new',
      caption: 'A new test',
      action: chooseAda,
      texts: ['Write to Ada', 'Your tests with Ada appear here.', 'gpt-5'],
    },
    {
      ...testing,
      name: 'admin-testing-history',
      caption: 'An earlier test, with a message that the validator rejected',
      answers: { 'GET /api/test-conversations': { json: { conversations: tests } } },
      action: async (page) => {
        await chooseAda(page);
        await page.getByRole('button', { name: 'What is 15% of 80?' }).click();
      },
      texts: ['Rejected by the validator: It is not about maths.', 'Ask me about maths.'],
    },
    {
      ...testing,
      name: 'admin-testing-crisis',
      caption: 'A message that a person would take over on the phone',
      answers: {
        'GET /api/test-conversations': {
          json: {
            conversations: [
              aTestConversation({
                lastMessageAt: longAgo,
                messages: [
                  aTestMessage({ createdAt: longAgo, body: 'I want to die', isCrisis: true }),
                  aTestAnswer({ createdAt: longAgo, body: 'I am sorry that it is so hard.' }),
                ],
              }),
            ],
          },
        },
      },
      action: async (page) => {
        await chooseAda(page);
        await page.getByRole('button', { name: 'What is 15% of 80?' }).click();
      },
      texts: ['on the phone, a person would take over'],
    },
    {
      ...testing,
      name: 'admin-testing-evidence',
      caption: 'An answer from the sources, and a question that they do not answer',
      answers: {
        'GET /api/test-conversations': {
          json: {
            conversations: [
              aTestConversation({ lastMessageAt: longAgo, messages: testedEvidence }),
            ],
          },
        },
      },
      action: async (page) => {
        await chooseAda(page);
        await page.getByRole('button', { name: 'What is 15% of 80?' }).click();
      },
      texts: ['Answered from its sources', 'Not in its sources', 'No-answer text'],
    },
    {
      ...testing,
      name: 'admin-testing-waiting',
      caption: 'Waiting for an answer',
      answers: { 'POST /api/test-message': 'never' },
      action: async (page) => {
        await chooseAda(page);
        await page.getByLabel('Write to Ada').fill('What is 15% of 80?');
        await page.getByLabel('Write to Ada').press('Enter');
      },
      texts: ['Ada is answering'],
    },
    {
      ...testing,
      name: 'admin-testing-invalid',
      caption: 'A message without an expert',
      action: async (page) => {
        await page.getByLabel('Write a test message').fill('Anybody there?');
        await page.getByRole('button', { name: 'Send' }).click();
      },
      texts: ['Please select an expert'],
    },
    {
      ...testing,
      name: 'admin-testing-loading',
      caption: 'AI testing, loading',
      answers: { 'GET /api/experts': 'never' },
      texts: ['Loading experts'],
    },
    {
      ...testing,
      name: 'admin-testing-empty',
      caption: 'No expert to test',
      answers: { 'GET /api/experts': { json: { experts: [] } } },
      texts: ['No experts yet', 'Go to Experts'],
    },
    {
      ...testing,
      path: `/ai-testing?expert=${anExpert().id}`,
      name: 'admin-testing-error',
      caption: 'Tests that could not be loaded',
      answers: {
        'GET /api/experts': { json: { experts: [anExpert({ status: 'PAUSED' })] } },
        'GET /api/test-conversations': broken,
      },
      texts: ['Failed to fetch conversations', 'Paused, but can be tested'],
    },
  ],
};

async function chooseAda(page: Page): Promise<void> {
  await page.getByLabel('Expert').click();
  await page.getByRole('option', { name: 'Ada' }).click();
}
