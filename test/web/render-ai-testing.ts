import { screen, within } from '@testing-library/react';
import type { TestMessageReply } from '#shared/api/ai-testing.ts';
import {
  anAdmin,
  anExpert,
  aProvider,
  aTestAnswer,
  aTestConversation,
  aTestMessage,
} from './fixtures.ts';
import { renderApp } from './render.tsx';

export const ada = anExpert();

const sol = anExpert({ id: '01890000-0000-7000-8000-000000000011', displayName: 'Sol' });

export const call = 'POST /api/test-message';

export function answer(change: Partial<TestMessageReply> = {}): TestMessageReply {
  return {
    conversationId: aTestConversation().id,
    userMessage: aTestMessage(),
    assistantMessage: aTestAnswer(),
    response: { processingTimeMs: 1_840 },
    ...change,
  };
}

export function renderTesting({
  path = '/ai-testing',
  experts = [ada, sol],
  provider = aProvider(),
  conversations = [] as ReturnType<typeof aTestConversation>[],
} = {}) {
  const view = renderApp(path, anAdmin());
  view.api
    .on('GET /api/experts', { experts })
    .on('GET /api/providers', { providers: [provider] })
    .on('GET /api/test-conversations', { conversations })
    .on('POST /api/test-message', answer());
  return view;
}

export type View = ReturnType<typeof renderTesting>;

export const withAda = (options: Parameters<typeof renderTesting>[0] = {}) =>
  renderTesting({ path: `/ai-testing?expert=${ada.id}`, ...options });

export async function choose({ user }: View, name: string) {
  (await screen.findByRole('combobox', { name: 'Expert' })).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name }));
}

export const findField = (name = 'Write to Ada') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name });

export const send = async ({ user }: View, text: string) =>
  user.type(await findField(), `${text}{Enter}`);

export const findMessages = async () =>
  within(await screen.findByRole('region', { name: 'Messages' }));
