import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import {
  aMessage,
  anAnswer,
  anAttachment,
  aThread,
  aUser,
  aVerdict,
  idOf,
} from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { findBubbles, renderThread, threadPath } from '#test/web/render-thread.ts';

describe('messages of a thread', () => {
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
    const [bubble] = await findBubbles();
    expect(within(bubble as HTMLElement).getByText(label)).toBeDefined();
  });

  it('tell admins how many segments the carrier counts, from two up', async () => {
    renderThread([aMessage({ segments: 3 }), aMessage({ id: idOf(41), segments: 1 })]);
    expect(await screen.findByText('3 segments')).toBeDefined();
    expect(screen.queryByText('1 segment')).toBeNull();
  });

  it('tell admins the ids by which the gateway and the log know them', async () => {
    const ids = { request: idOf(70), gateway: ['SM0123456789abcdef0123456789abcdef'] };
    const { user } = renderThread([aMessage({ ids })]);
    await user.click(await screen.findByRole('button', { name: 'Ids' }));
    expect(screen.getByText(`Gateway: ${ids.gateway[0]}`)).toBeDefined();
    expect(screen.getByText(`Request: ${ids.request}`)).toBeDefined();
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
    const call = (messageId: string) => `POST ${threadPath}/messages/${messageId}/replay` as const;
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
    expect(await screen.findByText('Cut off at Max tokens')).toBeDefined();
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
});

it('a stated age is shown to admins, who can find it a mistake', async () => {
  const { api, user } = renderThread([aMessage()], { minorSince: '2026-11-20T12:00:00Z' });
  expect(await screen.findByText(/^Stated on .*20, 2026/)).toBeDefined();
  const thread = aThread();
  api.on('DELETE /api/threads/:id/minor', { thread });
  api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Not under 18' }));
  await waitFor(() => expect(screen.queryByText('Under 18')).toBeNull());
  expect(api.callsOf(`DELETE ${threadPath}/minor`)).toHaveLength(1);
});
