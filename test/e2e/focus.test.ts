import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct();

it('the focus never falls to the body', async () => {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await page
    .getByRole('link', { name: /Mia Chen/ })
    .first()
    .click();
  const bar = (name: string) => page.getByRole('button', { name, exact: true });
  for (const [pressed, next] of [
    ['Take over', 'Return to AI'],
    ['Return to AI', 'Take over'],
  ] as const) {
    await press(page, pressed);
    await bar(next).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Write to/);
    // The second press of a double click would do nothing yet.
    await expect.poll(() => bar(next).isEnabled()).toBe(true);
  }
  await press(page, 'Note');
  await expect.poll(() => focused(page)).toBe('Private note for the team');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toMatch(/^Write to/);

  await press(page, 'Resolve');
  await bar('Reopen').waitFor();
  await press(page, 'Reopen');
  await bar('Resolve').waitFor();
  await expect.poll(() => focused(page)).toBe('Resolve');
});

it('the focus returns from the toasts', async () => {
  const page = await fixture.browser.visit('/experts', { token: fixture.tokens.admin });
  const copy = page.getByRole('button', { name: /^Copy .* expert ID$/ }).first();
  await copy.focus();
  await page.keyboard.press('Enter');
  await page.locator('li[data-toast]').waitFor();
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toMatch(/^Copy .* expert ID$/);
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

/** Its name. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    '(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim().slice(0, 80)',
  );
}
