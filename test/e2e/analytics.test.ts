import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { analyticsReply } from '#shared/api/analytics.ts';
import { expertsReply } from '#shared/api/experts.ts';
import { signInToApi } from './api.ts';
import { timeZone } from './browser.ts';
import { exactText } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import { openConversation, readAnswer, sendText, textOn } from './phone.ts';

const fixture = setUpProduct({ allowedLog: /given up: not sent/ });

it('counts messages, and leads from a number to its conversations and to a file', async () => {
  const api = await signInToApi(fixture.product.url);
  const readTotals = async () =>
    (await api.get(`/api/analytics?days=7&timeZone=${timeZone}`, analyticsReply)).totals;
  const before = await readTotals();
  await talkToAda();

  const page = await fixture.browser.visit('/analytics?days=7', { token: fixture.tokens.admin });
  await link(page, `Messages in: ${before.messagesIn + 3}`).waitFor();
  await link(page, `Messages out: ${before.messagesOut + 3}`).waitFor();
  await link(page, 'Rejection rate: 33.3%').waitFor();
  await page.getByText('1 of 3 messages checked').waitFor();
  await page.getByText(`${before.failed + 1} failed`).waitFor();
  const after = await readTotals();
  expect(after.tokens.input).toBeGreaterThan(before.tokens.input);
  expect(after.answered).toBe(before.answered + 2);

  await link(page, 'Ada, Rejected: 1').click();
  const chip = page.getByRole('button', { name: /^Remove filter: Rejected · Ada · / });
  await chip.waitFor();
  const threads = page.locator('[data-thread]');
  await threads.getByText('Mia Chen').waitFor();
  expect(await threads.count()).toBe(1);
  await threads.first().click();
  await page.getByRole('region', { name: 'Messages' }).getByText(rejection).waitFor();
  await chip.click();
  await page.getByRole('link', { name: 'Tomás Rivera' }).waitFor();

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await compareTableAndFile(page, 'Rejections');
});

const rejection = 'I only talk about numbers.';
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Ada answers one text, rejects one, and one answer is not delivered. */
async function talkToAda(): Promise<void> {
  const api = await signInToApi(fixture.product.url);
  const { experts } = await api.get('/api/experts', expertsReply);
  const ada = experts.find(({ displayName }) => displayName === 'Ada');
  await api.put(`/api/experts/${ada?.id}`, {
    validator: 'Reject messages about gambling.',
    rejected: rejection,
  });
  const phone = await fixture.browser.visit('/sandbox');
  await openConversation(phone, 'Ada');
  await sendText(phone, 'What is 15% of 80?');
  await readAnswer(phone, 'Ada', / is 12\b/);
  await sendText(phone, 'What are the odds in gambling?');
  await textOn(phone, rejection).waitFor();
  await sendText(phone, '[send 30003] What is 20% of 80?');
  await expect
    .poll(async () => (await api.readThread('Mia Chen')).messages.at(-1)?.delivery?.state, {
      timeout: 60_000,
    })
    .toBe('failed');
}

async function compareTableAndFile(page: Page, title: string): Promise<void> {
  const panel = page.getByRole('region', { name: title, exact: true });
  await panel.getByRole('button', { name: `Show ${title} as a table` }).click();
  const table = await panel.getByRole('row').allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: `Download ${title} as CSV` }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    /^sagewire-rejections-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/,
  );
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?Day \(.+\),Checked,Rejected,Rejection rate \(0 to 1\)$/);
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,3,1,0\.3333$/);
  // Head, today, six days before it, and the sum.
  expect(table).toHaveLength(9);
  expect(table[1]).toMatch(/\t3\t1\t33\.3%$/);
  await exactText(page, 'Coming soon...').waitFor();
}
