import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { storeLongThread } from '#test/long-thread.ts';
import { callApi } from './api.ts';
import { fillLogin, messageIn, mia } from './dashboard.ts';
import { setStage } from './stage.ts';

const length = 600;
/** Less than this is rounding, not moving. */
const stillPx = 2;

let threadId: string;
const stage = setStage({
  prepare: async (dataDir) => {
    threadId = await storeLongThread(dataDir, length);
  },
});

it('opens at the newest message', async () => {
  const page = await openThread();
  expect(await distanceFromEnd(page)).toBeLessThan(stillPx);
  expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0);
});

it('loads what was said before without moving what is read, back to the beginning', async () => {
  const { page, release } = await openThreadWithoutHistory();
  await scrollBy(page, -1e9);
  await page.getByText('Loading earlier messages...').waitFor();
  const read = await firstInSight(page);
  const place = await placeOf(read);
  const height = await heightOf(page);
  release();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(height);
  expect(Math.abs((await placeOf(read)) - place), 'moved by').toBeLessThan(stillPx);

  const start = page.getByText('Start of the conversation');
  while ((await start.count()) === 0) await scrollBy(page, -1e9);
  await scrollBy(page, -1e9);
  await page.getByText('Hi Ada, my daughter has a test on Friday.').waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await messageIn(page, `Message ${length}`).waitFor();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(stillPx);
});

it('leaves who reads further up where they are when something new is said', async () => {
  const page = await openThread();
  await scrollBy(page, -3_000);
  const read = await firstInSight(page);
  const place = await placeOf(read);
  await text('Is 1/2 more than 2/5?');
  const toNewest = page.getByRole('button', { name: 'New messages' });
  await toNewest.waitFor();
  expect(Math.abs((await placeOf(read)) - place), 'moved by').toBeLessThan(stillPx);
  await toNewest.click();
  await messageIn(page, 'Is 1/2 more than 2/5?').waitFor();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(stillPx);
});

it('follows along where somebody reads at the end', async () => {
  const page = await openThread();
  await text('And 3/4 more than 5/8?');
  await messageIn(page, 'And 3/4 more than 5/8?').waitFor();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(stillPx);
});

it('still shows the end where the window becomes smaller, as it does above a keyboard', async () => {
  const page = await openThread();
  for (const size of [
    { width: 390, height: 844 },
    { width: 390, height: 480 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => distanceFromEnd(page)).toBeLessThan(stillPx);
  }
});

async function openThread(): Promise<Page> {
  const page = await stage.browser.visit(`/threads/${threadId}`);
  await fillLogin(page, mia);
  await messages(page).getByRole('listitem').first().waitFor();
  await expect.poll(() => distanceFromEnd(page)).toBeLessThan(stillPx);
  return page;
}

/** Older messages stay on their way until they are released. */
async function openThreadWithoutHistory(): Promise<{ page: Page; release: () => void }> {
  const page = await stage.browser.visit('/login');
  const released = Promise.withResolvers<void>();
  await page.route(/cursor=/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await fillLogin(page, mia);
  await page.waitForURL('**/user/experts');
  await page.goto(`${stage.product.url}/threads/${threadId}`);
  await messages(page).getByRole('listitem').first().waitFor();
  return { page, release: released.resolve };
}

function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' });
}

function distanceFromEnd(page: Page): Promise<number> {
  return messages(page).evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
  );
}

function heightOf(page: Page): Promise<number> {
  return messages(page).evaluate(({ scrollHeight }) => scrollHeight);
}

async function scrollBy(page: Page, distance: number): Promise<void> {
  await messages(page).evaluate((region, top) => region.scrollBy({ top }), distance);
  // Two frames: the rows that are in sight now have been drawn and measured.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}

/** The uppermost of the numbered messages that stand in sight. */
async function firstInSight(page: Page): Promise<Locator> {
  const top = (await messages(page).boundingBox())?.y ?? 0;
  const numbered = messages(page).getByText(/^Message \d+$/);
  for (const one of await numbered.all()) {
    if ((await placeOf(one)) < top) continue;
    return messages(page).getByText((await one.textContent()) ?? '', { exact: true });
  }
  throw new Error('No numbered message is in sight');
}

async function placeOf(item: Locator): Promise<number> {
  const box = await item.boundingBox();
  if (!box) throw new Error('The message is gone');
  return box.y;
}

/** Mia texts Ada from her phone. */
async function text(body: string): Promise<void> {
  const message = { from: '+12025550143', to: '+12025550100', body };
  await callApi(`${stage.product.url}/sandbox/api/send`, { body: message });
}
