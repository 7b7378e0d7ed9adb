import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import type { User } from '#shared/api/auth.ts';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import {
  aMessage,
  aNote,
  anAdmin,
  anAnswer,
  anAttachment,
  aThread,
  aUser,
  aVerdict,
  idOf,
} from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import { noteConnected, noteConnectionLost } from '#web/lib/live-connection.ts';

const { id } = aThread();
const path = `/api/threads/${id}`;

/** @param messages newest first, as the API gives them. */
function renderThread(messages: Message[], thread: Partial<Thread> = {}, as: User = anAdmin()) {
  const view = renderApp(as.role === 'ADMIN' ? `/?thread=${id}` : `/threads/${id}`, as);
  const reply = { thread: aThread(thread), messages, nextCursor: null };
  view.api.on('GET /api/threads', { threads: [reply.thread], nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', reply);
  return view;
}

const subtitle = () => document.querySelector('header p')?.textContent;
const navigate = (path: string) => act(() => go(path));

const bubbles = async () => {
  const region = await screen.findByRole('region', { name: 'Messages' });
  return within(region).getAllByRole('listitem');
};

describe('colleagues in a thread', () => {
  const presence = `${path}/presence`;
  const team = [
    { id: idOf(71), name: 'Ana' },
    { id: idOf(72), name: 'Ben' },
    { id: idOf(73), name: 'Cy' },
  ];
  const at = (index: number, isWriting = false) => ({ id: team[index]?.id ?? '', isWriting });

  it('are named while they look or write', async () => {
    const { api } = renderThread([aMessage()]);
    api.on('GET /api/threads/assignees', { assignees: team });
    api.on('POST /api/threads/:id/presence', { present: [at(0)] });
    const send = api.openEvents();
    await bubbles();
    const bar = (await screen.findByText(/Ana is looking/)).closest('p');
    expect(bar?.textContent).toBe('Ada answers · Ana is looking');
    send({ type: 'presence', threadId: id, present: [at(0, true), at(1), at(2)] });
    await screen.findByText(/Ana is writing/);
    expect(bar?.textContent).toBe('Ada answers · Ana is writing · Ben and Cy are looking');
    send({ type: 'presence', threadId: id, present: [] });
    await waitFor(() => expect(bar?.textContent).toBe('Ada answers'));
  });

  it('hear of what one does oneself: looking, writing at most every 3 s, sent, left', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('POST /api/threads/:id/presence', { present: [] });
    api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'b', body: 'Hi' }) });
    const doings = () =>
      api.bodiesOf(`POST ${presence}`).map((body) => (body as { doing: string }).doing);
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'Hi there');
    expect(doings()).toEqual(['looking', 'writing']);
    await user.keyboard('{Enter}');
    await findToast('Message sent');
    expect(doings()).toEqual(['looking', 'writing', 'looking']);
    navigate('/settings');
    await waitFor(() => expect(doings().at(-1)).toBe('left'));
  });

  it('are not asked about by the person', async () => {
    const { api } = renderThread([aMessage()], {}, aUser());
    api.on('POST /api/threads/:id/presence', { present: [at(0)] });
    await screen.findByLabelText('Write to Ada');
    expect(api.bodiesOf(`POST ${presence}`)).toEqual([]);
  });
});

describe('messages of a thread', () => {
  it('are shown to a user at /threads/{id}, with its title and expert', async () => {
    const { api } = renderThread(
      [
        aMessage({ id: 'b', body: 'Start with halves.', direction: 'outbound', origin: 'ai' }),
        aMessage({ id: 'a', body: 'Where do we start?' }),
      ],
      {},
      aUser(),
    );
    const [question, answer, ...more] = (await bubbles()).map(({ textContent }) => textContent);
    expect(question).toContain('Where do we start?');
    expect(answer).toContain('Start with halves.');
    expect(more).toEqual([]);
    expect(screen.getByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
    expect(subtitle()).toBe('with Ada · SMS');
    expect(document.title).toBe('Fractions, patiently · Sagewire');
    expect(api.callsOf(`GET ${path}/messages`)).toHaveLength(1);
  });

  it('are listed oldest first, grouped by writer and minute, under their day', async () => {
    const at = (minute: number) => new Date(2026, 0, 5, 9, minute, 10).toISOString();
    renderThread([
      aMessage({ id: 'c', body: 'Third', createdAt: at(2) }),
      aMessage({ id: 'b', body: 'Second', createdAt: at(1) }),
      aMessage({ id: 'a', body: 'First', createdAt: at(1) }),
    ]);
    const [first, second, third] = (await bubbles()).map((bubble) => bubble.textContent);
    expect(first).toContain('January 5');
    expect(first).toContain('First');
    expect(first?.match(/9:01/g)).toHaveLength(1);
    expect(second?.match(/9:01/g)).toHaveLength(2);
    expect(third).toContain('Third');
  });

  it.each([
    ['queued', null, 'Queued'],
    ['sending', null, 'Sending'],
    ['uncertain', null, 'Sending'],
    ['sent', null, 'Sent'],
    ['delivered', null, 'Delivered'],
    ['read', null, 'Read'],
    ['failed', 'The phone could not be reached.', 'Not delivered: The phone could not be reached.'],
  ] as const)('label a text that is %s', async (state, reason, label) => {
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', delivery: { state, reason } })]);
    expect(await screen.findByText(label)).toBeDefined();
  });

  it.each([
    ['reaction', '👍', 'Reaction to: Five sixths.'],
    ['words', 'Why?', 'Reply to: Five sixths.'],
  ] as const)('show what a message with %s refers to', async (content, body, label) => {
    const quoted = { id: 'q', body: 'Five sixths.' };
    renderThread([aMessage({ body, content, quoted })]);
    expect((await bubbles())[0]?.textContent).toContain(label);
  });

  it('show the delivery of the last text, and of earlier ones that did not arrive', async () => {
    const sentAt = (minute: number) => new Date(2026, 0, 5, 9, minute).toISOString();
    const text = (minute: number, state: 'delivered' | 'failed') =>
      aMessage({
        id: String(minute),
        direction: 'outbound',
        origin: 'ai',
        createdAt: sentAt(minute),
        delivery: { state, reason: null },
      });
    renderThread([
      aMessage({ id: 'in', createdAt: sentAt(4) }),
      text(3, 'delivered'),
      text(2, 'failed'),
      text(1, 'delivered'),
    ]);
    const labels = (await bubbles()).map(
      ({ textContent }) => /Not delivered|Delivered/.exec(textContent ?? '')?.[0],
    );
    expect(labels).toEqual([undefined, 'Not delivered', 'Delivered', undefined]);
  });

  it('follow the direction of their text, and enlarge emoji on their own', async () => {
    renderThread([aMessage({ id: 'b', body: '👍🏽' }), aMessage({ id: 'a', body: 'مرحبا' })]);
    expect((await screen.findByText('مرحبا')).dir).toBe('auto');
    expect(screen.getByText('👍🏽').className).toContain('text-3xl');
  });

  it.each([
    ['refused', 'content', '', 'Not answered: no text, and no picture that could be read'],
    ['refused', 'credit', 'Hi', 'Not answered: no messages left'],
    ['refused', 'validator', 'Hi', 'Rejected by the validator'],
    ['refused', 'paused', 'Hi', 'Not answered: the expert is paused'],
    ['refused', 'opted-out', 'Hi', 'Not answered: this person opted out'],
  ] as const)(
    'tell admins why there is no answer (%s by %s)',
    async (state, guard, body, label) => {
      renderThread([aMessage({ body, answer: anAnswer({ state, guard }) })]);
      expect(await screen.findByText(label)).toBeDefined();
    },
  );

  it.each([
    ['STOP', 'STOP,', 'Opted out'],
    ['STOP', 'No more texts', 'Opted out'],
    ['START', 'Unstop', 'Opted in'],
    ['YES', 'Yes!', 'Replied YES'],
    ['HELP', 'Help…', 'Asked for help'],
    ['HELP', 'Talk to someone', 'Asked for help'],
  ] as const)('tell admins that %s was read from "%s"', async (keyword, body, label) => {
    const answer = anAnswer({ state: 'recorded', guard: 'keyword', keyword });
    renderThread([aMessage({ body, answer })]);
    // A filter above the list is called Opted out, too.
    const [bubble] = await bubbles();
    expect(within(bubble as HTMLElement).getByText(label)).toBeDefined();
  });

  it('show their pictures at their final size, and larger on a click', async () => {
    const { api, user } = renderThread([
      aMessage({
        body: '',
        attachments: [anAttachment({ width: 1024, height: 512 }), anAttachment({ id: idOf(51) })],
      }),
    ]);
    api.on('GET /api/threads/:id/attachments/:attachmentId', new Blob(['a picture']));
    const name = 'Picture 1 of 2 from +1 202 555 0143';
    const small = await screen.findByRole('button', { name: `${name}, show larger` });
    expect(small.style).toMatchObject({ width: '260px', height: '130px' });
    await user.click(small);
    const dialog = await screen.findByRole('dialog', { name });
    expect(within(dialog).getByRole('img', { name })).toBeDefined();
  });

  it('reserve room for a picture that is loading, and say whose it is', async () => {
    const message = aMessage({ body: 'Look', attachments: [anAttachment()] });
    const { api } = renderThread([message], {}, aUser());
    api.on('GET /api/threads/:id/attachments/:attachmentId', neverAnswer());
    const button = await screen.findByRole('button', { name: 'Picture from you, loading' });
    expect(button.style).toMatchObject({ width: '64px', height: '48px' });
    expect(screen.getByText('Look')).toBeDefined();
  });

  it('let the reader retry a picture that failed to load', async () => {
    const { api, user } = renderThread([aMessage({ attachments: [anAttachment()] })]);
    api.on('GET /api/threads/:id/attachments/:attachmentId', failWith(500, 'Oh'));
    const again = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/threads/:id/attachments/:attachmentId', new Blob(['a picture']));
    await user.click(again);
    const name = 'Picture from +1 202 555 0143, show larger';
    expect(await screen.findByRole('button', { name })).toBeDefined();
  });

  it.each([
    ['waiting', null, 'A picture is loading.'],
    ['failed', 'The picture could not be loaded.', 'The picture could not be loaded.'],
  ] as const)('say why a picture is missing (%s)', async (state, reason, text) => {
    const size = { width: null, height: null };
    renderThread([aMessage({ attachments: [anAttachment({ state, reason, ...size })] })]);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it.each([
    [10_000, false, null],
    [10_001, false, 'Only the first 10,000 characters were read.'],
    [60_000, true, 'Only the first 10,000 characters were read. The end was too long to keep.'],
  ])('say how much of a text of %i characters was read', async (length, isCut, note) => {
    renderThread([aMessage({ body: 'x'.repeat(length), isCut })]);
    expect(await screen.findByText(/^x+$/)).toBeDefined();
    expect(screen.queryByText(/were read/)?.textContent ?? null).toBe(note);
  });

  it.each([
    [1, '1 segment'],
    [3, '3 segments'],
  ])('tell admins how many segments the carrier counts (%i)', async (segments, label) => {
    renderThread([aMessage({ segments })]);
    expect(await screen.findByText(label)).toBeDefined();
  });

  it('tell admins which of them shared one reply', async () => {
    const answeredWithId = aMessage().id;
    renderThread([
      aMessage({ direction: 'outbound', origin: 'ai', body: 'Both are 4.', id: 'c' }),
      aMessage({ body: 'And 3 + 1?', answer: anAnswer(), createdAt: '2026-11-20T10:09:00.000Z' }),
      aMessage({
        id: 'a',
        body: 'What is 2 + 2?',
        createdAt: '2026-11-20T10:00:00.000Z',
        answer: anAnswer({ answeredWithId }),
      }),
    ]);
    expect(await screen.findByText('Answered together with the texts after it')).toBeDefined();
  });

  it('tell admins what failed', async () => {
    const failures = [{ at: aMessage().createdAt, kind: 'timeout', detail: 'It took too long.' }];
    renderThread([aMessage({ answer: anAnswer({ state: 'failed', failures }) })]);
    expect(await screen.findByText('Not answered: It took too long.')).toBeDefined();
  });

  it('let admins retry a failed answer or delivery', async () => {
    const failures = [{ at: aMessage().createdAt, kind: 'timeout', detail: 'It took too long.' }];
    const asked = aMessage({ id: idOf(61), answer: anAnswer({ state: 'failed', failures }) });
    const delivery = { state: 'failed', reason: 'The phone is off.' } as const;
    const reply = aMessage({ id: idOf(62), direction: 'outbound', origin: 'ai', delivery });
    const { user, api } = renderThread([reply, asked]);
    const call = (messageId: string) => `POST ${path}/messages/${messageId}/replay` as const;
    const again = [{ at: aMessage().createdAt, kind: 'replayed', detail: 'By an admin.' }];
    const waiting = { ...asked, answer: anAnswer({ state: 'waiting', failures: again }) };
    api.on('POST /api/threads/:id/messages/:messageId/replay', () => {
      const messages = [reply, waiting];
      api.on('GET /api/threads/:id/messages', { thread: aThread(), messages, nextCursor: null });
      return { message: waiting };
    });
    await user.click(await screen.findByRole('button', { name: 'Answer again' }));
    expect(await screen.findByText('Trying again')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Answer again' })).toBeNull();
    const refusal =
      'This person has opted out of texts from Ada. Only they can opt back in, by texting START.';
    api.on('POST /api/threads/:id/messages/:messageId/replay', failWith(422, refusal));
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect((await findToast('Retry failed')).textContent).toContain(refusal);
    const calls = api.requests.map((request) => request.call);
    expect(calls).toContain(call(asked.id));
    expect(calls).toContain(call(reply.id));
  });

  it('let admins have a picture read that was over the limit', async () => {
    const skipped = anAttachment({ state: 'skipped', reason: 'This picture was not loaded.' });
    const answer = anAnswer({ state: 'refused', guard: 'picture-limit' });
    renderThread([aMessage({ attachments: [skipped], answer })]);
    expect(await screen.findByText('This picture was not loaded.')).toBeDefined();
    expect(screen.getByText('Not answered: too many pictures in a day')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Answer again' })).toBeDefined();
  });

  it('offer users no retry', async () => {
    const delivery = { state: 'failed', reason: 'The phone is off.' } as const;
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', delivery })], {}, aUser());
    expect(await screen.findByText('Not delivered: The phone is off.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('let admins retry no text to an opted-out phone, but answers to the dashboard', async () => {
    const delivery = { state: 'failed', reason: 'They have closed it.' } as const;
    const failed = anAnswer({ state: 'failed' });
    renderThread(
      [
        aMessage({ id: idOf(63), origin: 'web', answer: failed }),
        aMessage({ id: idOf(62), direction: 'outbound', origin: 'ai', delivery }),
        aMessage({ id: idOf(61), answer: failed }),
      ],
      { isOptedOut: true },
    );
    expect(await screen.findByText('Not delivered: They have closed it.')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Answer again' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('show admins the AI details on demand', async () => {
    const tokenUsage = { input: 180, output: 32 };
    const aiMeta = { provider: 'openai', processingTimeMs: 1800, tokenUsage };
    const reply = aMessage({ direction: 'outbound', origin: 'ai', aiMeta, expertVersion: 3 });
    const { user } = renderThread([reply]);
    await user.click(await screen.findByRole('button', { name: 'AI details' }));
    expect(screen.getByText('OpenAI · 1.8 s · 212 tokens')).toBeDefined();
    expect(screen.getByRole('link', { name: 'version 3' }).getAttribute('href')).toBe(
      `/experts/${aThread().expert.id}?history=3`,
    );
  });

  it('show admins the fallback provider, why it answered, and that the answer was cut', async () => {
    const tokenUsage = { input: 180, output: 32 };
    const because = 'Main: The AI provider refused the API key. (401 Broken.)';
    const names = { provider: 'openai', providerName: 'Spare', model: 'gpt-5.6' };
    const cost = { processingTimeMs: 1800, tokenUsage };
    const aiMeta = { ...names, ...cost, fallbackBecause: because, isCut: true };
    const { user } = renderThread([aMessage({ direction: 'outbound', origin: 'ai', aiMeta })]);
    expect(await screen.findByText('Cut at Max tokens')).toBeDefined();
    expect(screen.getByText(/By the fallback provider/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'AI details' }));
    expect(screen.getByText('OpenAI · Spare · gpt-5.6 · 1.8 s · 212 tokens')).toBeDefined();
    expect(screen.getByText(because)).toBeDefined();
  });

  it('show admins the verdict and the failed attempts of a message that was answered', async () => {
    const failures = ['500', '503'].map((status, minute) => ({
      at: `2026-11-20T10:0${minute}:00.000Z`,
      kind: 'provider_down',
      detail: `The AI provider had an error. (${status})`,
    }));
    const verdict = aVerdict();
    const { user } = renderThread([
      aMessage({ id: idOf(42), answer: anAnswer({ verdict }) }),
      aMessage({ id: idOf(41), answer: anAnswer({ verdict, failures }) }),
    ]);
    const details = await screen.findByRole('button', { name: '2 failed attempts' });
    expect(screen.getByRole('button', { name: 'Allowed by the validator' })).toBeDefined();
    await user.click(details);
    expect(screen.getByText('Allowed by the validator: It is about maths.')).toBeDefined();
    expect(screen.getByText('OpenAI · gpt-5.6 · 0.8 s · 95 tokens')).toBeDefined();
    expect(screen.getByText(/The AI provider had an error. \(503\)/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hide details' }));
    expect(screen.queryByText(/It is about maths/)).toBeNull();
  });

  it('show admins the fallback provider that validated, and why', async () => {
    const fallbackBecause = 'Main is down. The AI provider had an error. (503)';
    const names = { providerName: 'Spare', model: undefined, fallbackBecause };
    const verdict = aVerdict({ isAllowed: false, reason: 'Not maths.', ...names });
    const answer = anAnswer({ state: 'refused', guard: 'validator', verdict });
    const { user } = renderThread([aMessage({ answer })]);
    await user.click(await screen.findByRole('button', { name: 'Show details' }));
    expect(screen.getByText('Rejected by the validator: Not maths.')).toBeDefined();
    const validatedBy = 'By the fallback provider · OpenAI · Spare · 0.8 s · 95 tokens';
    expect(screen.getByText(validatedBy)).toBeDefined();
    expect(screen.getByText(fallbackBecause)).toBeDefined();
  });

  it('say only once why the first provider did not validate', async () => {
    const detail = 'Main: The AI provider refused the API key. (401)';
    const verdict = aVerdict({ isAllowed: false, fallbackBecause: detail });
    const failures = [{ at: '2026-11-20T10:00:00.000Z', kind: 'credentials', detail }];
    const answer = anAnswer({ state: 'refused', guard: 'validator', verdict, failures });
    const { user } = renderThread([aMessage({ answer })]);
    await user.click(await screen.findByRole('button', { name: '1 failed attempt' }));
    expect(screen.getAllByText(/refused the API key/)).toHaveLength(1);
  });

  it.each([
    ['admins', undefined],
    ['users', aUser()],
  ])('show %s what a reply cites', async (_who, reader) => {
    const sources = [
      { url: 'https://www.who.int/hands', title: 'Hand hygiene' },
      { url: 'https://cdc.gov/soap', title: null },
    ];
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', sources })], {}, reader);
    const link = await screen.findByRole('link', { name: 'Hand hygiene' });
    expect(link.getAttribute('href')).toBe('https://www.who.int/hands');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link.closest('p')?.textContent).toBe('Sources: Hand hygiene (who.int), cdc.gov');
  });

  it('link web addresses and nothing else', async () => {
    renderThread([aMessage({ body: 'See https://example.com/a. Not javascript:alert(1)' })]);
    const [bubble] = await bubbles();
    const links = within(bubble as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/a']);
    expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    ['user', aUser()],
    ['admin', anAdmin()],
  ])('show a(n) %s that the expert is answering, while an answer is due', async (_, reader) => {
    const view = renderThread([aMessage({ isWaiting: true })], {}, reader);
    expect(await screen.findByText('Ada is answering')).toBeDefined();
    view.unmount();
    renderThread([aMessage({ body: 'STOP' })], {}, reader);
    expect(await bubbles()).toHaveLength(1);
    expect(screen.queryByText('Ada is answering')).toBeNull();
  });

  it('tell users which ones were not answered because no messages were left', async () => {
    renderThread([aMessage({ isUnpaid: true }), aMessage({ id: idOf(9) })], {}, aUser());
    expect(await screen.findAllByText('Not answered: no messages left')).toHaveLength(1);
  });

  it('show no day above the first message while older ones are not loaded', async () => {
    const { api } = renderThread([]);
    const reply = { thread: aThread(), messages: [aMessage()], nextCursor: 'older' };
    api.on('GET /api/threads/:id/messages', ({ query }) =>
      query.get('cursor') ? neverAnswer() : reply,
    );
    expect(await bubbles()).toHaveLength(1);
    expect(screen.queryByText('Today')).toBeNull();
  });

  it('load older messages, with a retry after a failure', async () => {
    const { api, user } = renderThread([]);
    const newest = { thread: aThread(), messages: [aMessage({ id: 'b' })], nextCursor: 'older' };
    const oldest = {
      ...newest,
      messages: [aMessage({ id: 'a', body: 'Oldest' })],
      nextCursor: null,
    };
    let isDown = true;
    api.on('GET /api/threads/:id/messages', ({ query }) => {
      if (!query.get('cursor')) return newest;
      return isDown ? failWith(502, 'Down') : oldest;
    });
    expect(await screen.findByText(/Unable to load earlier messages/)).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Oldest')).toBeDefined();
    expect(screen.getByText('Start of the conversation')).toBeDefined();
  });
});

it('says that the connection is lost, after a few seconds', async () => {
  renderThread([aMessage()]);
  await bubbles();
  vi.useFakeTimers();
  const note = () => screen.queryByText('No connection. New messages will appear once it is back.');
  act(noteConnectionLost);
  act(() => vi.advanceTimersByTime(4_999));
  expect(note()).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(note()).not.toBeNull();
  act(noteConnected);
  expect(note()).toBeNull();
  vi.useRealTimers();
});

describe('title of a thread', () => {
  it.each([
    ['Fractions, patiently', 'with Ada · SMS', '+1 202 555 0143 · with Ada'],
    ['Ada', 'SMS', '+1 202 555 0143'],
    ['+1 202 555 0143', 'with Ada · SMS', 'with Ada'],
  ])('%s is not repeated below', async (title, toUsers, toAdmins) => {
    const view = renderThread([aMessage()], { title }, aUser());
    await waitFor(() => expect(subtitle()).toBe(toUsers));
    view.unmount();
    renderThread([aMessage()], { title });
    await waitFor(() => expect(subtitle()).toBe(toAdmins));
  });

  const edit = async ({ user, api }: ReturnType<typeof renderThread>) => {
    api.on('PUT /api/threads/:id/title', { thread: aThread() });
    await user.click(await screen.findByRole('button', { name: /Fractions, patiently/ }));
    const field = screen.getByRole('textbox', { name: 'Conversation title' });
    await user.clear(field);
    return field;
  };
  const saved = ({ api }: ReturnType<typeof renderThread>) => api.bodiesOf(`PUT ${path}/title`);

  it.each(['{Enter}', '{Tab}'])('is saved by %s, once', async (key) => {
    const view = renderThread([aMessage()]);
    await view.user.type(await edit(view), `  Sixths ${key}`);
    await findToast('Title updated');
    expect(saved(view)).toEqual([{ title: 'Sixths' }]);
  });

  it.each(['Sixths{Escape}', '{Enter}', '   {Enter}', 'Fractions, patiently{Enter}'])(
    'is left alone by "%s"',
    async (keys) => {
      const view = renderThread([aMessage()]);
      await view.user.type(await edit(view), keys);
      expect(screen.getByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
      expect(saved(view)).toEqual([]);
      expect(window.location.search).toContain(id);
    },
  );

  it('reopens its field when saving fails, until Escape restores the old title', async () => {
    const view = renderThread([aMessage()]);
    const field = await edit(view);
    view.api.on('PUT /api/threads/:id/title', failWith(500, 'Oops'));
    // The old title must come back without a refetch.
    view.api.on('GET /api/threads/:id/messages', neverAnswer());
    await view.user.type(field, 'Sixths{Enter}');
    expect(within(await findToast('Update failed')).getByText('Oops')).toBeDefined();
    expect(await screen.findByDisplayValue('Sixths')).toBe(document.activeElement);
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
  });

  it('does not take the focus from another field', async () => {
    const view = renderThread([aMessage()]);
    const field = await edit(view);
    view.api.on('PUT /api/threads/:id/title', failWith(500, 'Oops'));
    await view.user.clear(field);
    await view.user.type(field, 'Sixths');
    const composer = screen.getByRole('textbox', { name: /^Write to/ });
    await view.user.click(composer);
    await screen.findByDisplayValue('Sixths');
    expect(document.activeElement).toBe(composer);
  });
});

describe('writing', () => {
  const sent = ({ api }: ReturnType<typeof renderThread>) => api.bodiesOf(`POST ${path}/messages`);
  const fieldFor = (label: string) =>
    screen.findByRole('textbox', { name: label }) as Promise<HTMLTextAreaElement>;
  const formOf = (kind: string) =>
    fieldFor(kind === 'note' ? 'Private note for the team' : 'Write to +1 202 555 0143 as Ada');
  const toggleNote = async ({ user }: ReturnType<typeof renderThread>) =>
    user.click(await screen.findByRole('button', { name: 'Note' }));

  it('sends on Enter, breaks lines on Shift+Enter, refuses blanks', async () => {
    const view = renderThread([aMessage()]);
    view.api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'new' }) });
    const field = await fieldFor('Write to +1 202 555 0143 as Ada');
    await view.user.type(field, '  {Enter}');
    expect(sent(view)).toEqual([]);
    await view.user.type(field, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await findToast('Message sent');
    expect(sent(view)).toEqual([{ body: 'One\ntwo' }]);
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('keeps the text when sending fails', async () => {
    const view = renderThread([aMessage()]);
    view.api.on('POST /api/threads/:id/messages', failWith(422, 'The window is closed'));
    const field = await fieldFor('Write to +1 202 555 0143 as Ada');
    await view.user.type(field, 'Hello');
    await view.user.click(screen.getByRole('button', { name: 'Send' }));
    const toast = await findToast('Failed to send message');
    expect(within(toast).getByText('The window is closed')).toBeDefined();
    expect(field.value).toBe('Hello');
  });

  it('shows a default reason when the server gives none', async () => {
    const view = renderThread([aMessage()]);
    view.api.on('POST /api/threads/:id/messages', failWith(500, ''));
    await view.user.type(await fieldFor('Write to +1 202 555 0143 as Ada'), 'Hello{Enter}');
    const toast = await findToast('Failed to send message');
    expect(within(toast).getByText('There was an error sending your message.')).toBeDefined();
  });

  it('counts characters and segments for admins, and stops at the limit', async () => {
    const view = renderThread([aMessage()]);
    const field = await fieldFor('Write to +1 202 555 0143 as Ada');
    expect(screen.getByText('160 left · 1 segment')).toBeDefined();
    await view.user.click(field);
    await view.user.paste('x'.repeat(161));
    expect(screen.getByText('145 left · 2 segments')).toBeDefined();
    await view.user.paste('x'.repeat(1440));
    expect(screen.getByText(/A message has at most 1600 characters/)).toBeDefined();
    await view.user.keyboard('{Enter}');
    expect(sent(view)).toEqual([]);
  });

  it('tells admins in the last hour how long the gateway still accepts texts', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const expert = { ...aThread().expert, channel: 'WHATSAPP' as const };
    const windowClosesAt = new Date(Date.now() + 90_000).toISOString();
    renderThread([aMessage()], { windowClosesAt, expert });
    expect(
      await screen.findByText('WhatsApp accepts your texts for 2 more minutes.'),
    ).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('WhatsApp accepts your texts for 1 more minute.')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    expect(
      screen.getByText(/^WhatsApp has accepted no texts to .* since .*You can write/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it.each([
    ['a user, who is answered here', aUser(), -60_000],
    ['an admin with hours left', anAdmin(), 2 * 3_600_000],
  ])('says nothing of that to %s', async (_, reader, leftMs) => {
    const windowClosesAt = new Date(Date.now() + leftMs).toISOString();
    renderThread([aMessage()], { windowClosesAt }, reader);
    expect(await screen.findByRole('button', { name: 'Send' })).toBeDefined();
    expect(screen.queryByText(/accepts your texts|accepted no texts/)).toBeNull();
  });

  it('tells admins who is waiting for a human, and for how long', async () => {
    const humanWantedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    renderThread([aMessage()], { humanWantedAt });
    const note = await screen.findByText(/asked for a human/);
    expect(note.textContent).toBe('+1 202 555 0143 asked for a human · 3h');
  });

  it('shows a crisis in red, in the list and above the composer, and how to answer', async () => {
    const riskAt = new Date('2026-11-21T21:04:00').toISOString();
    renderThread([aMessage()], { riskAt, humanWantedAt: riskAt, handler: 'human' });
    const note = await screen.findByText(/^Crisis seen/);
    expect(note.textContent).toMatch(
      /^Crisis seen .+\. \+1 202 555 0143 was sent numbers to call\. Return or resolve once they are safe\./,
    );
    expect(screen.getByText(/^Crisis/, { selector: 'a span' })).toBeDefined();
  });

  it('is closed to admins where the person closed the conversation', async () => {
    renderThread([aMessage()], { isOptedOut: true, hasClosed: true });
    const text = /closed the conversation with Ada. It reopens when they write./;
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByText('Closed by person')).not.toEqual([]);
  });

  it('is closed to admins where the person opted out', async () => {
    renderThread([aMessage()], { isOptedOut: true });
    expect(await screen.findByText(/opted out of texts from Ada/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it.each([aUser(), anAdmin()])('is over once the number has changed', async (person) => {
    renderThread([aMessage()], { isCurrent: false }, person);
    expect(
      await screen.findByText('This conversation has ended, because its phone number has changed.'),
    ).toBeDefined();
    expect(screen.queryByRole('textbox', { name: /Write to/ })).toBeNull();
  });

  it.each(['text', 'note'])(
    'sends a %s once whose form is left meanwhile, and keeps no draft of it',
    async (kind) => {
      const view = renderThread([aMessage()]);
      const { api, user } = view;
      const toggle = () => toggleNote(view);
      const form = () => formOf(kind);
      if (kind === 'note') await toggle();
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      api.on('POST /api/threads/:id/messages', async () => {
        await isAnswered;
        return { message: aMessage({ id: idOf(62), direction: 'outbound' }) };
      });
      api.on('POST /api/threads/:id/notes', async () => {
        await isAnswered;
        return { note: aNote() };
      });
      await user.type(await form(), 'Half a pizza{Enter}');
      await toggle();
      await toggle();
      expect(await form()).toHaveProperty('value', 'Half a pizza');
      await user.type(await form(), '{Enter}');
      answer();
      await waitFor(async () => expect(await form()).toHaveProperty('value', ''));
      const call = `POST ${path}/${kind === 'note' ? 'notes' : 'messages'}`;
      expect(api.bodiesOf(call)).toEqual([{ body: 'Half a pizza' }]);
      await toggle();
      await toggle();
      expect(await form()).toHaveProperty('value', '');
    },
  );

  it.each(['text', 'note'])('empties the form of a %s sent after a reload', async (kind) => {
    const open = async () => {
      const view = renderThread([aMessage()]);
      if (kind === 'note') await toggleNote(view);
      return { ...view, field: await formOf(kind) };
    };
    const before = await open();
    await before.user.type(before.field, 'Half a pizza');
    before.unmount();
    const { api, user, field } = await open();
    api.on('POST /api/threads/:id/messages', { message: aMessage({ id: idOf(62) }) });
    api.on('POST /api/threads/:id/notes', { note: aNote() });
    expect(field.value).toBe('Half a pizza');
    await user.type(field, '{Enter}');
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('keeps a draft per thread', async () => {
    const view = renderThread([aMessage()]);
    const other = aThread({ id: '01890000-0000-7000-8000-000000000031', title: 'Another' });
    view.api.on('GET /api/threads/:id/messages', ({ call }) => ({
      thread: call.includes(other.id) ? other : aThread(),
      messages: [aMessage()],
      nextCursor: null,
    }));
    const label = 'Write to +1 202 555 0143 as Ada';
    await view.user.type(await fieldFor(label), 'Half a thought');
    navigate(`/?thread=${other.id}`);
    await screen.findByRole('button', { name: /Another/ });
    expect((await fieldFor(label)).value).toBe('');
    navigate(`/?thread=${id}`);
    await screen.findByRole('button', { name: /Fractions, patiently/ });
    expect((await fieldFor(label)).value).toBe('Half a thought');
  });

  it('tells users where the answer appears, and shows them no AI details or provider', async () => {
    const tokenUsage = { input: 1, output: 1 };
    const aiMeta = { provider: 'openai', processingTimeMs: 900, tokenUsage };
    const provider = { key: 'openai', displayName: 'Work account' } as const;
    const expert = { ...aThread().expert, provider };
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', aiMeta })], { expert }, aUser());
    expect(await fieldFor('Write to Ada')).toBeDefined();
    expect(screen.queryByText(/Work account|OpenAI/)).toBeNull();
    expect(screen.getByText("Ada's answer appears here.")).toBeDefined();
    expect(screen.queryByRole('button', { name: 'AI details' })).toBeNull();
  });

  it('leads users who have no messages left to the plans', async () => {
    const user = aUser({ messageCount: 50, paidMessages: 50 });
    renderThread([aMessage()], {}, user);
    const link = await screen.findByRole('link', { name: 'Choose a plan' });
    expect(link.getAttribute('href')).toBe('/user/subscription');
    expect(link.parentElement?.textContent).toBe(
      'You have no messages left. Choose a plan and Ada will answer your next message.',
    );
  });
});

describe('who answers', () => {
  const handover = {
    at: '2026-11-01T10:42:00.000Z',
    because: 'taken' as const,
    aiReturnsAt: null,
    epoch: 3,
    held: { count: 0, upTo: 0 },
  };
  const assignee = { id: anAdmin().id, name: 'Ana Boss' };

  it('is the AI until an admin takes over', async () => {
    const { api, user } = renderThread([aMessage()]);
    expect(await screen.findByText('Ada answers')).toBeDefined();
    api.on('POST /api/threads/:id/take', { thread: aThread({ handler: 'human', handover }) });
    await user.click(screen.getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(api.callsOf(`POST ${path}/take`)).toHaveLength(1));
  });

  it('says who was first where another admin has taken over', async () => {
    const { api, user } = renderThread([aMessage()]);
    const words = 'Ana has taken this conversation over already.';
    api.on('POST /api/threads/:id/take', failWith(409, words));
    await user.click(await screen.findByRole('button', { name: 'Take over' }));
    expect(await findToast(words)).toBeDefined();
  });

  it.each([
    { count: 0, button: 'Return to AI', answer: 'none' },
    { count: 1, button: 'Return, answer it', answer: 'last' },
    { count: 3, button: 'Return, answer all 3', answer: 'all' },
    { count: 3, button: 'Return, answer the last', answer: 'last' },
  ])('is given back by "$button" with $count texts held', async ({ count, button, answer }) => {
    // More than the page has loaded.
    const taken = { ...handover, held: { count, upTo: 90 } };
    const { api, user } = renderThread([], { handler: 'human', handover: taken, assignee });
    expect(await screen.findByText(/^You answer · since/)).toBeDefined();
    api.on('POST /api/threads/:id/return', { thread: aThread() });
    await user.click(screen.getByRole('button', { name: button }));
    const body = { answer, epoch: 3, upTo: 90 };
    await waitFor(() => expect(api.bodiesOf(`POST ${path}/return`)).toEqual([body]));
  });

  it('names the colleague who answers, and when the AI returns', async () => {
    const assignee = { id: idOf(77), name: 'Ana Boss' };
    const aiReturnsAt = '2026-11-01T12:42:00.000Z';
    renderThread([], { handler: 'human', assignee, handover: { ...handover, aiReturnsAt } });
    expect(
      await screen.findByText(/^Ana Boss answers · since .* · Ada returns on Nov 1, /),
    ).toBeDefined();
  });

  it('shows what the AI would have said, to be sent or discarded', async () => {
    const question = aMessage({ answer: anAnswer({ state: 'held', draft: 'Start with halves.' }) });
    const { api, user } = renderThread([question], { handler: 'human', handover });
    const draft = within(await screen.findByRole('region', { name: "Ada's draft" }));
    expect(draft.getByText('Start with halves.')).toBeDefined();
    api.on('DELETE /api/threads/:id/messages/:messageId/draft', { message: aMessage() });
    await user.click(draft.getByRole('button', { name: 'Discard' }));
    await waitFor(() =>
      expect(api.callsOf(`DELETE ${path}/messages/${question.id}/draft`)).toHaveLength(1),
    );
    const message = aMessage({ id: idOf(62), direction: 'outbound' });
    api.on('POST /api/threads/:id/messages/:messageId/draft/send', { message });
    await user.click(draft.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(api.callsOf(`POST ${path}/messages/${question.id}/draft/send`)).toHaveLength(1),
    );
  });

  it('is nothing that a user sees', async () => {
    renderThread([aMessage()], {}, aUser());
    await bubbles();
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  });
});

describe('whose a conversation is', () => {
  const ben = { id: idOf(78), name: 'Ben Amin' };

  it('is chosen among the team, and based on who had it', async () => {
    const { api, user } = renderThread([aMessage()], { assignee: ben });
    api.on('GET /api/threads/assignees', { assignees: [ben, { id: anAdmin().id, name: 'Me' }] });
    expect(await screen.findByText('Ada answers · assigned to Ben Amin')).toBeDefined();
    const field = screen.getByRole('combobox', { name: 'Assigned to' });
    expect(field.textContent).toBe('Ben Amin');
    api.on('PUT /api/threads/:id/assignee', failWith(409, 'Cy has this conversation already.'));
    field.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: 'Me' }));
    expect(await findToast('Cy has this conversation already.')).toBeDefined();
    const wanted = { assigneeId: anAdmin().id, seenId: ben.id };
    expect(api.bodiesOf(`PUT ${path}/assignee`)).toEqual([wanted]);
  });

  it('stays so when it is resolved', async () => {
    const { api, user } = renderThread([aMessage()]);
    const resolve = await screen.findByRole('button', { name: 'Resolve' });
    const thread = aThread({ isResolved: true });
    api.on('PUT /api/threads/:id/resolved', { thread });
    api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
    await user.click(resolve);
    await screen.findByRole('button', { name: 'Reopen' });
    expect(api.bodiesOf(`PUT ${path}/resolved`)).toEqual([{ isResolved: true }]);
  });
});

it('a stated age is shown to admins, who can find it a mistake', async () => {
  const { api, user } = renderThread([aMessage()], { minorSince: '2026-11-20T12:00:00Z' });
  expect(await screen.findByText(/^Said so on .*20, 2026/)).toBeDefined();
  const thread = aThread();
  api.on('DELETE /api/threads/:id/minor', { thread });
  api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Not under 18' }));
  await waitFor(() => expect(screen.queryByText('Under 18')).toBeNull());
  expect(api.callsOf(`DELETE ${path}/minor`)).toHaveLength(1);
});

describe("the AI's draft", () => {
  it('goes to the composer to be edited, after what was typed there', async () => {
    const question = aMessage({ answer: anAnswer({ state: 'held', draft: 'Start with halves.' }) });
    const { user } = renderThread([question], { handler: 'human' });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'Hi Mia.');
    await user.click(screen.getByRole('button', { name: 'Note' }));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
    await waitFor(() => expect(field.value).toBe('Hi Mia.\nStart with halves.'));
    expect(document.activeElement).toBe(field);
  });

  it('waits while a text is being sent', async () => {
    const question = aMessage({ answer: anAnswer({ state: 'held', draft: 'Start with halves.' }) });
    const { api, user } = renderThread([question], { handler: 'human' });
    api.on('POST /api/threads/:id/messages', neverAnswer());
    const draft = within(await screen.findByRole('region', { name: "Ada's draft" }));
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'Hi Mia.{Enter}');
    await waitFor(() =>
      expect(draft.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true),
    );
  });

  it('shows how long the person has waited, in the list and above the composer', async () => {
    const waitsSince = new Date(Date.now() - 4.5 * 60_000).toISOString();
    renderThread([aMessage()], { handler: 'human', waitsSince });
    await waitFor(() => expect(screen.getAllByText('4 min')).toHaveLength(2));
  });
});

describe('canned replies', () => {
  const replies = [
    { id: idOf(70), name: 'Address', text: 'Elm Street 4.' },
    { id: idOf(71), name: 'Hours', text: 'We open at nine.' },
    { id: idOf(72), name: 'Holidays', text: 'We are closed until Monday.' },
  ];

  it('are chosen by /, filtered by what follows, and inserted by Enter', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: replies });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/ho');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Hours1 segmentWe open at nine.',
      'Holidays1 segmentWe are closed until Monday.',
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
    expect(field.value).toBe('We are closed until Monday.');
    expect(api.callsOf(`POST ${path}/messages`)).toEqual([]);
  });

  it('are kept in a dialog, which sends nothing to the person', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: [] });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/');
    await user.click(await screen.findByRole('button', { name: 'Add a canned reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Canned replies' }));
    await user.type(dialog.getByLabelText('Name'), 'Hours');
    await user.type(dialog.getByLabelText('Text'), 'At nine.');
    api.on(
      'POST /api/canned-replies',
      failWith(409, 'A canned reply with this name already exists'),
    );
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await dialog.findByText('A canned reply with this name already exists');
    expect(api.bodiesOf('POST /api/canned-replies')).toEqual([{ name: 'Hours', text: 'At nine.' }]);
    expect(api.callsOf(`POST ${path}/messages`)).toEqual([]);
  });

  it('are left by Escape, and do not hold up a text that begins with /', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('GET /api/canned-replies', { cannedReplies: replies });
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), '/a');
    await screen.findByRole('listbox', { name: 'Canned replies' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    api.on('POST /api/threads/:id/messages', { message: aMessage() });
    await user.keyboard('zzz{Enter}');
    await waitFor(() => expect(api.bodiesOf(`POST ${path}/messages`)).toEqual([{ body: '/azzz' }]));
  });
});

describe('private notes', () => {
  const at = (minute: number) => new Date(2026, 0, 5, 9, minute).toISOString();

  it('stand among the messages in their place, and can be deleted', async () => {
    const { api, user } = renderApp(`/?thread=${id}`, anAdmin());
    const note = aNote({ body: 'Her daughter is called Lin.', createdAt: at(2) });
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: null });
    api.on('GET /api/threads/:id/messages', {
      thread: aThread(),
      messages: [
        aMessage({ id: 'b', body: 'Second', createdAt: at(3) }),
        aMessage({ id: 'a', body: 'First', createdAt: at(1) }),
      ],
      notes: [note],
      nextCursor: null,
    });
    const shown = (await bubbles()).map(({ textContent }) => textContent);
    expect(shown[0]).toContain('First');
    expect(shown[1]).toMatch(/Private note · Grace Hopper · 9:02.*Her daughter is called Lin\./);
    expect(shown[2]).toContain('Second');
    api.on('DELETE /api/threads/:id/notes/:id', { ok: true });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete note' }));
    await waitFor(() => expect(screen.queryByText(note.body)).toBeNull());
  });

  it('are written in place of a text, and Escape returns to it', async () => {
    const { api, user } = renderThread([aMessage()]);
    await user.click(await screen.findByRole('button', { name: 'Note' }));
    const field = screen.getByRole('textbox', { name: 'Private note for the team' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    api.on('POST /api/threads/:id/notes', { note: aNote({ body: 'Call back on Monday.' }) });
    await user.keyboard('Call back on Monday.{Enter}');
    await screen.findByText('Call back on Monday.', { selector: 'li *' });
    expect(api.bodiesOf(`POST ${path}/notes`)).toEqual([{ body: 'Call back on Monday.' }]);
    expect(api.callsOf(`POST ${path}/messages`)).toEqual([]);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: /^Write to/ })).toBeDefined();
  });
});
