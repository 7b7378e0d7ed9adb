import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accountExport } from '#shared/api/account.ts';
import { exactText, fillLogin } from './dashboard.ts';
import { joinProduct } from './fixture.ts';
import { openConversation, readAnswer, sendText, switchPhone, textOn } from './phone.ts';

const fixture = joinProduct();
const phoneNumber = '+1 202 555 0188';
const zoe = { email: 'zoe@example.com', password: 'Quiet-Harbor-1' };
const question = 'What is 1/2 + 1/3?';
const onlyOnce = 'This email has already had its free trial.';

it('signs up, texts, pays, downloads everything, and deletes the account', async () => {
  const page = await fixture.browser.visit('/login', {
    allowedProblems: /status of (401|403|409)/,
  });
  await signUp(page, 'Free trial');
  await connect(page);
  const phone = await fixture.browser.visit('/sandbox');
  await switchPhone(phone, phoneNumber);
  await openConversation(phone, 'Ada');
  await sendText(phone, 'YES');
  await textOn(phone, "You're connected with Ada as").waitFor();
  await sendText(phone, question);
  const answer = await readAnswer(phone, 'Ada', /5\/6/);

  await page.goto(`${fixture.product.url}/user/subscription`);
  await page.getByRole('radio', { name: 'Pay as you go' }).check();
  await page.getByRole('button', { name: 'Pay $9.99' }).click();
  await page.waitForURL('**/sandbox/stripe/checkout/**');
  await page.getByRole('button', { name: 'Pay $9.99' }).click();
  await page.waitForURL('**/payment-success?session_id=*');
  await page.goto(`${fixture.product.url}/user/subscription`);
  const history = page.getByRole('region', { name: 'History' });
  for (const line of ['Pay as you go', 'Reply by Ada', '54 left', '+50']) {
    await history.getByText(line).first().waitFor();
  }

  await page.goto(`${fixture.product.url}/user/settings`);
  const kept = await download(page);
  expect(kept.profile).toMatchObject({ email: zoe.email, phoneNumber: '+12025550188' });
  expect(kept.ledger.map(({ kind }) => kind)).toEqual(['grant', 'spend', 'grant']);
  expect(kept.payments).toHaveLength(1);
  const bodies = kept.conversations[0]?.messages.map(({ body }) => body);
  expect(bodies).toEqual(expect.arrayContaining(['YES', question, answer]));

  const other = await fixture.browser.visitBeside(page, '/user/conversations', {
    allowedProblems: /status of 401/,
  });
  await other.getByRole('heading', { name: 'Conversations' }).waitFor();
  await leave(page);
  await other.getByRole('tab', { name: 'Login' }).waitFor();

  await fillLogin(page, zoe);
  await exactText(page, 'Invalid email or password').waitFor();
  await sendText(phone, 'Are you still there?');
  await textOn(phone, /To chat with Ada, sign up at/).waitFor();

  await signUp(page, 'Free trial');
  await exactText(page, onlyOnce).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Pay as you go' }).check();
  await consent(page);
  await page.waitForURL('**/sandbox/stripe/checkout/**');
  await page.goto(`${fixture.product.url}/user/conversations`);
  await exactText(page, 'No conversations yet').waitFor();
});

async function signUp(page: Page, plan: string): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Email').fill(zoe.email);
  await field('Phone number').fill(phoneNumber);
  await field('Password').fill(zoe.password);
  await field('Confirm password').fill(zoe.password);
  await page.getByRole('radio', { name: plan }).check();
  await consent(page);
}

async function consent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const dialog = page.getByRole('dialog', { name: 'SMS Agreement' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
}

async function connect(page: Page): Promise<void> {
  await page.waitForURL('**/user/experts');
  const card = page.getByRole('article', { name: 'Ada' });
  await card.getByRole('button', { name: 'Connect Now' }).click();
  await card.getByText('Reply YES on your phone').waitFor();
}

async function download(page: Page) {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  const saved = await file;
  expect(saved.suggestedFilename()).toMatch(/^sagewire-\d{4}-\d\d-\d\d\.json$/);
  return accountExport.parse(JSON.parse(readFileSync(await saved.path(), 'utf8')));
}

/** A wrong password first must delete nothing. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByText('What we keep').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('Quiet-Harbor-2');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await exactText(page, 'That password is wrong.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(zoe.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await exactText(page, 'Account deleted').waitFor();
  await page.waitForURL('**/login');
}
