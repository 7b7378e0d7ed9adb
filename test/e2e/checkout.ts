import type { Page } from 'playwright-core';

export async function choosePlan(page: Page, plan: string, label: string): Promise<void> {
  await page.getByRole('radio', { name: plan }).check();
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL('**/sandbox/stripe/checkout/**');
}

/** With the prefilled card. */
export async function payAtCheckout(page: Page, label: string): Promise<void> {
  await page.waitForURL('**/sandbox/stripe/checkout/**');
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL('**/payment-success?session_id=*');
}
