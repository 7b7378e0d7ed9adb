import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { plans } from '#shared/plans.ts';
import { button, catchRedirects, findPlan } from '#test/web/billing.ts';
import { anAdmin, aSubscriptionReply } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

function renderSubscription() {
  const app = renderApp('/subscription', anAdmin());
  const subscription = {
    status: 'active',
    plan: 'annual',
    currentPeriodEnd: '2999-12-24T12:00:00.000Z',
  } as const;
  app.api.on('GET /api/pricing', { plans });
  app.api.on('GET /api/subscription', aSubscriptionReply({ subscription }));
  return app;
}

describe("an admin's subscription", () => {
  // spec: 2.15 9.14
  it('shows its status and what is included', async () => {
    renderSubscription();
    expect(
      await screen.findByText('Unlimited messages. Renews on December 24, 2999.'),
    ).toBeDefined();
    expect(screen.getByText('Active')).toBeDefined();
    const included = within(screen.getByRole('region', { name: "What's included" }));
    expect(included.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Unlimited message routing',
      'Multiple AI providers',
      'Analytics',
      'Priority support',
    ]);
    expect(document.title).toBe('Subscription · Sagewire');
  });

  it('says where payments are not set up', async () => {
    const { api } = renderSubscription();
    api.on('GET /api/pricing', { plans: { trial: plans.trial } });
    expect(await screen.findByText(/^Payments are not set up\./)).toBeDefined();
  });

  // spec: 2.15
  it('offers the plans, and no portal while there is nothing to manage', async () => {
    const { api, user } = renderSubscription();
    api.on('GET /api/subscription', aSubscriptionReply({ hasPortal: false }));
    const group = await screen.findByRole('radiogroup', { name: 'Plan' });
    expect(within(group).getAllByRole('radio')).toHaveLength(4);
    await screen.findByText('There is nothing to manage yet: choose a plan first.');
    expect(button('Open billing portal').disabled).toBe(true);
    await user.click(await findPlan('Monthly'));
    expect(button('Subscribe for $19.99 per month').disabled).toBe(false);
  });

  // spec: 2.15
  it('opens the billing portal', async () => {
    const assign = catchRedirects();
    const { api, user } = renderSubscription();
    const url = 'https://pay.example/portal';
    api.on('POST /api/subscription/create-portal-session', { url });
    await user.click(await screen.findByRole('button', { name: 'Open billing portal' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
    expect(button('Opening...').disabled).toBe(true);
  });
});
