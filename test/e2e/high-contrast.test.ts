import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();

it('keeps edges, switches and what is chosen in high contrast', async () => {
  const page = await fixture.browser.visit('/login', {
    prepare: (opened) => opened.emulateMedia({ forcedColors: 'active' }),
  });
  expect(await edgeOf(page.getByRole('button', { name: 'Login' }))).toBeGreaterThan(0);
  const [login, signUp] = [/^Login/, /^Sign Up/].map((name) => page.getByRole('tab', { name }));
  expect(await fillOf(login as Locator)).not.toBe(await fillOf(signUp as Locator));
});

it('keeps a switch, a chip, a row and a page apart from the others', async () => {
  const page = await fixture.browser.visit('/settings', {
    token: fixture.tokens.admin,
    prepare: (opened) => opened.emulateMedia({ forcedColors: 'active' }),
  });
  const on = page.getByRole('switch', { name: 'Sound' });
  const thumb = on.locator('span');
  const off = await fillOf(on);
  expect(await fillOf(thumb)).not.toBe(off);
  await on.click();
  await expect.poll(() => on.getAttribute('aria-checked')).toBe('true');
  expect(await fillOf(on)).not.toBe(off);
  expect(await fillOf(thumb)).not.toBe(await fillOf(on));
  await on.click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  expect(await fillOf(menu.getByRole('link', { name: 'Settings' }))).not.toBe(
    await fillOf(menu.getByRole('link', { name: 'Experts' })),
  );

  await menu.getByRole('link', { name: 'Conversations' }).click();
  const chip = (name: RegExp) => page.getByRole('button', { name });
  expect(await fillOf(chip(/^All/))).not.toBe(await fillOf(chip(/^Opted out/)));
  const rows = page.locator('main a[data-thread]');
  await rows.first().click();
  await expect.poll(() => rows.first().getAttribute('aria-current')).toBe('true');
  expect(await fillOf(rows.first())).not.toBe(await fillOf(rows.nth(1)));
  expect(await edgeOf(page.getByRole('button', { name: 'Send', exact: true }))).toBeGreaterThan(0);
});

const fillOf = (locator: Locator) =>
  locator.evaluate((element) => String(element.computedStyleMap().get('background-color')));
const edgeOf = (locator: Locator) =>
  locator.evaluate((element) =>
    Number.parseFloat(String(element.computedStyleMap().get('border-top-width'))),
  );
