import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sessionReply } from '#shared/api/auth.ts';
import { callApi } from './api.ts';
import { choosePlan, payAtCheckout } from './checkout.ts';
import { exactText } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct();
const thanks = 'Payment successful! You now have 50 messages to chat with our AI experts.';

it('leads a newcomer on pay as you go from sign-up to fifty messages', async () => {
  const page = await fixture.browser.visit('/login');
  await signUp(page, 'Pay as you go', { email: 'pia@example.com', phone: '+1 202 555 0166' });
  await payAtCheckout(page, 'Pay $9.99');

  await exactText(page, thanks).waitFor();
  await page.getByText(/^Transaction ID: cs_\w{17}$/).waitFor();
  await exactText(page, '50 left').waitFor();
  await page.getByRole('button', { name: 'Go to Settings' }).click();
  await page.waitForURL('**/user/settings');
  await exactText(page, '0 of 50 messages used').waitFor();

  // Added to the first purchase.
  await page.getByRole('link', { name: 'See plans' }).click();
  await choosePlan(page, 'Pay as you go', 'Pay $9.99');
  await payAtCheckout(page, 'Pay $9.99');
  await exactText(page, '100 left').waitFor();
  await page.goto(`${fixture.product.url}/user/subscription`);
  await exactText(page, '0 of 100 messages used').waitFor();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('100 left').waitFor();
  await history.getByText('50 left').waitFor();
});

it.each([
  ['Monthly', 'Pay $19.99', 'Your subscription is active', 'Monthly', '0164'],
  ['Annual', 'Pay $199.99', 'active for a full year', 'Annual', '0165'],
])('leads a newcomer who picks %s from sign-up to unlimited messages', async (...story) => {
  const [plan, label, said, title, line] = story;
  const page = await fixture.browser.visit('/login');
  const email = `${plan.toLowerCase()}@example.com`;
  await signUp(page, plan, { email, phone: `+1 202 555 ${line}` });
  await payAtCheckout(page, label);
  await page.getByText(said).waitFor();
  await exactText(page, 'Unlimited messages').waitFor();
  await page.goto(`${fixture.product.url}/user/subscription`);
  const subscription = page.getByRole('region', { name: 'Your subscription' });
  await subscription.getByRole('heading', { name: title }).waitFor();
  await subscription.getByText('Active').waitFor();
});

it('starts the trial of a newcomer who goes back from the payment page without paying', async () => {
  const page = await fixture.browser.visit('/login');
  await signUp(page, 'Monthly', { email: 'ida@example.com', phone: '+1 202 555 0163' });
  await page.waitForURL('**/sandbox/stripe/checkout/**');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('No charges were made.').waitFor();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('link', { name: 'See plans' }).click();
  await page.getByRole('radio', { name: 'Free trial' }).check();
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await exactText(page, 'Trial activated!').waitFor();
  await exactText(page, '0 of 5 messages used').waitFor();
});

it('charges nothing when a user goes back from the payment page', async () => {
  const page = await visitPlans(fixture.tokens.mia);
  await choosePlan(page, 'Pay as you go', 'Pay $9.99');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Payment canceled' }).waitFor();
  await page.getByText('No charges were made.').waitFor();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForURL('**/user/settings');

  await page.getByRole('link', { name: 'See plans' }).click();
  await choosePlan(page, 'Annual', 'Subscribe for $199.99 per year');
  await page.getByRole('heading', { name: 'Annual' }).waitFor();
  await page.goBack();
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await page.getByRole('button', { name: 'Subscribe for $19.99 per month' }).waitFor();
});

it('gives the trial once', async () => {
  const kai = { email: 'kai@example.com', password: 'Quiet-Harbor-1', phoneNumber: '+12025550167' };
  const reply = await callApi(`${fixture.product.url}/api/auth/register`, { body: kai });
  const { token } = sessionReply.parse(reply);
  const page = await visitPlans(token);
  await exactText(page, '0 of 5 messages used').waitFor();
  await page.getByRole('radio', { name: 'Monthly' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Free trial' }).count()).toBe(0);
});

it('subscribes, cancels in the billing portal, and keeps the subscription after all', async () => {
  const page = await visitPlans(fixture.tokens.mia);
  await choosePlan(page, 'Monthly', 'Subscribe for $19.99 per month');
  await payAtCheckout(page, 'Pay $19.99');
  await page.getByText('Payment successful! Your subscription is active').waitFor();
  await exactText(page, 'Unlimited messages').waitFor();

  await page.getByRole('link', { name: 'Unlimited messages. Plans' }).click();
  const subscription = page.getByRole('region', { name: 'Your subscription' });
  await subscription.getByText('Active').waitFor();
  await subscription.getByText(/Renews on \w+ \d+, \d{4}\./).waitFor();
  await page.getByText(/Unlimited messages until \w+ \d+, \d{4}/).waitFor();
  await page.getByRole('radio', { name: 'Annual' }).check();
  await page.getByRole('button', { name: 'Change to Annual' }).waitFor();

  await subscription.getByRole('button', { name: 'Open billing portal' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await page.getByRole('button', { name: 'Keep the subscription' }).waitFor();
  await page.getByRole('link', { name: 'Back to Sagewire' }).click();
  await page.waitForURL('**/user/subscription');
  const notice = subscription.getByText('Your subscription will cancel at the end of the period.');
  await notice.waitFor();

  await subscription.getByRole('button', { name: 'Open billing portal' }).click();
  await page.getByRole('button', { name: 'Keep the subscription' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).waitFor();
  await page.getByRole('link', { name: 'Back to Sagewire' }).click();
  await page.waitForURL('**/user/subscription');
  await subscription.getByText(/Renews on/).waitFor();
  expect(await notice.count()).toBe(0);
});

async function signUp(
  page: Page,
  plan: string,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Email').fill(email);
  await field('Phone number').fill(phone);
  await field('Password').fill('Quiet-Harbor-1');
  await field('Confirm password').fill('Quiet-Harbor-1');
  await page.getByRole('radio', { name: plan }).check();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'SMS Agreement' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
}

function visitPlans(token: string, visit: { allowedProblems?: RegExp } = {}): Promise<Page> {
  return fixture.browser.visit('/user/subscription', { ...visit, token });
}
