import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { plans } from '#shared/plans.ts';
import { findPlan } from '#test/web/billing.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { registerCall, renderSignUp, signUp } from '#test/web/render-sign-up.ts';

describe('the plan at sign-up', () => {
  // spec: 4.10 9.9
  it('is the trial by default, among the plans for sale', async () => {
    await renderSignUp();
    expect((await findPlan('Free trial')).checked).toBe(true);
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ value }) => value)).toEqual(['trial', 'payg', 'monthly', 'annual']);
    expect(screen.getByText('$19.99')).toBeDefined();
    expect(screen.queryByText(/You pay on the next page/)).toBeNull();
  });

  // spec: 5.8
  it('is what was picked', async () => {
    const { user, api } = await renderSignUp();
    api.on(registerCall, neverAnswer());
    await user.click(await findPlan('Pay as you go'));
    expect(screen.getByText(/You pay on the next page/)).toBeDefined();
    await signUp(user);
    await screen.findByRole('button', { name: 'Creating account...' });
    expect(api.bodiesOf(registerCall)).toMatchObject([{ subscriptionPlan: 'payg' }]);
  });

  it('shows placeholders while prices load', async () => {
    const { user, api } = await renderSignUp(neverAnswer());
    expect(screen.getByText('Loading plans')).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
    api.on(registerCall, neverAnswer());
    await signUp(user);
    await screen.findByRole('button', { name: 'Creating account...' });
    expect(api.bodiesOf(registerCall)).toMatchObject([{ subscriptionPlan: 'trial' }]);
  });

  it.each([
    ['the trial when prices fail to load', failWith(500, 'Oops'), ['trial']],
    ['what is for sale', { plans: { trial: plans.trial, payg: plans.payg } }, ['trial', 'payg']],
    ['the first one where there is no trial', { plans: { payg: plans.payg } }, ['payg']],
  ])('is %s', async (_, answer, offered) => {
    await renderSignUp(answer);
    await findPlan(offered[0] === 'trial' ? 'Free trial' : 'Pay as you go');
    const radios = screen.getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ value }) => value)).toEqual(offered);
    expect(radios.map(({ checked }) => checked)).toEqual(
      offered.map((_plan, index) => index === 0),
    );
  });
});
