import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { verifyLedger } from '#server/billing/ledger.ts';
import { openDatabase } from '#server/db/client.ts';
import { signUpByApi } from './accounts.ts';
import { choosePlan, payAtCheckout } from './checkout.ts';
import { exactText } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct();

it('gives nothing for a bank payment that fails, and fifty messages for one that succeeds', async () => {
  const tove = { firstName: 'Tove', lastName: 'Berg', phoneNumber: '+12025550162' };
  const { token } = await signUpByApi(fixture.product.url, tove);
  const page = await visitPlans(token);
  const payments = await fixture.browser.visit('/sandbox/stripe');

  await payLater(page, 'Pay later, and fail');
  await passDay(payments, 'unpaid');
  await openPlans(page);
  await exactText(page, '0 of 5 messages used').waitFor();
  expect(await readHistory(page)).toEqual(['Free trial +5 messages 5 left']);

  await payLater(page, 'Pay later by bank');
  await openPlans(page);
  await exactText(page, '0 of 5 messages used').waitFor();
  await passDay(payments, 'complete');
  // Without a reload.
  await exactText(page, '0 of 55 messages used').waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('55 left').waitFor();
  expect(await readHistory(page)).toEqual([
    'Pay as you go · $9.99 +50 messages · Receipt for Pay as you go, in a new tab 55 left',
    'Free trial +5 messages 5 left',
  ]);
});

it('shows a subscriber each change: another plan, a failing card, a renewal, the end', async () => {
  const page = await visitPlans(fixture.tokens.mia);
  const history = await readHistory(page);
  await choosePlan(page, 'Monthly', 'Subscribe for $19.99 per month');
  await payAtCheckout(page, 'Pay $19.99');
  await openPlans(page);
  const card = page.getByRole('region', { name: 'Your subscription' });
  const state = (title: string) =>
    card.getByRole('heading', { name: title, exact: true }).waitFor();
  await state('Monthly Active');

  await inPortal(page, 'Switch to Annual');
  await state('Annual Active');
  const first = await readYear(card, 'Renews on');

  await inPortal(page, 'The card fails from now on', 'A year later');
  await state('Annual Past due');
  await card
    .getByText('Update your card in the billing portal to keep your subscription.')
    .waitFor();
  await page.getByText('Unlimited messages until').waitFor();

  await inPortal(page, 'The card fails from now on', 'A month later');
  await state('Annual Active');
  expect(await readYear(card, 'Renews on')).toBe(first + 1);

  await inPortal(page, 'A year later');
  await state('Annual Active');
  expect(await readYear(card, 'Renews on')).toBe(first + 2);

  await inPortal(page, 'Cancel at period end', 'A year later');
  await state('Annual Canceled');
  await card.getByText('It ended on').waitFor();
  await exactText(page, '2 of 50 messages used').waitFor();
  // Unlimited messages use none of those bought.
  const describePayment = (price: string) =>
    `Subscription · ${price} · Receipt for Subscription, in a new tab`;
  expect(await readHistory(page)).toEqual([
    ...Array(3).fill(describePayment('$199.99')),
    describePayment('$19.99'),
    ...history,
  ]);
  await choosePlan(page, 'Monthly', 'Subscribe for $19.99 per month');
});

it('keeps a ledger that adds up', async () => {
  await fixture.browser.closePages();
  expect(await fixture.product.stop()).toBe(0);
  const open = await openDatabase({
    databaseUrl: undefined,
    dataDir: fixture.product.settings.DATA_DIR,
  });
  const { findings, entries } = await verifyLedger(open.db);
  await open.close();
  expect(findings).toEqual([]);
  expect(entries).toBeGreaterThan(4);
});

function visitPlans(token: string): Promise<Page> {
  return fixture.browser.visit('/user/subscription', {
    token,
    // The success page asks about an unfinished bank payment.
    allowedProblems: /status of 409/,
  });
}

async function openPlans(page: Page): Promise<void> {
  await page.goto(`${fixture.product.url}/user/subscription`);
}

async function payLater(page: Page, how: string): Promise<void> {
  await choosePlan(page, 'Pay as you go', 'Pay $9.99');
  await payAtCheckout(page, how);
  await exactText(page, 'Your plan is updated as soon as your payment is confirmed.').waitFor();
}

async function passDay(payments: Page, status: string): Promise<void> {
  await payments.getByRole('button', { name: 'A day later' }).click();
  await payments.getByRole('listitem').filter({ hasText: status }).first().waitFor();
}

async function inPortal(page: Page, ...buttons: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Open billing portal' }).click();
  await page.waitForURL('**/sandbox/stripe/portal/**');
  for (const name of buttons) {
    const done = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name }).or(page.getByRole('checkbox', { name })).click();
    await done;
  }
  await page
    .getByRole('link', { name: 'Back to Sagewire' })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL('**/user/subscription');
}

async function readYear(card: Locator, before: string): Promise<number> {
  const sentence = await card.getByText(before).textContent();
  return Number(sentence?.match(/\d{4}/)?.[0]);
}

async function readHistory(page: Page): Promise<string[]> {
  const rows = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await rows.first().waitFor();
  const texts = await rows.allInnerTexts();
  const times = /\w{3} \d+, \d{4}, \d+:\d+\s[AP]M/;
  return texts.map((text) => text.replace(times, '').split(/\s+/).join(' '));
}
