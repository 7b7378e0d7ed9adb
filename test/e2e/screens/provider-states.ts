import type { Page } from 'playwright-core';
import { aProvider } from '#test/web/fixtures.ts';
import { openDialog } from './actions.ts';
import { longAgo } from './samples.ts';
import type { Screen } from './screen.ts';

const providers = {
  who: 'admin',
  path: '/providers',
  title: 'AI Providers · Sagewire',
  heading: 'AI Providers',
} as const;
const reason = 'The AI provider had an error. (503 UNAVAILABLE)';

async function testConnection(page: Page): Promise<void> {
  await openDialog('Edit Sandbox AI', 'Edit Sandbox AI')(page);
  const dialog = page.getByRole('dialog', { name: 'Edit Sandbox AI' });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
}

export const providerStates: Screen[] = [
  {
    ...providers,
    name: 'admin-providers-down',
    caption: 'An AI provider that is down',
    answers: {
      'GET /api/providers': {
        json: {
          providers: [aProvider({ outage: { since: longAgo, nextTryAt: longAgo, reason } })],
        },
      },
    },
    texts: ['Down', reason, 'Next attempt with the next message.'],
  },
  {
    ...providers,
    name: 'admin-provider-testing',
    caption: 'An AI provider that is being tested',
    answers: { 'POST /api/providers/test': 'never' },
    action: testConnection,
    texts: ['Testing...', 'Waiting for an answer...'],
  },
  {
    ...providers,
    name: 'admin-provider-works',
    caption: 'An AI provider that works',
    action: testConnection,
    texts: ['It works. The sandbox answered, not OpenAI.'],
  },
  {
    ...providers,
    name: 'admin-provider-test-failed',
    caption: 'An AI provider with a wrong key',
    answers: {
      'POST /api/providers/test': {
        json: {
          ok: false,
          message: 'The AI provider refused the API key. (401 invalid_api_key, about the API key)',
          processingTimeMs: 212,
          model: 'gpt-5.6',
        },
      },
    },
    action: testConnection,
    texts: ['The AI provider refused the API key.', 'gpt-5.6 · 0.2 s'],
  },
];
