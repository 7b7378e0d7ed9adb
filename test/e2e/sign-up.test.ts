import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { exactText, messageIn } from './dashboard.ts';
import { joinProduct } from './fixture.ts';
import { openConversation, readAnswer, sendText, switchPhone, textOn } from './phone.ts';

const fixture = joinProduct();
const phoneNumber = '+1 202 555 0177';

it('leads from sign-up to an answer on the phone', async () => {
  const page = await fixture.browser.visit('/');
  await signUp(page);
  await connect(page);

  const phone = await fixture.browser.visit('/sandbox');
  await switchPhone(phone, phoneNumber);
  await openConversation(phone, 'Ada');
  await textOn(phone, 'Reply YES to chat with Ada as n***@example.com.').waitFor();
  await sendText(phone, 'YES');
  await textOn(phone, "You're connected with Ada as").waitFor();

  const card = page.getByRole('article', { name: 'Ada' });
  await card.getByRole('link', { name: 'Open conversation' }).waitFor();
  await exactText(page, '5 left').waitFor();
  const question = 'What is 1/2 + 1/3?';
  await sendText(phone, question);
  const answer = await readAnswer(phone, 'Ada', /5\/6/);
  await exactText(page, '4 left').waitFor();

  await card.getByRole('link', { name: 'Open conversation' }).click();
  await page.waitForURL('**/threads/*');
  await messageIn(page, question).waitFor();
  await messageIn(page, answer).waitFor();
});

async function signUp(page: Page): Promise<void> {
  await page.waitForURL('**/login');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const button = page.getByRole('button', { name: 'Sign Up' });
  await button.click();
  await exactText(page, 'Invalid email address').waitFor();
  await exactText(page, 'Phone number is required').waitFor();
  await exactText(page, 'Password must be at least 8 characters').waitFor();

  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Email').fill('nora@example.com');
  await field('Phone number').pressSequentially('2025550177');
  await field('First name').fill('Nora');
  await field('Password').fill('quiet-harbor-1');
  await exactText(page, 'Password must contain at least one uppercase letter').waitFor();
  await field('Password').fill('Quiet-Harbor-1');
  await field('Confirm password').fill('Quiet-Harbor-2');
  await button.click();
  await exactText(page, "Passwords don't match").waitFor();
  await field('Confirm password').fill('Quiet-Harbor-1');
  await button.click();

  const dialog = page.getByRole('dialog', { name: 'SMS Agreement' });
  await dialog.getByText(phoneNumber).waitFor();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await exactText(page, 'Consent required').waitFor();
  await exactText(page, 'Please check the box to agree to receive text messages').waitFor();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await exactText(page, 'Welcome to Sagewire!').waitFor();
}

async function connect(page: Page): Promise<void> {
  await page.waitForURL('**/user/experts');
  const card = page.getByRole('article', { name: 'Ada' });
  await card.getByRole('button', { name: 'Connect Now' }).click();
  await exactText(page, 'Connection request sent').waitFor();
  await card.getByText('Reply YES on your phone').waitFor();
}
