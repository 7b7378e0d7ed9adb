import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { admin, fillLogin, mia, words } from './dashboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();
/** Chromium itself notes every refused call on the console. */
const refusals = { mayComplain: /status of 401/ };

it('tells a wrong password from a right one', async () => {
  const page = await stage.browser.visit('/login', refusals);
  await fillLogin(page, { ...mia, password: 'Not-my-password-1' });
  await words(page, 'Login failed').waitFor();
  await words(page, 'Invalid email or password').waitFor();
  await fillLogin(page, mia);
  await words(page, 'Welcome back!').waitFor();
  await page.waitForURL('**/user/experts');
});

it('ends in every tab at once', async () => {
  const page = await signIn(admin);
  const other = await stage.browser.visitBeside(page, '/providers');
  await other.getByText('Sandbox AI').waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await words(page, 'Logged out').waitFor();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await other.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await other.getByText('Sandbox AI').count()).toBe(0);
});

it('goes on at the same place when it has expired', async () => {
  const page = await signIn(mia, refusals);
  await page.waitForURL('**/user/experts');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('link', { name: 'Fractions, patiently' }).click();
  await page.waitForURL('**/threads/*');
  const place = page.url();

  await page.evaluate("localStorage.setItem('auth_token', 'expired')");
  await page.reload();
  await page.waitForURL('**/login?next=*');
  await fillLogin(page, mia);
  await page.waitForURL(place);
  await page.getByRole('button', { name: 'Fractions, patiently' }).waitFor();
});

async function signIn(
  person: { email: string; password: string },
  visit: { mayComplain?: RegExp } = {},
): Promise<Page> {
  const page = await stage.browser.visit('/login', visit);
  await fillLogin(page, person);
  await words(page, 'Welcome back!').waitFor();
  return page;
}
