import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAnnounced } from '#test/web/announced.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aTestAnswer, aTestConversation, aTestMessage, aVerdict } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import {
  ada,
  answer,
  call,
  choose,
  findField,
  findMessages,
  renderTesting,
  send,
  withAda,
} from '#test/web/render-ai-testing.ts';

describe('AI Testing', () => {
  // spec: 5.25 5.26
  it('asks for an expert and a message before it sends', async () => {
    const view = renderTesting();
    expect(await screen.findByRole('heading', { name: 'Choose an expert' })).toBeDefined();
    await view.user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByText('Please select an expert')).toBeDefined();
    expect(screen.getByText('Please enter a message')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Expert' }));

    await view.user.type(await findField('Write a test message'), 'Hello');
    expect(screen.queryByText('Please enter a message')).toBeNull();
    await choose(view, 'Ada');
    expect(screen.queryByText('Please select an expert')).toBeNull();
    expect(await findField()).toHaveProperty('value', 'Hello');

    await view.user.clear(await findField());
    await view.user.type(await findField(), '  ');
    await view.user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByText('Please enter a message')).toBeDefined();
    expect(document.activeElement).toBe(await findField());
    expect(view.api.bodiesOf(call)).toEqual([]);
  });

  // spec: 1.2 2.14
  it('sends on Enter and shows the answer, with its details on demand', async () => {
    const view = renderTesting();
    await choose(view, 'Ada');
    await send(view, 'What is 15% of 80?');
    const messages = await findMessages();
    expect(await messages.findByText('15% of 80 is 12.')).toBeDefined();
    expect(messages.getByText('What is 15% of 80?')).toBeDefined();
    expect(messages.queryByText(/OpenAI/)).toBeNull();
    await view.user.click(messages.getByRole('button', { name: 'AI details' }));
    expect(messages.getByText('OpenAI · 1.8 s · 212 tokens')).toBeDefined();
    expect(view.api.bodiesOf(call)).toEqual([
      { expertId: ada.id, message: 'What is 15% of 80?', conversationHistory: [] },
    ]);
    expect(await findField()).toHaveProperty('value', '');
    expect(window.location.search).toBe(`?expert=${ada.id}`);
  });

  it.each([
    ['Chrome', { isComposing: true }],
    ['Safari', { isComposing: false }],
  ])('does not send on the Enter that confirms a word in %s', async (_, order) => {
    const view = withAda();
    await view.user.type(await findField(), '変換');
    fireEvent.keyDown(await findField(), { key: 'Enter', keyCode: 229, ...order });
    expect(await findField()).toHaveProperty('value', '変換');
    expect(view.api.bodiesOf(call)).toEqual([]);
  });

  it('inserts a new line on Shift+Enter', async () => {
    const view = withAda();
    await view.user.type(await findField(), 'One{Shift>}{Enter}{/Shift}Two');
    expect(await findField()).toHaveProperty('value', 'One\nTwo');
    expect(view.api.bodiesOf(call)).toEqual([]);
  });

  it('shows the message while it is being answered', async () => {
    const view = withAda();
    view.api.on('POST /api/test-message', neverAnswer());
    await send(view, 'Hello');
    const messages = await findMessages();
    expect(messages.getByText('Hello')).toBeDefined();
    expect(messages.getByText('Ada is answering')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveProperty('disabled', true);
    // A draft stays while the answer is on its way.
    await send(view, 'And');
    expect(view.api.bodiesOf(call)).toHaveLength(1);
    expect(await findField()).toHaveProperty('value', 'And');
  });

  it('announces the answer to screen readers', async () => {
    const view = withAda();
    await send(view, 'Hello');
    const said = 'Ada: 15% of 80 is 12.';
    await waitFor(() => expect(listAnnounced('polite')).toContain(said));
  });

  // spec: 8.3
  it.each([
    ['with its reason', failWith(502, 'The model took too long.'), 'The model took too long.'],
    ['without one', failWith(500, ''), 'There was an error sending your message.'],
  ])('keeps the draft when sending fails, %s', async (_what, failure, description) => {
    const view = withAda();
    view.api.on('POST /api/test-message', failure);
    await send(view, 'Hello');
    const toast = await findToast('Failed to send message');
    expect(within(toast).getByText(description)).toBeDefined();
    expect(await findField()).toHaveProperty('value', 'Hello');
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
  });

  it('shows the verdict, and keeps rejected messages from the model', async () => {
    const view = withAda();
    view.api.on(
      'POST /api/test-message',
      answer({
        userMessage: aTestMessage({
          body: 'Which weapon?',
          verdict: aVerdict({ isAllowed: false, reason: 'It is about weapons.' }),
        }),
        assistantMessage: aTestAnswer({ body: 'Only maths, please.', aiMeta: null }),
      }),
    );
    await send(view, 'Which weapon?');
    const messages = await findMessages();
    await messages.findByText('Only maths, please.');
    expect(messages.getByText(/Rejected by the validator: It is about weapons./)).toBeDefined();
    expect(messages.getByText(/Rejected message, sent without calling the model/)).toBeDefined();

    view.api.on(
      'POST /api/test-message',
      answer({
        userMessage: aTestMessage({ verdict: aVerdict({ reason: 'Maths.' }), isCrisis: true }),
      }),
    );
    await send(view, 'Fine');
    expect(await messages.findByText(/Allowed by the validator: Maths./)).toBeDefined();
    expect(messages.getAllByText(/a person would take over/)).toHaveLength(1);
    expect(view.api.bodiesOf(call)[1]).toMatchObject({
      conversationHistory: [],
      conversationId: aTestConversation().id,
    });
  });
});

describe('without experts to test', () => {
  it('links to Experts', async () => {
    renderTesting({ experts: [] });
    const link = await screen.findByRole('link', { name: 'Go to Experts' });
    expect(link.getAttribute('href')).toBe('/experts');
  });

  it('shows an error and retries', async () => {
    const { api, user } = renderTesting();
    api.on('GET /api/experts', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load experts')).toBeDefined();
    api.on('GET /api/experts', { experts: [ada] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Expert' })).toBeDefined();
  });

  it('shows placeholders while they load', async () => {
    renderTesting().api.on('GET /api/experts', neverAnswer());
    expect(await screen.findByText('Loading experts')).toBeDefined();
    expect(document.title).toBe('AI Testing · Sagewire');
  });
});
