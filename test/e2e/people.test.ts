import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accountExport } from '#shared/api/account.ts';
import { admin, exactText } from './dashboard.ts';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();

const visit = (path: string, options?: { allowedProblems: RegExp }) =>
  fixture.browser.visit(path, { token: fixture.tokens.admin, ...options });

/** Asked once in ten minutes, as other stories may have been. */
async function enterPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  const link = page.getByRole('textbox', { name: 'Invitation link' });
  await dialog.or(link).first().waitFor();
  if (await link.isVisible()) return;
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

async function openMia(page: Page) {
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('mia chen');
  await page.getByRole('row').filter({ hasText: 'mia@example.com' }).click();
  const panel = page.getByRole('complementary', { name: 'Person' });
  await panel.getByRole('heading', { name: 'Mia Chen' }).waitFor();
  return panel;
}

it('finds a person, reads her ledger, exports her data and reaches her conversation', async () => {
  const page = await visit('/');
  const panel = await openMia(page);
  await panel.getByRole('tab', { name: 'Ledger' }).click();
  await panel
    .getByText(/\bleft$/)
    .first()
    .waitFor();
  await panel.getByRole('tab', { name: 'Overview' }).click();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const exported = accountExport.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(exported.profile.email).toBe('mia@example.com');
  await exactText(page, 'Data exported').waitFor();

  await panel
    .getByRole('link', { name: /Ada, SMS/ })
    .first()
    .click();
  await page.getByLabel('Write to Mia as Ada').waitFor();
  await page.goBack();
  await panel.getByRole('heading', { name: 'Mia Chen' }).waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
});

it('invites an agent, who answers conversations and opens nothing else', async () => {
  // A second run needs another address.
  const email = `agent-${Date.now()}@example.com`;
  // Refused until the password is entered.
  const allowedProblems = /status of 403 .*\/api\/team\/invitations/;
  const page = await visit('/people', { allowedProblems });
  await page.getByRole('link', { name: 'Team' }).click();
  const team = page.getByRole('complementary', { name: 'Team' });
  await team.getByLabel('Email', { exact: true }).fill(email);
  await team.getByRole('button', { name: 'Invite', exact: true }).click();
  await enterPassword(page);
  const link = await team.getByRole('textbox', { name: 'Invitation link' }).inputValue();

  const path = link.slice(fixture.product.url.length);
  const other = await fixture.browser.visit(path, { allowedProblems: /401/ });
  await other.getByLabel('Password', { exact: true }).fill('Kestrel-7-tunnel');
  await other.getByRole('button', { name: 'Join' }).click();
  await other.getByRole('link', { name: 'Mia Chen' }).click();
  await other.getByLabel('Write to Mia as Ada').waitFor();
  const menu = other.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await menu.allTextContents()).toEqual(['Conversations', 'Settings']);

  await team.getByRole('button', { name: `Change ${email}` }).click();
  await team.getByRole('button', { name: 'Remove from the team' }).click();
  await exactText(page, 'Removed from the team').waitFor();
  // The page gets the event, and asks who is signed in.
  await other.getByRole('tab', { name: 'Login' }).waitFor();
});
