import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { oldText, storeShift } from '#test/shift-data.ts';
import { exactText, messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct({ prepare: storeShift });

it("is worked by keyboard: take over in 1, any text in 3, last week's failures in 2, repair in 3", async () => {
  const { page, press, type, countActions } = await startShift();
  const list = page.getByRole('heading', { name: 'Waiting for a person 5' });
  await list.waitFor();
  await page.getByRole('heading', { name: 'All others' }).waitFor();

  const row = await page.locator('[data-thread]').first().boundingBox();
  expect(row?.height).toBeLessThanOrEqual(64);
  await press('j');
  expect(await readFocus(page)).toContain('Person 35');
  countActions();
  await press('t');
  await page.getByText(/^You answer · since/).waitFor();
  expect(countActions(), 'take over').toBe(1);
  const composer = page.getByLabel('Write to Person as Ada');
  await expect.poll(() => composer.evaluate((field) => field.matches(':focus'))).toBe(true);
  await type('Grace here: it is 280.');
  await press('Enter');
  await exactText(page, 'Message sent').waitFor();
  await press('Escape');
  await press('e');
  await exactText(page, 'Conversation resolved').waitFor();
  expect(countActions(), 'answer and resolve').toBe(4);
  for (const left of [4, 3, 2, 1]) {
    await page.getByRole('heading', { name: `Waiting for a person ${left}` }).waitFor();
    await press('Home');
    await press('t');
    await page.getByText(/^You answer · since/).waitFor();
    await press('Escape');
    await press('e');
  }
  await page.getByRole('heading', { name: /^Waiting for a person/ }).waitFor({ state: 'detached' });
  expect(countActions(), 'take and resolve 4 more').toBe(16);

  await press('f');
  await press('f');
  const failed = page.locator('[data-thread]');
  await expect.poll(() => failed.count()).toBe(3);
  expect(countActions(), "last week's failures").toBe(2);
  await page.getByRole('checkbox', { name: 'Select all that match' }).waitFor();
  await press('Control+a');
  await page.getByText('All 3 selected').first().waitFor();
  await press('Tab');
  await press('Enter');
  await exactText(page, 'Sending or answering again in 2 conversations').waitFor();
  await page.getByText('This person has opted out of texts from Ada.').waitFor();
  expect(countActions(), 'repair all').toBe(3);

  // The days would narrow the search, too.
  await press('f');
  await exactText(page, 'Person 1').waitFor();
  countActions();
  await press('/');
  await type('seashells');
  await page.getByRole('region', { name: 'Messages found' }).getByRole('link').waitFor();
  await press('Enter');
  await messageIn(page, oldText).waitFor();
  expect(countActions(), 'find a text').toBe(3);
});

/** A typed text counts as one action. */
async function startShift() {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  let actions = 0;
  return {
    page,
    press: async (key: string) => {
      actions += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      actions += 1;
      await page.keyboard.type(text);
    },
    /** Since the last call. */
    countActions: () => {
      const counted = actions;
      actions = 0;
      return counted;
    },
  };
}

const readFocus = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
