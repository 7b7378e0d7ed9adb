import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi } from './api.ts';
import { exactText, messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct();

it('shows texts from a lost connection as soon as it is back', async () => {
  const page = await fixture.browser.visit('/user/conversations', {
    token: fixture.tokens.mia,
    allowedProblems: /INTERNET_DISCONNECTED/,
  });
  await page.getByRole('link', { name: /Fractions, patiently/ }).click();
  await messageIn(page, 'Adding numbers is fine.').waitFor();

  await text('Is 1/2 more than 2/5?');
  await messageIn(page, 'Is 1/2 more than 2/5?').waitFor();

  await page.context().setOffline(true);
  await text('And 3/4 more than 5/8?');
  await page.getByLabel('Write to Ada').fill('Are you there?');
  await page.getByLabel('Write to Ada').press('Enter');
  await exactText(page, 'No connection to the server. Check your network.').waitFor();

  await page.context().setOffline(false);
  await messageIn(page, 'And 3/4 more than 5/8?').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await exactText(page, 'Message sent').waitFor();
  await messageIn(page, 'Are you there?').waitFor();
});

it('keeps 20 tabs up to date with one stream, whichever of them is left', async () => {
  const first = await fixture.browser.visit('/user/conversations', { token: fixture.tokens.mia });
  const followers: Page[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/events')) followers.push(request.frame().page());
  });
  const tabs = [first];
  while (tabs.length < 20)
    tabs.push(await fixture.browser.visitBeside(first, '/user/conversations'));
  const untilAllShow = (preview: string) =>
    Promise.all(tabs.map((tab) => tab.getByText(preview).first().waitFor()));
  await text('What is 7 x 8?');
  await untilAllShow('56');
  expect(followers.length).toBeLessThanOrEqual(1);

  const [leader = first] = followers;
  tabs.splice(tabs.indexOf(leader), 1);
  await leader.goto('about:blank');
  await text('What is 9 x 11?');
  await untilAllShow('99');
  expect(new Set(followers).size, 'tabs that had the stream').toBe(followers.length);

  const [tab, ...others] = tabs as [Page, ...Page[]];
  await tab.evaluate(`localStorage.clear(); dispatchEvent(new Event('auth-change'))`);
  await Promise.all(others.map((other) => other.getByLabel('Email').waitFor()));
});

async function text(body: string): Promise<void> {
  const message = { from: '+12025550143', to: '+12025550100', body };
  await callApi(`${fixture.product.url}/sandbox/api/send`, { body: message });
}
