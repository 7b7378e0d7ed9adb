import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TestMessageRequest } from '#shared/api/ai-testing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aTestAnswer, aTestConversation, aTestMessage } from '#test/web/fixtures.ts';
import { ada, call, findMessages, send, withAda } from '#test/web/render-ai-testing.ts';

const findHistory = async () =>
  within(await screen.findByRole('region', { name: 'Test conversations' }));

describe('test conversations', () => {
  const long = aTestConversation({
    title: 'Percentages',
    messageCount: 8,
    messages: Array.from({ length: 8 }, (_, index) =>
      index % 2 ? aTestAnswer({ body: `Answer ${index}` }) : aTestMessage({ body: `Ask ${index}` }),
    ),
  });

  // spec: 2.14 7.32 9.13
  it('are listed with their last 6 messages', async () => {
    const { api } = withAda({ conversations: [long] });
    const history = await findHistory();
    expect(await history.findByRole('button', { name: 'Percentages' })).toBeDefined();
    const lines = history.getAllByText(/^(You|Ada): /).map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'You: Ask 2',
      'Ada: Answer 3',
      'You: Ask 4',
      'Ada: Answer 5',
      'You: Ask 6',
      'Ada: Answer 7',
    ]);
    expect(history.getByText('2 earlier messages')).toBeDefined();
    expect(history.getByText('Just now')).toBeDefined();
    const fetched = api.requests.find((request) => request.call === 'GET /api/test-conversations');
    expect(fetched?.query.get('expertId')).toBe(ada.id);
  });

  it('can be opened and continued', async () => {
    const view = withAda({ conversations: [long] });
    const item = await screen.findByRole('button', { name: 'Percentages' });
    await view.user.click(item);
    expect(item.getAttribute('aria-current')).toBe('true');
    const messages = await findMessages();
    expect(messages.getByText('Ask 0')).toBeDefined();
    await send(view, 'Go on');
    await messages.findByText('15% of 80 is 12.');
    const [body] = view.api.bodiesOf(call) as [TestMessageRequest];
    expect(body).toMatchObject({ conversationId: long.id, message: 'Go on' });
    expect(body.conversationHistory).toHaveLength(8);
  });

  it('are refetched after each answer', async () => {
    const view = withAda();
    expect(await screen.findByText('Your tests with Ada appear here.')).toBeDefined();
    view.api.on('GET /api/test-conversations', { conversations: [aTestConversation()] });
    await send(view, 'What is 15% of 80?');
    const history = await findHistory();
    const item = await history.findByRole('button', { name: 'What is 15% of 80?' });
    expect(item.getAttribute('aria-current')).toBe('true');
  });

  // spec: 8.5
  it("show an error when they can't be fetched, and can be retried", async () => {
    const view = withAda();
    view.api.on('GET /api/test-conversations', failWith(500, 'Oops'));
    const history = await findHistory();
    expect(await history.findByText('Failed to fetch conversations')).toBeDefined();
    // Testing still works.
    await send(view, 'Hello');
    expect(await (await findMessages()).findByText('15% of 80 is 12.')).toBeDefined();
    view.api.on('GET /api/test-conversations', { conversations: [long] });
    await view.user.click(await history.findByRole('button', { name: 'Try again' }));
    expect(await history.findByRole('button', { name: 'Percentages' })).toBeDefined();
  });

  it('show placeholders while they load', async () => {
    withAda().api.on('GET /api/test-conversations', neverAnswer());
    expect(await screen.findByText('Loading test conversations')).toBeDefined();
  });
});
