import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import type { UnpaidThread } from '#shared/api/unpaid.ts';
import type { PlanId } from '#shared/plans.ts';
import { button } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';
import { noteLastThread, readLastThread } from '#web/links/last-thread.ts';

const sessionId = 'cs_test_a1B2c3D4e5F6g7H8i9';
const lookup = `GET /api/stripe/session/${sessionId}`;
const unconfirmed = 'Your plan is updated as soon as your payment is confirmed.';

function renderSuccess(plan: PlanId, user: User = aUser()) {
  const app = renderApp(`/payment-success?session_id=${sessionId}`, user);
  app.api.on('GET /api/stripe/session/:id', { plan });
  app.api.on('GET /api/threads/unpaid', { threads: [] });
  app.api.on('GET /api/experts/public', { experts: [] });
  app.api.on('GET /api/threads', { threads: [], nextCursor: null });
  app.api.on('GET /api/providers', { providers: [] });
  return app;
}

const people: [string, User, { home: string; settings: string }][] = [
  ['a user', aUser(), { home: '/user/experts', settings: '/user/settings' }],
  ['an admin', anAdmin(), { home: '/', settings: '/settings' }],
];

describe('payment success', () => {
  it.each<[PlanId, string]>([
    // spec: 2.28 2.29 2.33 7.17
    ['payg', 'Payment successful! You now have 50 messages to chat with our AI experts.'],
    // spec: 2.30
    ['monthly', 'Payment successful! Your subscription is active, with unlimited messages.'],
    // spec: 2.31
    [
      'annual',
      'Payment successful! Your subscription is active for a full year, with unlimited messages.',
    ],
    // spec: 2.32
    ['trial', 'Payment successful! Thank you for your purchase.'],
  ])('says what %s brings', async (plan, message) => {
    const { api } = renderSuccess(plan);
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByText('Transaction ID:').textContent).toBe(
      'Transaction ID: cs_test_a1B2c3D4e5F6',
    );
    expect(api.requests.filter(({ call }) => call === lookup)).toHaveLength(1);
    expect(document.title).toBe('Payment successful · Sagewire');
  });

  // spec: 2.32
  it('shows a generic message for an unknown plan', async () => {
    renderSuccess('weekly' as PlanId);
    expect(
      await screen.findByText('Payment successful! Thank you for your purchase.'),
    ).toBeDefined();
  });

  it('shows the new messages at once', async () => {
    const { api } = renderSuccess('payg');
    api.on('GET /api/stripe/session/:id', () => {
      api.on('GET /api/auth/user', { user: aUser({ paidMessages: 55 }) });
      return { plan: 'payg' };
    });
    expect(await screen.findByText('5 left')).toBeDefined();
    expect(await screen.findByText('55 left')).toBeDefined();
  });

  it('shows Loading... while it waits', async () => {
    renderSuccess('payg').api.on('GET /api/stripe/session/:id', neverAnswer());
    await waitFor(() => expect(document.title).toBe('Payment successful · Sagewire'));
    expect(screen.getByText('Loading...')).toBeDefined();
    expect(screen.queryByText(/Payment successful!/)).toBeNull();
  });

  // spec: 2.32
  it('reassures when the lookup fails', async () => {
    renderSuccess('payg').api.on('GET /api/stripe/session/:id', failWith(404, 'No such payment'));
    expect(await screen.findByText(unconfirmed)).toBeDefined();
    expect(screen.getByText(/cs_test_a1B2c3D4e5F6/)).toBeDefined();
    expect(button('Go to Home')).toBeDefined();
  });

  it('looks nothing up without a session_id', async () => {
    const { api } = renderApp('/payment-success', aUser());
    api.on('GET /api/threads/unpaid', { threads: [] });
    expect(await screen.findByText(unconfirmed)).toBeDefined();
    expect(screen.queryByText(/Transaction ID/)).toBeNull();
    expect(api.requests.filter(({ call }) => call.includes('stripe'))).toEqual([]);
  });

  // spec: 2.33
  it.each(people)(
    'sends %s to their own settings and home',
    async (_, person, { home, settings }) => {
      const { user, unmount } = renderSuccess('payg', person);
      await user.click(await screen.findByRole('button', { name: 'Go to Settings' }));
      await screen.findByRole('heading', { level: 1, name: 'Settings' });
      expect(window.location.pathname).toBe(settings);
      unmount();
      renderSuccess('payg', person);
      await user.click(await screen.findByRole('button', { name: 'Go to Home' }));
      expect(window.location.pathname).toBe(home);
    },
  );
});

describe('the way back to a conversation', () => {
  const ada = { threadId: idOf(70), displayName: 'Ada', imageUrl: null, texts: 2 };
  const bo = { threadId: idOf(71), displayName: 'Bo', imageUrl: null, texts: 1 };
  afterEach(() => sessionStorage.clear());

  function renderUnpaid(threads: UnpaidThread[]) {
    const app = renderSuccess('payg');
    app.api.on('GET /api/threads/unpaid', { threads });
    app.api.on('GET /api/threads/:id/messages', {
      thread: aThread({ id: ada.threadId }),
      messages: [],
      nextCursor: null,
    });
    return app;
  }

  it('offers to have the texts answered that were refused, once, and leads there', async () => {
    const { api, user } = renderUnpaid([ada]);
    const call = `POST /api/threads/${ada.threadId}/answer-unpaid` as const;
    api.on('POST /api/threads/:id/answer-unpaid', () => {
      api.on('GET /api/threads/unpaid', { threads: [] });
      return { answering: 2 };
    });
    expect(await screen.findByText('Ada can answer your last 2 messages now.')).toBeDefined();
    await user.dblClick(button('Answer my last 2 messages'));
    await screen.findByRole('textbox', { name: 'Write to Ada' });
    expect(window.location.pathname).toBe(`/threads/${ada.threadId}`);
    expect(api.callsOf(call)).toHaveLength(1);
  });

  it('says what the answers cost, unless messages are unlimited', async () => {
    renderUnpaid([ada]);
    const ask = await screen.findByRole('button', { name: 'Answer my last 2 messages' });
    const cost = screen.getByText('Uses 2 of your 5 messages.');
    expect(ask.getAttribute('aria-describedby')).toBe(cost.id);
    cleanup();
    const subscriber = aUser({ subExpiration: '2999-12-24T12:00:00.000Z' });
    renderSuccess('monthly', subscriber).api.on('GET /api/threads/unpaid', { threads: [bo] });
    await screen.findByRole('button', { name: 'Answer my last message' });
    expect(screen.queryByText(/^Uses /)).toBeNull();
  });

  it('says why it failed, and stays', async () => {
    const { api, user } = renderUnpaid([bo]);
    const refusal = 'You have opted out of texts from Bo. Text START to get answers.';
    api.on('POST /api/threads/:id/answer-unpaid', failWith(422, refusal));
    await user.click(await screen.findByRole('button', { name: 'Answer my last message' }));
    expect(await screen.findByText('Failed to get answers')).toBeDefined();
    expect(screen.getByText(refusal)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Bo' }).getAttribute('href')).toBe(
      `/threads/${bo.threadId}`,
    );
  });

  it('puts the conversation first that the person came from', async () => {
    noteLastThread(aUser().id, { id: bo.threadId, name: 'Bo' });
    renderUnpaid([ada, bo]);
    await screen.findByText('Bo can answer your last message now.');
    const back = screen.getAllByRole('link', { name: /^Back to/ });
    expect(back.map(({ textContent }) => textContent)).toEqual(['Back to Bo', 'Back to Ada']);
  });

  it('leads back without anything refused, and past a failed look-up', async () => {
    noteLastThread(aUser().id, { id: ada.threadId, name: 'Ada' });
    const { api, user } = renderUnpaid([]);
    api.on('GET /api/threads/unpaid', failWith(500, 'The database is asleep.'));
    expect(await screen.findByText(/The database is asleep\./)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Ada' })).toBeDefined();
    api.on('GET /api/threads/unpaid', { threads: [ada] });
    await user.click(button('Try again'));
    expect(await screen.findByText('Ada can answer your last 2 messages now.')).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'Back to Ada' })).toHaveLength(1);
  });

  it('remembers the conversation that was open last', async () => {
    const { api } = renderApp(`/threads/${ada.threadId}`, aUser());
    const thread = aThread({ id: ada.threadId });
    api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
    await screen.findByRole('textbox', { name: 'Write to Ada' });
    expect(readLastThread(aUser().id)).toEqual({ id: ada.threadId, name: 'Ada' });
  });
});

describe('payment cancel', () => {
  function renderCancel(person: User = aUser()) {
    const app = renderApp('/payment-cancel', person);
    app.api.on('GET /api/experts/public', { experts: [] });
    app.api.on('GET /api/threads', { threads: [], nextCursor: null });
    app.api.on('GET /api/providers', { providers: [] });
    return app;
  }

  // spec: 2.34
  it('says that no charges were made', async () => {
    renderCancel();
    expect(await screen.findByText(/No charges were made\./)).toBeDefined();
    expect(document.title).toBe('Payment canceled · Sagewire');
  });

  // spec: 2.35 2.36
  it.each(people)(
    'sends %s to settings to try again, or home',
    async (_, person, { home, settings }) => {
      const { user, unmount } = renderCancel(person);
      await user.click(await screen.findByRole('button', { name: 'Try Again' }));
      await screen.findByRole('heading', { level: 1, name: 'Settings' });
      expect(window.location.pathname).toBe(settings);
      unmount();
      renderCancel(person);
      await user.click(await screen.findByRole('button', { name: 'Go Back to Home' }));
      expect(window.location.pathname).toBe(home);
    },
  );
});
