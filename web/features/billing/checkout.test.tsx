import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { plans } from '#shared/plans.ts';
import { button, catchRedirects, findPlan, goBack, renderSubscription } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aUser } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';

const checkoutCall = 'POST /api/subscription/create-checkout-session';

describe('checkout', () => {
  // spec: 5.33
  it('does nothing, and says why, while no plan is picked', async () => {
    const { api, user } = renderSubscription();
    await findPlan('Monthly');
    expect(button('Continue').disabled).toBe(true);
    expect(screen.getByText('Pick a plan to continue.')).toBeDefined();
    await user.click(button('Continue'));
    expect(api.bodiesOf(checkoutCall)).toEqual([]);
  });

  // spec: 4.27 7.14
  it('goes to the payment page, sent once by a double click', async () => {
    const assign = catchRedirects();
    const { api, user } = renderSubscription();
    api.on(checkoutCall, { success: false, message: '', url: 'https://pay.example/cs_1' });
    await user.click(await findPlan('Pay as you go'));
    await user.dblClick(button('Pay $9.99'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/cs_1'));
    expect(api.bodiesOf(checkoutCall)).toEqual([{ plan: 'payg' }]);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  // spec: 4.25
  it('is paying while the request is in flight', async () => {
    const { api, user } = renderSubscription();
    api.on(checkoutCall, neverAnswer());
    await user.click(await findPlan('Monthly'));
    await user.click(button('Subscribe for $19.99 per month'));
    const paying = await screen.findByRole('button', { name: 'Opening payment page...' });
    expect((paying as HTMLButtonElement).disabled).toBe(true);
  });

  it('stays pending until the page is left, and is ready when the back button returns', async () => {
    const assign = catchRedirects();
    const { api, user } = renderSubscription();
    api.on(checkoutCall, { url: 'https://pay.example/cs_1' });
    await user.click(await findPlan('Monthly'));
    await user.click(button('Subscribe for $19.99 per month'));
    await waitFor(() => expect(assign).toHaveBeenCalled());
    expect(button('Opening payment page...').disabled).toBe(true);
    goBack();
    await waitFor(() => expect(button('Subscribe for $19.99 per month').disabled).toBe(false));
    expect((await findPlan('Monthly')).checked).toBe(true);
  });

  // spec: 4.26 7.14 8.9
  it('activates the trial directly, says so and shows the new messages', async () => {
    const assign = catchRedirects();
    const { api, user } = renderSubscription({ messageCount: 0, paidMessages: 0 });
    const message = 'You have 5 messages to chat with our AI experts.';
    await user.click(await findPlan('Free trial'));
    api.on(checkoutCall, { success: true, message, url: 'https://pay.example/cs_1' });
    api.on('GET /api/auth/user', { user: aUser({ messageCount: 0, paidMessages: 5 }) });
    await user.click(button('Start free trial'));
    const toast = await findToast('Trial activated!');
    expect(within(toast).getByText(message)).toBeDefined();
    expect(await screen.findByText('0 of 5 messages used')).toBeDefined();
    expect(api.bodiesOf(checkoutCall)).toEqual([{ plan: 'trial' }]);
    expect(assign).not.toHaveBeenCalled();
  });

  // spec: 5.31
  it('takes the trial off the page when it was used meanwhile', async () => {
    const { api, user } = renderSubscription({ messageCount: 0, paidMessages: 0 });
    const { trial: _, ...rest } = plans;
    await user.click(await findPlan('Free trial'));
    api.on(checkoutCall, failWith(409, 'The free trial has already been used.'));
    api.on('GET /api/pricing', { plans: rest });
    await user.click(button('Start free trial'));
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Free trial' })).toBeNull());
  });

  // spec: 4.28 8.3 8.8
  it.each([
    [
      'the server message',
      failWith(409, 'The free trial has already been used.'),
      'The free trial has already been used.',
    ],
    ['a default', failWith(500, ''), 'Failed to process payment'],
    [
      'that the answer is invalid',
      { success: false, message: 'Hm.' },
      'Invalid response from server',
    ],
  ])('shows %s when it fails, and keeps the picked plan', async (_, answer, description) => {
    const { api, user } = renderSubscription();
    api.on(checkoutCall, answer);
    await user.click(await findPlan('Free trial'));
    await user.click(button('Start free trial'));
    const toast = await findToast('Payment failed');
    expect(within(toast).getByText(description)).toBeDefined();
    await waitFor(() => expect(button('Start free trial').disabled).toBe(false));
  });

  it('sells a subscriber no second subscription, and no messages before the first ends', async () => {
    const { api, user } = renderSubscription(
      { subExpiration: '2999-12-24T12:00:00.000Z' },
      { status: 'active', plan: 'monthly' },
    );
    expect(await screen.findByText('Your plan')).toBeDefined();
    const payg = await findPlan('Pay as you go');
    const cardOf = (radio: HTMLElement) => radio.parentElement as HTMLElement;
    const notice = 'Your messages are unlimited until December 24, 2999.';
    expect(within(cardOf(payg)).getByText(notice)).toBeDefined();
    await user.click(await findPlan('Annual'));
    expect(button('Change to Annual').disabled).toBe(false);
    expect(
      screen.getByText('You have a subscription. Change or cancel it in the billing portal.'),
    ).toBeDefined();
    await user.click(payg);
    const pay = button('Pay $9.99');
    expect(pay.disabled).toBe(true);
    const why = `${notice} You don't need to buy any.`;
    const note = document.getElementById(pay.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe(why);
    await user.click(pay);
    expect(api.bodiesOf(checkoutCall)).toEqual([]);
  });

  it('leads a subscriber who wants the other plan to the billing portal', async () => {
    const redirects = catchRedirects();
    const { api, user } = renderSubscription({}, { status: 'active', plan: 'monthly' });
    const portal = 'POST /api/subscription/create-portal-session';
    api.on(portal, failWith(502, "The payment service can't be reached. Please try again."));
    await screen.findByText('Your plan');
    await user.click(await findPlan('Monthly'));
    expect(button('Subscribe for $19.99 per month').disabled).toBe(true);
    await user.click(await findPlan('Annual'));
    await user.click(button('Change to Annual'));
    await findToast('Failed to open billing portal');
    api.on(portal, { url: 'https://billing.stripe.com/p/session/1' });
    await user.click(button('Change to Annual'));
    await waitFor(() =>
      expect(redirects).toHaveBeenCalledWith('https://billing.stripe.com/p/session/1'),
    );
    expect(api.bodiesOf(checkoutCall)).toEqual([]);
  });

  it('sells messages once the subscription has ended', async () => {
    const { user } = renderSubscription(
      { subExpiration: '2020-12-24T12:00:00.000Z' },
      { status: 'past_due', plan: 'monthly' },
    );
    await user.click(await findPlan('Pay as you go'));
    expect(button('Pay $9.99').disabled).toBe(false);
    expect(screen.queryByText(/messages are unlimited/)).toBeNull();
  });
});
