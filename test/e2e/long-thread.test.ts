import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { storeLongThread } from '#test/long-thread.ts';
import { callApi } from './api.ts';
import { messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const length = 600;
/** Less is rounding. */
const stillPx = 2;

let threadId: string;
const fixture = setUpProduct({
  prepare: async (dataDir) => {
    threadId = await storeLongThread(dataDir, length);
  },
});

it('opens at the newest message', async () => {
  const page = await openThread();
  expect(await readDistanceFromEnd(page)).toBeLessThan(stillPx);
  expect(await page.getByRole('button', { name: 'Newest' }).count()).toBe(0);
});

it('loads earlier messages, back to the first, without moving the one being read', async () => {
  const { page, release } = await openThreadWithoutHistory();
  await scrollBy(page, -1e9);
  await page.getByText('Loading earlier messages...').waitFor();
  const read = await findFirstVisible(page);
  const place = await readTop(read);
  const height = await readHeight(page);
  release();
  await expect.poll(() => readHeight(page)).toBeGreaterThan(height);
  expect(Math.abs((await readTop(read)) - place), 'moved by').toBeLessThan(stillPx);

  const start = page.getByText('Start of the conversation');
  while ((await start.count()) === 0) await scrollBy(page, -1e9);
  await scrollBy(page, -1e9);
  await page.getByText('Hi Ada, my daughter has a test on Friday.').waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await messageIn(page, `Message ${length}`).waitFor();
  await expect.poll(() => readDistanceFromEnd(page)).toBeLessThan(stillPx);
});

it('keeps the place of a reader further up when a message arrives', async () => {
  const page = await openThread();
  await scrollBy(page, -3_000);
  const read = await findFirstVisible(page);
  const place = await readTop(read);
  await text('Is 1/2 more than 2/5?');
  const toNewest = page.getByRole('button', { name: 'New messages' });
  await toNewest.waitFor();
  expect(Math.abs((await readTop(read)) - place), 'moved by').toBeLessThan(stillPx);
  await toNewest.click();
  await messageIn(page, 'Is 1/2 more than 2/5?').waitFor();
  await expect.poll(() => readDistanceFromEnd(page)).toBeLessThan(stillPx);
});

it('scrolls along for a reader at the end', async () => {
  const page = await openThread();
  await text('And 3/4 more than 5/8?');
  await messageIn(page, 'And 3/4 more than 5/8?').waitFor();
  await expect.poll(() => readDistanceFromEnd(page)).toBeLessThan(stillPx);
});

it('still shows the end when the window shrinks, as it does above a keyboard', async () => {
  const page = await openThread();
  for (const size of [
    { width: 390, height: 844 },
    { width: 390, height: 480 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => readDistanceFromEnd(page)).toBeLessThan(stillPx);
  }
});

async function openThread(): Promise<Page> {
  const page = await fixture.browser.visit(`/threads/${threadId}`, { token: fixture.tokens.mia });
  await messages(page).getByRole('listitem').first().waitFor();
  await expect.poll(() => readDistanceFromEnd(page)).toBeLessThan(stillPx);
  return page;
}

async function openThreadWithoutHistory(): Promise<{ page: Page; release: () => void }> {
  const released = Promise.withResolvers<void>();
  const page = await fixture.browser.visit(`/threads/${threadId}`, {
    token: fixture.tokens.mia,
    prepare: (tab) =>
      tab.route(/cursor=/, async (route) => {
        await released.promise;
        await route.continue();
      }),
  });
  await messages(page).getByRole('listitem').first().waitFor();
  return { page, release: released.resolve };
}

function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' });
}

function readDistanceFromEnd(page: Page): Promise<number> {
  return messages(page).evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
  );
}

function readHeight(page: Page): Promise<number> {
  return messages(page).evaluate(({ scrollHeight }) => scrollHeight);
}

async function scrollBy(page: Page, distance: number): Promise<void> {
  await messages(page).evaluate((region, top) => region.scrollBy({ top }), distance);
  // The visible rows are then measured.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}

async function findFirstVisible(page: Page): Promise<Locator> {
  const top = (await messages(page).boundingBox())?.y ?? 0;
  const numbered = messages(page).getByText(/^Message \d+$/);
  for (const one of await numbered.all()) {
    if ((await readTop(one)) < top) continue;
    return messages(page).getByText((await one.textContent()) ?? '', { exact: true });
  }
  throw new Error('No numbered message is visible');
}

async function readTop(item: Locator): Promise<number> {
  const box = await item.boundingBox();
  if (!box) throw new Error('The message is gone');
  return box.y;
}

async function text(body: string): Promise<void> {
  const message = { from: '+12025550143', to: '+12025550100', body };
  await callApi(`${fixture.product.url}/sandbox/api/send`, { body: message });
}
