import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { admin, exactText, fillLogin, mia } from './dashboard.ts';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();
/** Chromium logs every refused call. */
const refusals = { allowedProblems: /status of 401/ };

it('refuses a wrong password and accepts the right one', async () => {
  const page = await fixture.browser.visit('/login', refusals);
  await fillLogin(page, { ...mia, password: 'Not-my-password-1' });
  await exactText(page, 'Login failed').waitFor();
  await exactText(page, 'Invalid email or password').waitFor();
  await fillLogin(page, mia);
  await exactText(page, 'Welcome back!').waitFor();
  await page.waitForURL('**/user/experts');
});

// spec: 4.3
it('ends in every tab at once', async () => {
  const page = await signIn(admin);
  const other = await fixture.browser.visitBeside(page, '/providers');
  await other.getByText('Sandbox AI').waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await exactText(page, 'Logged out').waitFor();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await other.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await other.getByText('Sandbox AI').count()).toBe(0);
});

it('returns to the same place after it has expired', async () => {
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
  visit: { allowedProblems?: RegExp } = {},
): Promise<Page> {
  const page = await fixture.browser.visit('/login', visit);
  await fillLogin(page, person);
  await exactText(page, 'Welcome back!').waitFor();
  return page;
}
