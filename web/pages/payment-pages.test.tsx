import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import type { PlanId } from '#shared/plans.ts';
import { button } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const sessionId = 'cs_test_a1B2c3D4e5F6g7H8i9';
const lookup = `GET /api/stripe/session/${sessionId}`;
const unconfirmed = 'Your plan is updated as soon as your payment is confirmed.';

function renderSuccess(plan: PlanId, user: User = aUser()) {
  const app = renderApp(`/payment-success?session_id=${sessionId}`, user);
  app.api.on('GET /api/stripe/session/:id', { plan });
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
    ['payg', 'Payment successful! You now have 50 messages to chat with our AI experts.'],
    ['monthly', 'Payment successful! Your subscription is active, with unlimited messages.'],
    [
      'annual',
      'Payment successful! Your subscription is active for a full year, with unlimited messages.',
    ],
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

  it('reassures when the lookup fails', async () => {
    renderSuccess('payg').api.on('GET /api/stripe/session/:id', failWith(404, 'No such payment'));
    expect(await screen.findByText(unconfirmed)).toBeDefined();
    expect(screen.getByText(/cs_test_a1B2c3D4e5F6/)).toBeDefined();
    expect(button('Go to Home')).toBeDefined();
  });

  it('looks nothing up without a session_id', async () => {
    const { api } = renderApp('/payment-success', aUser());
    expect(await screen.findByText(unconfirmed)).toBeDefined();
    expect(screen.queryByText(/Transaction ID/)).toBeNull();
    expect(api.requests.filter(({ call }) => call.includes('stripe'))).toEqual([]);
  });

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

describe('payment cancel', () => {
  function renderCancel(person: User = aUser()) {
    const app = renderApp('/payment-cancel', person);
    app.api.on('GET /api/experts/public', { experts: [] });
    app.api.on('GET /api/threads', { threads: [], nextCursor: null });
    app.api.on('GET /api/providers', { providers: [] });
    return app;
  }

  it('says that no charges were made', async () => {
    renderCancel();
    expect(await screen.findByText(/No charges were made\./)).toBeDefined();
    expect(document.title).toBe('Payment canceled · Sagewire');
  });

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
