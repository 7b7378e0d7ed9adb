import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { TestMessageRequest } from '#shared/api/ai-testing.ts';
import { aTestAnswer, aTestConversation, aTestMessage } from '#test/web/fixtures.ts';
import {
  ada,
  answer,
  call,
  choose,
  findField,
  findMessages,
  send,
  withAda,
} from '#test/web/render-ai-testing.ts';

describe('AI Testing', () => {
  // spec: 7.31
  it('continues the conversation, and starts a new one on demand', async () => {
    const view = withAda();
    await send(view, 'What is 15% of 80?');
    const messages = await findMessages();
    await messages.findByText('15% of 80 is 12.');
    const next = { body: 'And 20%?' };
    view.api.on(
      'POST /api/test-message',
      answer({
        userMessage: aTestMessage(next),
        assistantMessage: aTestAnswer({ body: 'That is 16.' }),
      }),
    );
    await send(view, 'And 20%?');
    await messages.findByText('That is 16.');
    expect(messages.getByText('15% of 80 is 12.')).toBeDefined();
    expect(view.api.bodiesOf(call)[1]).toEqual({
      expertId: ada.id,
      message: 'And 20%?',
      conversationId: aTestConversation().id,
      conversationHistory: [
        { role: 'user', content: 'What is 15% of 80?' },
        { role: 'assistant', content: '15% of 80 is 12.' },
      ],
    });

    await view.user.click(screen.getByRole('button', { name: 'New conversation' }));
    expect(document.activeElement).toBe(await findField());
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
    expect(screen.getByRole('button', { name: 'New conversation' })).toHaveProperty(
      'disabled',
      true,
    );
    await send(view, 'Hello');
    await findMessages();
    expect(view.api.bodiesOf(call)[2]).toEqual({
      expertId: ada.id,
      message: 'Hello',
      conversationHistory: [],
    });
  });

  it('adds an answer to its own conversation, whichever is open', async () => {
    const [one, two] = [
      aTestConversation({ title: 'One' }),
      aTestConversation({ id: '01890000-0000-7000-8000-000000000051', title: 'Two' }),
    ];
    const view = withAda({ conversations: [one, two] });
    const item = (title: string) => screen.findByRole('button', { name: title });
    let answerNow = (_reply: Response) => {};
    const { fetch: callApi } = view.api;
    vi.stubGlobal('fetch', (...args: Parameters<typeof callApi>) =>
      String(args[0]) === '/api/test-message'
        ? new Promise<Response>((resolve) => {
            answerNow = resolve;
          })
        : callApi(...args),
    );
    await view.user.click(await item('One'));
    await send(view, 'Slow question');
    await view.user.click(await item('Two'));
    const messages = await findMessages();
    expect(messages.queryByText('Ada is answering')).toBeNull();
    await view.user.click(await item('One'));
    expect(messages.getByText('Ada is answering')).toBeDefined();
    answerNow(Response.json(answer({ assistantMessage: aTestAnswer({ body: 'At last.' }) })));
    expect(await messages.findByText('At last.')).toBeDefined();
    await view.user.click(await item('Two'));
    expect(messages.queryByText('At last.')).toBeNull();
  });

  it('keeps the conversation and draft of each expert', async () => {
    const view = withAda();
    await send(view, 'Hello');
    await (await findMessages()).findByText('15% of 80 is 12.');
    await view.user.type(await findField(), 'Not sent');
    await choose(view, 'Sol');
    expect(await screen.findByRole('heading', { name: 'Write to Sol' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
    await choose(view, 'Ada');
    expect((await findMessages()).getByText('15% of 80 is 12.')).toBeDefined();
    expect(await findField()).toHaveProperty('value', 'Not sent');
  });

  it('sends no more history than fits', async () => {
    const messages = Array.from({ length: 30 }, (_, index) =>
      aTestMessage({ body: `${index} ${'x'.repeat(1_500)}` }),
    );
    const view = withAda({ conversations: [aTestConversation({ messages })] });
    await view.user.click(await screen.findByRole('button', { name: 'What is 15% of 80?' }));
    await send(view, 'Hello');
    await waitFor(() => expect(view.api.bodiesOf(call)).toHaveLength(1));
    const [{ conversationHistory: history = [] }] = view.api.bodiesOf(call) as [TestMessageRequest];
    expect(history.at(-1)?.content).toMatch(/^29 /);
    expect(history.length).toBeLessThan(30);
    expect(JSON.stringify(history).length).toBeLessThan(33_000);
  });
});
