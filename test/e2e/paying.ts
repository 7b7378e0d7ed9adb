import type { Page } from 'playwright-core';

/** Picks a plan on the subscription page and goes to the payment page. */
export async function choose(page: Page, plan: string, label: string): Promise<void> {
  await page.getByRole('radio', { name: plan }).check();
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL('**/sandbox/stripe/checkout/**');
}

/** Pays by the card that is filled in, or another way that the page offers. */
export async function payOnPaymentPage(page: Page, label: string): Promise<void> {
  await page.waitForURL('**/sandbox/stripe/checkout/**');
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL('**/payment-success?session_id=*');
}
