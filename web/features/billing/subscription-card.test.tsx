import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '#shared/api/billing.ts';
import { button, catchRedirects, findPlan, goBack, renderSubscription } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aSubscriptionReply } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';

const portalCall = 'POST /api/subscription/create-portal-session';

describe('subscription', () => {
  const currentPeriodEnd = '2999-12-24T12:00:00.000Z';

  // spec: 4.17 7.15
  it.each<[Partial<Subscription>, string, string | null, string]>([
    [{ status: 'none' }, 'No subscription', null, 'Nothing renews automatically.'],
    [
      { status: 'active', plan: 'monthly', currentPeriodEnd },
      'Monthly',
      'Active',
      'Unlimited messages. Renews on December 24, 2999.',
    ],
    [
      { status: 'past_due', plan: 'annual', currentPeriodEnd },
      'Annual',
      'Past due',
      'The last payment failed. Update your card in the billing portal to keep your subscription.',
    ],
    [
      { status: 'canceled', plan: 'monthly', currentPeriodEnd },
      'Monthly',
      'Canceled',
      'It ended on December 24, 2999.',
    ],
  ])('describes %o', async (subscription, title, badge, sentence) => {
    renderSubscription({}, subscription);
    const card = within(await screen.findByRole('region', { name: 'Your subscription' }));
    expect(await card.findByText(sentence)).toBeDefined();
    expect(card.getByRole('heading').textContent).toBe(title + (badge ?? ''));
    expect(card.queryByText(/will cancel/)).toBeNull();
  });

  // spec: 4.18
  it('gives notice when it will cancel', async () => {
    renderSubscription(
      { subExpiration: currentPeriodEnd },
      { status: 'active', plan: 'monthly', currentPeriodEnd, cancelAtPeriodEnd: true },
    );
    expect(
      await screen.findByText(/Your subscription will cancel at the end of the period\./),
    ).toBeDefined();
    expect(screen.getByText('Unlimited messages. Ends on December 24, 2999.')).toBeDefined();
  });

  it('shows that it is loading, and leaves the plans usable when it fails to load', async () => {
    const { api, user } = renderSubscription();
    api.on('GET /api/subscription', failWith(500, 'The database is away'));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Unable to load your subscription')).toBeDefined();
    expect(within(alert).getByText(/The database is away/)).toBeDefined();
    expect(await findPlan('Monthly')).toBeDefined();
    api.on('GET /api/subscription', neverAnswer());
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Loading your subscription')).toBeDefined();
  });

  it.each([
    ['pending', 'Your bank payment of $9.99 is on its way, usually for up to 5 business days.'],
    ['failed', 'Your bank payment of $9.99 failed. Nothing was charged; you can pay again.'],
  ] as const)('says of a bank payment that it is %s', async (state, sentence) => {
    const { api, user } = renderSubscription();
    const money = { amount: 999, currency: 'usd' };
    const bankPayment = { state, plan: 'payg', money, since: '2026-11-20T09:41:00.000Z' } as const;
    api.on('GET /api/subscription', aSubscriptionReply({ bankPayment }));
    expect(await screen.findByText(sentence)).toBeDefined();
    await user.click(await findPlan('Pay as you go'));
    expect(button('Pay $9.99').disabled).toBe(state === 'pending');
    await user.click(await findPlan('Monthly'));
    expect(button('Subscribe for $19.99 per month').disabled).toBe(false);
  });

  it('has no portal, and says why, before anything was paid for', async () => {
    const { api } = renderSubscription();
    api.on('GET /api/subscription', aSubscriptionReply({ hasPortal: false }));
    await screen.findByText('There is nothing to manage yet: choose a plan first.');
    expect(button('Open billing portal').disabled).toBe(true);
  });

  // spec: 2.24 7.16
  it('opens the billing portal', async () => {
    const assign = catchRedirects();
    const { api, user } = renderSubscription();
    api.on(portalCall, { url: 'https://pay.example/portal' });
    await user.click(await screen.findByRole('button', { name: 'Open billing portal' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'));
    expect(button('Opening...').disabled).toBe(true);
    goBack();
    expect(button('Open billing portal').disabled).toBe(false);
  });

  // spec: 8.3 8.6
  it.each([
    [
      'the server message',
      failWith(409, 'There is nothing to manage yet.'),
      'There is nothing to manage yet.',
    ],
    ['a default', failWith(500, ''), 'Please try again later'],
    ['a missing address', { url: '' }, 'Failed to create billing portal session'],
  ])('shows %s when the portal fails to open', async (_, answer, description) => {
    const { api, user } = renderSubscription();
    api.on(portalCall, answer);
    await user.click(await screen.findByRole('button', { name: 'Open billing portal' }));
    const toast = await findToast('Failed to open billing portal');
    expect(within(toast).getByText(description)).toBeDefined();
    expect(button('Open billing portal').disabled).toBe(false);
  });
});
