import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { TestMessageReply, TestMessageRequest } from '#shared/api/ai-testing.ts';
import type { Provider } from '#shared/api/providers.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import {
  anAdmin,
  anExpert,
  aProvider,
  aTestAnswer,
  aTestConversation,
  aTestMessage,
  aVerdict,
} from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const ada = anExpert();
const sol = anExpert({ id: '01890000-0000-7000-8000-000000000011', displayName: 'Sol' });
const call = 'POST /api/test-message';

function answer(change: Partial<TestMessageReply> = {}): TestMessageReply {
  return {
    conversationId: aTestConversation().id,
    userMessage: aTestMessage(),
    assistantMessage: aTestAnswer(),
    response: { processingTimeMs: 1_840 },
    ...change,
  };
}

function renderTesting({
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

type View = ReturnType<typeof renderTesting>;

const withAda = (options: Parameters<typeof renderTesting>[0] = {}) =>
  renderTesting({ path: `/ai-testing?expert=${ada.id}`, ...options });

async function choose({ user }: View, name: string) {
  (await screen.findByRole('combobox', { name: 'Expert' })).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name }));
}

const findField = (name = 'Write to Ada') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const send = async ({ user }: View, text: string) => user.type(await findField(), `${text}{Enter}`);
const findMessages = async () => within(await screen.findByRole('region', { name: 'Messages' }));
const findHistory = async () =>
  within(await screen.findByRole('region', { name: 'Test conversations' }));

describe('AI Testing', () => {
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

  it('announces the answer to screen readers', async () => {
    const view = withAda();
    await send(view, 'Hello');
    const announcement = await screen.findByText('Ada: 15% of 80 is 12.');
    expect(announcement.getAttribute('aria-live')).toBe('polite');
  });

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

describe('the provider', () => {
  it('is shown with its settings', async () => {
    withAda();
    expect(await screen.findByText('gpt-5')).toBeDefined();
    expect(screen.getByText('0.7')).toBeDefined();
    expect(screen.getByText('4096')).toBeDefined();
  });

  it('shows 2048 tokens by default', async () => {
    const { maxTokens: _, ...config } = aProvider().config;
    withAda({ provider: aProvider({ config: config as Provider['config'] }) });
    expect(await screen.findByText('2048')).toBeDefined();
  });

  it('is shown as inactive, and its expert as paused', async () => {
    const paused = anExpert({ status: 'PAUSED' });
    const view = withAda({ experts: [paused], provider: aProvider({ isActive: false }) });
    expect(await screen.findByText('Paused, but can be tested')).toBeDefined();
    expect(
      await screen.findByText("The AI provider is inactive, so the expert can't answer."),
    ).toBeDefined();
    await choose(view, 'Ada (paused)');
  });

  it('can be retried when it could not be loaded', async () => {
    const view = withAda();
    view.api.on('GET /api/providers', failWith(500, 'Oops'));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    view.api.on('GET /api/providers', { providers: [aProvider()] });
    await view.user.click(retry);
    expect(await screen.findByText('gpt-5')).toBeDefined();
  });
});

describe('test conversations', () => {
  const long = aTestConversation({
    title: 'Percentages',
    messageCount: 8,
    messages: Array.from({ length: 8 }, (_, index) =>
      index % 2 ? aTestAnswer({ body: `Answer ${index}` }) : aTestMessage({ body: `Ask ${index}` }),
    ),
  });

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
