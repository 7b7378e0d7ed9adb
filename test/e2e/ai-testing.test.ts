import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { exactText, messageIn } from './dashboard.ts';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();

it('gives an expert a picture that users see', async () => {
  const page = await fixture.browser.visit('/experts', { token: fixture.tokens.admin });
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
  await exactText(page, 'Please select a JPG, PNG, or WebP image.').waitFor();
  const background = { r: 200, g: 140, b: 90 };
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .png()
    .toBuffer();
  await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer });
  await expectShown(faceIn(dialog.getByRole('group', { name: 'Identity' })), /^blob:/);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await exactText(page, 'Expert updated').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const stored = /^\/api\/images\/[0-9a-f]{32}\.webp$/;
  await expectShown(faceIn(row), stored);
  expect(await faceIn(row).getAttribute('src')).not.toBe(before);

  const visitor = await fixture.browser.visit('/user/experts', { token: fixture.tokens.mia });
  await expectShown(faceIn(visitor.getByRole('article', { name: 'Ada' })), stored);
});

// spec: 2.14
it('tests an expert, and continues an earlier test', async () => {
  const page = await fixture.browser.visit('/ai-testing', { token: fixture.tokens.admin });
  await page.getByRole('button', { name: 'Send' }).click();
  await exactText(page, 'Please select an expert').waitFor();
  await exactText(page, 'Please enter a message').waitFor();
  await page.getByRole('combobox', { name: 'Expert' }).click();
  await page.getByRole('option', { name: 'Ada' }).click();
  const history = page.getByRole('region', { name: 'Test conversations' });
  await exactText(page, 'Your tests with Ada appear here.').waitFor();

  const field = page.getByLabel('Write to Ada');
  await ask(page, 'What is 15% of 80?');
  await messageIn(page, /is 12\b/).waitFor();
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
  await messageIn(page, /is 12\b/).waitFor();
  await ask(page, 'Thank you!');
  await history.getByText('You: Thank you!').waitFor();
  expect(await history.getByRole('button').first().textContent()).toBe('What is 15% of 80?');
  expect(await field.inputValue()).toBe('');
});

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write to Ada').fill(text);
  const answered = page.waitForResponse('**/api/test-message');
  await page.getByLabel('Write to Ada').press('Enter');
  await answered;
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

const faceIn = (place: Locator) => place.locator('img');

async function expectShown(face: Locator, address: RegExp): Promise<void> {
  await expect.poll(() => face.getAttribute('src'), { timeout: 10_000 }).toMatch(address);
  const width = () => face.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')));
  await expect.poll(width, { timeout: 10_000 }).toBeGreaterThan(0);
}
