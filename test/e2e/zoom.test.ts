import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();

/** A window of 1280 x 1024 at 400 and 300 percent, one of 1280 x 900 at 200. */
const windows = [
  { width: 320, height: 256 },
  { width: 427, height: 300 },
  { width: 640, height: 450 },
];

it.each(windows)('leaves rows, people and messages in sight, $width x $height', async (size) => {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await page.setViewportSize(size);
  await wheelTo(page, 'main a[data-thread]');
  await page.locator('main a[data-thread]').first().click();
  await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').last().waitFor();
  const newest = 'section[aria-label=Messages] li:last-child';
  await expect.poll(() => page.evaluate<boolean>(isInSight(newest))).toBe(true);
  await wheelTo(page, 'main form textarea');

  await page.goto(`${fixture.product.url}/people`);
  await wheelTo(page, 'main a[data-person]');
  await page.locator('main a[data-person]').first().click();
  await wheelTo(page, 'aside[aria-label=Person] h2');
});

it.each(windows)('leaves a user their messages, $width x $height', async (size) => {
  const page = await fixture.browser.visit('/user/conversations', { token: fixture.tokens.mia });
  await page.setViewportSize(size);
  await wheelTo(page, 'main a[href^="/threads/"]');
  await page.locator('main a[href^="/threads/"]').first().click();
  await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').last().waitFor();
  const newest = 'section[aria-label=Messages] li:last-child';
  await expect.poll(() => page.evaluate<boolean>(isInSight(newest))).toBe(true);
  await wheelTo(page, 'main form textarea');
});

it('gives messages seven tenths of a thread on a phone', async () => {
  for (const [path, token] of [
    ['/', fixture.tokens.admin],
    ['/user/conversations', fixture.tokens.mia],
  ] as const) {
    const page = await fixture.browser.visit(path, { token });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('main a[data-thread], main a[href^="/threads/"]').first().click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByRole('listitem').last().waitFor();
    const share = `(() => {
      const messages = document.querySelector('section[aria-label=Messages]');
      const thread = messages.closest('section[aria-label^=Conversation]');
      return messages.clientHeight / thread.clientHeight;
    })()`;
    expect(await page.evaluate<number>(share), path).toBeGreaterThan(0.7);
  }
});

/** With the wheel over the middle of the window, as the page's one column. */
async function wheelTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  const isFound = async () => {
    if (await page.evaluate<boolean>(isInSight(selector))) return true;
    await page.mouse.wheel(0, height / 4);
    return false;
  };
  await expect.poll(isFound, { message: selector }).toBe(true);
}

/** A point of it is on top, not one that only the document knows. */
function isInSight(selector: string): string {
  return `(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const y = Math.min(Math.max((top + bottom) / 2, top), innerHeight - 8);
    const found = y < top ? null : document.elementFromPoint((left + right) / 2, y);
    return element.contains(found);
  })()`;
}
