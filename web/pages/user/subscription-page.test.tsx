import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { plans } from '#shared/plans.ts';
import { button, findPlan, renderSubscription } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';

describe('plan panel', () => {
  // spec: 2.37 9.10
  it('shows four skeleton cards while prices load', async () => {
    const { api } = renderSubscription();
    api.on('GET /api/pricing', neverAnswer());
    const loading = (await screen.findByText('Loading plans')).parentElement as HTMLElement;
    expect(within(loading).getAllByRole('listitem', { hidden: true })).toHaveLength(4);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  // spec: 2.42 3.2 4.24 7.13
  it('shows every plan with price, period, features and labels', async () => {
    renderSubscription();
    const group = await screen.findByRole('radiogroup', { name: 'Plan' });
    const radios = within(group).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ value }) => value)).toEqual(['trial', 'payg', 'monthly', 'annual']);
    expect(radios.filter(({ checked }) => checked)).toEqual([]);
    expect(readDescription(radios, 'trial')).toBe(
      'Free once 5 messages Every expert No card needed',
    );
    expect(readDescription(radios, 'payg')).toContain('$9.99 one time 50 messages');
    expect(readDescription(radios, 'monthly')).toContain('Most Popular $19.99 per month');
    expect(readDescription(radios, 'annual')).toContain('Save $39.89 a year $199.99 per year');
    expect(screen.getAllByText('Most Popular')).toHaveLength(1);
    expect(document.title).toBe('Subscription · Sagewire');
  });

  // spec: 2.38
  it('shows how many messages are used when there is no expiry date', async () => {
    renderSubscription({ messageCount: 2, paidMessages: 50 });
    expect(await screen.findByText('2 of 50 messages used')).toBeDefined();
  });

  // spec: 2.39 9.11
  it('shows until when messages are unlimited: month name, day, year', async () => {
    renderSubscription({ subExpiration: '2999-12-24T12:00:00.000Z' });
    expect(await screen.findByText('Unlimited messages until December 24, 2999')).toBeDefined();
    expect(screen.queryByText(/messages used/)).toBeNull();
  });

  it('shows when they ended, and the messages left', async () => {
    renderSubscription({
      subExpiration: '2020-12-24T12:00:00.000Z',
      messageCount: 7,
      paidMessages: 50,
    });
    expect(await screen.findByText('Unlimited messages ended on December 24, 2020')).toBeDefined();
    expect(screen.getByText('7 of 50 messages used')).toBeDefined();
  });

  // spec: 5.31 9.8
  it.each([
    [4, true],
    [5, false],
  ])('with %i messages used it offers the trial: %s', async (messageCount, isOffered) => {
    renderSubscription({ messageCount, paidMessages: 5 });
    await findPlan('Pay as you go');
    expect(screen.queryByRole('radio', { name: 'Free trial' }) !== null).toBe(isOffered);
  });

  it.each([
    ['bought messages', { paidMessages: 50 }],
    ['subscribes', { subExpiration: '2999-12-24T12:00:00.000Z' }],
    ['subscribed once', { subExpiration: '2020-12-24T12:00:00.000Z' }],
  ])('offers no trial to someone who %s', async (_, account) => {
    renderSubscription({ messageCount: 0, ...account });
    await findPlan('Pay as you go');
    expect(screen.queryByRole('radio', { name: 'Free trial' })).toBeNull();
  });

  // spec: 5.31 5.32
  it('shows no plan that is missing from the reply, including the trial', async () => {
    const { api } = renderSubscription();
    api.on('GET /api/pricing', { plans: { payg: plans.payg, annual: plans.annual } });
    await findPlan('Pay as you go');
    expect(screen.getAllByRole('radio')).toHaveLength(2);
  });

  it('says where payments are not set up, beside the trial', async () => {
    const { api } = renderSubscription();
    api.on('GET /api/pricing', { plans: { trial: plans.trial } });
    expect(await screen.findByText(/^Payments are not set up\./)).toBeDefined();
    expect(await findPlan('Free trial')).toBeDefined();
  });

  it('says when nothing is for sale, and checks again', async () => {
    const { api, user } = renderSubscription();
    api.on('GET /api/pricing', { plans: {} });
    expect(await screen.findByText('No plans available')).toBeDefined();
    api.on('GET /api/pricing', { plans });
    await user.click(button('Check again'));
    expect(await findPlan('Monthly')).toBeDefined();
  });

  it('shows an error when prices fail to load, and retries', async () => {
    const { api, user } = renderSubscription();
    api.on('GET /api/pricing', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load plans')).toBeDefined();
    api.on('GET /api/pricing', { plans });
    await user.click(button('Try again'));
    expect(await findPlan('Monthly')).toBeDefined();
  });

  // spec: 2.24 2.41 4.24
  it('picks by click, anywhere on the card, and by arrow keys', async () => {
    const { user } = renderSubscription();
    const trial = await findPlan('Free trial');
    await user.click(screen.getByText('Monthly'));
    expect((await findPlan('Monthly')).checked).toBe(true);
    await user.keyboard('{ArrowDown}');
    expect((await findPlan('Annual')).checked).toBe(true);
    expect(trial.checked).toBe(false);
    expect(document.activeElement).toBe(await findPlan('Annual'));
  });

  it.each([
    ['Free trial', 'Start free trial', 'Starts right away. No card needed.'],
    ['Pay as you go', 'Pay $9.99', 'One payment. Nothing renews.'],
    ['Monthly', 'Subscribe for $19.99 per month', 'Renews every month until you cancel.'],
    ['Annual', 'Subscribe for $199.99 per year', 'Renews every year until you cancel.'],
  ])('with %s the button says "%s"', async (plan, label, note) => {
    const { user } = renderSubscription();
    await user.click(await findPlan(plan));
    expect(button(label).disabled).toBe(false);
    expect(screen.getByText(note)).toBeDefined();
  });
});

function readDescription(radios: HTMLInputElement[], plan: string): string {
  const radio = radios.find(({ value }) => value === plan);
  const ids = radio?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const parts = ids.flatMap((id) => {
    const element = document.getElementById(id);
    return [...(element?.children.length ? element.children : [element])];
  });
  return parts
    .map((part) => part?.textContent?.trim())
    .filter(Boolean)
    .join(' ');
}
