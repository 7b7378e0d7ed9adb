import type { Locator, Page } from 'playwright-core';

/** What the sandbox prints when it starts. */
export const admin = { email: 'admin@example.com', password: 'Sagewire-demo-1' };
export const mia = { email: 'mia@example.com', password: 'Sagewire-demo-1' };

export async function fillLogin(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** What stands in a notification, or in any other line of its own. */
export function words(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true });
}

/** A message in the open thread. */
export function messageIn(page: Page, body: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(body);
}
