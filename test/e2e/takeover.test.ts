import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import { openPhone, readAnswer, sendText, textOn } from './phone.ts';

const fixture = setUpProduct();

it('a person takes over from the AI, and a second click at the same place gives nothing back', async () => {
  const page = await openThread();
  await page.getByText('Ada answers', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Take over' }).dblclick({ delay: 20 });
  await page.getByText(/^You answer · since/).waitFor();
  const giveBack = page.getByRole('button', { name: 'Return to AI', exact: true });
  await expect.poll(() => giveBack.isEnabled()).toBe(true);
  await page.getByText(/^You answer · since/).waitFor();
  await giveBack.click();
  await page.getByText('Ada answers', { exact: true }).waitFor();
});

it('a person answers what was held, and the AI what waits when it is returned', async () => {
  const phone = await openPhone(fixture.browser, 'Ada');
  const page = await openThread();
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByText(/^You answer · since/).waitFor();

  await sendText(phone, 'What is 9 x 9?');
  await textOn(phone, 'A person from the team behind Ada answers here now').waitFor();
  await messageIn(page, 'What is 9 x 9?').waitFor();
  await page.getByText('Held: waiting for a person').waitFor();
  await page.getByText(/waits \d min/).waitFor();
  await write(page, 'Grace here: it is 81.');
  await textOn(phone, 'Grace here: it is 81.').waitFor();

  await sendText(phone, 'What is 6 x 7?');
  await page.getByRole('button', { name: 'Return to AI', exact: true }).click();
  await readAnswer(phone, 'Ada', / is 42\b/);
  await page.getByText('Ada answers', { exact: true }).waitFor();
  expect(await page.getByText('Held: waiting for a person').count()).toBe(0);
});

it('a private note stays with the team', async () => {
  const phone = await openPhone(fixture.browser, 'Ada');
  const page = await openThread();
  await page.getByRole('button', { name: 'Note' }).click();
  await page.getByRole('textbox', { name: 'Private note for the team' }).fill('Likes squares.');
  await page.keyboard.press('Enter');
  await messageIn(page, 'Likes squares.').waitFor();
  await page.keyboard.press('Escape');
  // A later text has arrived, so the note would have, too.
  await write(page, 'Shall we go on?');
  await textOn(phone, 'Shall we go on?').waitFor();
  expect(await textOn(phone, 'Likes squares.').count()).toBe(0);
});

it('a canned reply is added, found by its name and sent', async () => {
  const phone = await openPhone(fixture.browser, 'Ada');
  const page = await openThread();
  const composer = page.getByLabel(/^Write to/);
  await composer.fill('/');
  await page.getByRole('button', { name: 'Add a canned reply' }).click();
  await page.getByLabel('Name').fill('Thanks');
  await page.getByLabel('Text', { exact: true }).fill('Thank you, Mia.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Thanks' }).waitFor();
  await page.keyboard.press('Escape');
  await composer.fill('/th');
  await page.getByRole('option', { name: /^Thanks/ }).waitFor();
  await composer.press('Enter');
  await composer.press('Enter');
  await textOn(phone, 'Thank you, Mia.').waitFor();
});

it('a resolved conversation is reopened by the next text', async () => {
  const phone = await openPhone(fixture.browser, 'Ada');
  const page = await openThread();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
  await sendText(phone, 'What is 2 x 8?');
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
});

it('a person who texts AGENT gets one', async () => {
  const phone = await openPhone(fixture.browser, 'Ada', '+1 202 555 0116');
  await sendText(phone, 'Agent');
  await textOn(phone, 'that you ask for a person').waitFor();
});

/** Mia's with Ada. */
async function openThread(): Promise<Page> {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await page.getByRole('link', { name: 'Mia Chen' }).first().click();
  await page.getByRole('textbox', { name: /^Write to/ }).waitFor();
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Write to/ }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
