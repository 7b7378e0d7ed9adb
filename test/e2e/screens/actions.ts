import type { Page } from 'playwright-core';

export function openDocument(name: string, link = name) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: link, exact: true }).click();
    await page.getByRole('dialog', { name }).waitFor();
  };
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
}

export function openDialog(button: string, dialog: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
  };
}
