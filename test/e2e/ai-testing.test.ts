import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { admin, fillLogin, messageIn, mia, words } from './dashboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('gives an expert a face that everyone sees', async () => {
  const page = await signInAsAdmin();
  await page.getByRole('link', { name: 'Experts' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '@ada' });
  const before = await faceIn(row).getAttribute('src');
  await row.getByRole('button', { name: 'Edit Ada' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Ada' });
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({
    name: 'face.png',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  });
  await words(page, 'Please select a JPG, PNG, or WebP image.').waitFor();
  const background = { r: 200, g: 140, b: 90 };
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .png()
    .toBuffer();
  await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer });
  await expectShown(faceIn(dialog.getByRole('group', { name: 'Who it is' })), /^blob:/);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await words(page, 'Expert updated').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const stored = /^\/api\/images\/[0-9a-f]{32}\.webp$/;
  await expectShown(faceIn(row), stored);
  expect(await faceIn(row).getAttribute('src')).not.toBe(before);

  const visitor = await stage.browser.visit('/login');
  await fillLogin(visitor, mia);
  await expectShown(faceIn(visitor.getByRole('article', { name: 'Ada' })), stored);
});

it('tests an expert, and goes on with a test of before', async () => {
  const page = await signInAsAdmin();
  await page.getByRole('link', { name: 'AI Testing' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await words(page, 'Please select an expert').waitFor();
  await words(page, 'Please enter a message').waitFor();
  await page.getByRole('combobox', { name: 'Expert' }).click();
  await page.getByRole('option', { name: 'Ada' }).click();
  const history = page.getByRole('region', { name: 'Test conversations' });
  await words(page, 'What you test with Ada is kept here.').waitFor();

  const field = page.getByLabel('Write to Ada');
  await ask(page, 'What is 15% of 80?');
  await messageIn(page, /= 12\b/).waitFor();
  await page.getByRole('button', { name: 'AI details' }).click();
  await messageIn(page, /^OpenAI · Sandbox AI · gpt-5 · \d+\.\d s · \d+ tokens$/).waitFor();
  await page.getByRole('button', { name: 'New conversation' }).click();
  await ask(page, 'How do percentages work?');
  const first = history.getByRole('button', { name: 'What is 15% of 80?' });
  const second = history.getByRole('button', { name: 'How do percentages work?' });
  await second.waitFor();
  expect(await second.getAttribute('aria-current')).toBe('true');

  await page.reload();
  await history.getByText('You: How do percentages work?').waitFor();
  await first.click();
  await messageIn(page, /= 12\b/).waitFor();
  await ask(page, 'Thank you!');
  await history.getByText('You: Thank you!').waitFor();
  expect(await history.getByRole('button').first().textContent()).toBe('What is 15% of 80?');
  expect(await field.inputValue()).toBe('');
});

async function signInAsAdmin(): Promise<Page> {
  const page = await stage.browser.visit('/');
  await fillLogin(page, admin);
  await words(page, 'Welcome back!').waitFor();
  return page;
}

/** Sends a test message to Ada and waits for the answer. */
async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write to Ada').fill(text);
  const answered = page.waitForResponse('**/api/test-message');
  await page.getByLabel('Write to Ada').press('Enter');
  await answered;
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

const faceIn = (place: Locator) => place.locator('img');

/** A picture that the browser has really loaded. */
async function expectShown(face: Locator, address: RegExp): Promise<void> {
  await expect.poll(() => face.getAttribute('src'), { timeout: 10_000 }).toMatch(address);
  const width = () => face.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')));
  await expect.poll(width, { timeout: 10_000 }).toBeGreaterThan(0);
}
