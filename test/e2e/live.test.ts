import { it } from 'vitest';
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
  await page.getByLabel('Write to Ada').press('Enter');
  await messageIn(page, 'Are you there?').waitFor();
});

async function text(body: string): Promise<void> {
  const message = { from: '+12025550143', to: '+12025550100', body };
  await callApi(`${fixture.product.url}/sandbox/api/send`, { body: message });
}
