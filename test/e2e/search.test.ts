import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { storeLongThread } from '#test/long-thread.ts';
import { callApi } from './api.ts';
import { messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const length = 600;

const fixture = setUpProduct({ prepare: (dataDir) => storeLongThread(dataDir, length) });

it('finds an old text by keyboard, opens it in its place, and Back returns to the hits', async () => {
  const page = await openInbox();
  await page.keyboard.press('/');
  await page.keyboard.type('message 140');
  const hit = hits(page).getByRole('link', { name: /Message 140/ });
  await hit.waitFor();
  await page.keyboard.press('Enter');
  const found = messageIn(page, 'Message 140');
  await expect.poll(() => isInMiddle(page, found)).toBe(true);
  await page.goBack();
  await hit.waitFor();
  expect(await hit.evaluate((link) => link.matches(':focus'))).toBe(true);
});

it('reads on to the newest text, which then arrives by itself', async () => {
  const page = await openInbox('/?q=message+140');
  await hits(page)
    .getByRole('link', { name: /Message 140/ })
    .click();
  await expect.poll(() => isInMiddle(page, messageIn(page, 'Message 140'))).toBe(true);
  const newest = messageIn(page, `Message ${length}`);
  await expect
    .poll(async () => {
      await messages(page).evaluate((region) => region.scrollBy({ top: 1e9 }));
      return newest.isVisible();
    })
    .toBe(true);
  const body = { from: '+12025550143', to: '+12025550100', body: 'Is 1/2 more than 2/5?' };
  await callApi(`${fixture.product.url}/sandbox/api/send`, { body });
  await messageIn(page, body.body).waitFor();
  await page.getByLabel('Search people and messages').fill('more than 2/5');
  await hits(page).getByText('Is 1/2 more than 2/5?').waitFor();
});

it('leaves an old text for the newest at once', async () => {
  const page = await openInbox('/?q=message+140');
  await hits(page)
    .getByRole('link', { name: /Message 140/ })
    .click();
  await expect.poll(() => isInMiddle(page, messageIn(page, 'Message 140'))).toBe(true);
  await page.getByRole('button', { name: 'Newest' }).click();
  await messageIn(page, 'Is 1/2 more than 2/5?').waitFor();
  await expect.poll(() => page.url()).not.toContain('message=');
});

it('opens in place on a phone, too, and its arrow leads back to the hits', async () => {
  const page = await openInbox('/?q=message+140');
  await page.setViewportSize({ width: 390, height: 844 });
  await hits(page)
    .getByRole('link', { name: /Message 140/ })
    .click();
  await expect.poll(() => isInMiddle(page, messageIn(page, 'Message 140'))).toBe(true);
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await hits(page)
    .getByRole('link', { name: /Message 140/ })
    .waitFor();
});

async function openInbox(path = '/'): Promise<Page> {
  const page = await fixture.browser.visit(path, { token: fixture.tokens.admin });
  await page.getByRole('heading', { name: 'Conversations' }).first().waitFor();
  return page;
}

const hits = (page: Page): Locator => page.getByRole('region', { name: 'Messages found' });
const messages = (page: Page): Locator =>
  page.getByRole('region', { name: 'Messages', exact: true });

async function isInMiddle(page: Page, item: Locator): Promise<boolean> {
  if ((await item.count()) !== 1) return false;
  const [region, box] = [await messages(page).boundingBox(), await item.boundingBox()];
  if (!region || !box) return false;
  const middle = box.y + box.height / 2;
  return middle > region.y + region.height / 4 && middle < region.y + (3 * region.height) / 4;
}
