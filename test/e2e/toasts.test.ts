import { expect, it } from 'vitest';
import { exactText } from './dashboard.ts';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();

it('cover nothing that is worked on, on a desk and on a phone', async () => {
  const page = await fixture.browser.visit('/', {
    token: fixture.tokens.admin,
    allowedProblems: /INTERNET_DISCONNECTED/,
  });
  const untilClear = async () => {
    await page.locator('li[data-variant=destructive]').waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => page.evaluate<string[]>(coveredByToast)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.context().setOffline(false);
  };
  await page
    .getByRole('link', { name: /Mia Chen/ })
    .first()
    .click();
  const composer = page.getByRole('textbox', { name: /^Write to/ });
  await composer.fill('Are you there?');
  await page.context().setOffline(true);
  await composer.press('Enter');
  await untilClear();

  await page.getByRole('link', { name: 'AI Providers' }).click();
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await page.getByLabel('Display name').fill('Renamed');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await untilClear();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Experts', exact: true }).click();
  await page.getByRole('link', { name: 'Ada', exact: true }).click();
  await page.getByRole('textbox', { name: 'Tagline', exact: true }).fill('Numbers, very gently');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await untilClear();
});

it('cover no field of a dialog, and are wholly on a small screen', async () => {
  const page = await fixture.browser.visit('/people', { token: fixture.tokens.admin });
  await page.getByRole('link', { name: 'Mia Chen' }).click();
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Credits for Mia Chen' });
  await dialog.getByLabel('Messages').fill('10');
  await dialog.getByLabel('Reason').fill('A gift');
  await dialog.getByRole('button', { name: 'Adjust credits' }).click();
  await exactText(page, 'Credits adjusted').waitFor();
  for (const [width, height] of [
    [1440, 844],
    [390, 844],
    [390, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate<string[]>(coveredByToast)).toEqual([]);
    const isWhole = `(() => {
      const toast = document.querySelector('li[data-variant]')?.getBoundingClientRect();
      return !toast || (toast.top >= 0 && toast.bottom <= innerHeight);
    })()`;
    await expect.poll(() => page.evaluate<boolean>(isWhole)).toBe(true);
  }
});

it('lie on no address that was copied, and on no button', async () => {
  const page = await fixture.browser.visit('/experts', { token: fixture.tokens.admin });
  await page.getByRole('link', { name: 'Ada', exact: true }).click();
  const copy = page.getByRole('button', { name: "Copy Ada's webhook URL" });
  await copy.click();
  await exactText(page, 'Webhook URL copied').or(exactText(page, 'Copy it by hand')).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await copy.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate<string[]>(coveredByToast)).toEqual([]);
  }
});

const coveredByToast = `(() => {
  const toast = document.querySelector('li[data-variant]')?.getBoundingClientRect();
  // On a busy machine it may be gone before the last size.
  if (!toast) return [];
  const wanted = '[data-keep-clear], form[data-keep-clear] *, [role=dialog] button, [role=dialog] input, [role=status] button, main button, main code';
  const worked = [...document.querySelectorAll(wanted)];
  return worked.filter((element) => {
    const box = element.getBoundingClientRect();
    const isDrawn = box.width > 0 && box.height > 0;
    return isDrawn && box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom;
  }).map((element) => element.getAttribute('aria-label') ?? element.textContent);
})()`;
