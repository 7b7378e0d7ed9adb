import type { Locator, Page } from 'playwright-core';

/** Created by the sandbox. */
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

export function exactText(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true });
}

export function messageIn(page: Page, body: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages', exact: true }).getByText(body);
}
