import { it } from 'vitest';
import { callApi } from './api.ts';
import { fillLogin, messageIn, mia, words } from './dashboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const line = { mayComplain: /INTERNET_DISCONNECTED/ };

it('shows what was texted while the connection was lost as soon as it is back', async () => {
  const page = await stage.browser.visit('/user/conversations', line);
  await fillLogin(page, mia);
  await page.getByRole('link', { name: /Fractions, patiently/ }).click();
  await messageIn(page, 'Adding numbers is fine.').waitFor();

  await text('Is 1/2 more than 2/5?');
  await messageIn(page, 'Is 1/2 more than 2/5?').waitFor();

  await page.context().setOffline(true);
  await text('And 3/4 more than 5/8?');
  await page.getByLabel('Write to Ada').fill('Are you there?');
  await page.getByLabel('Write to Ada').press('Enter');
  await words(page, 'No connection to the server. Check your network.').waitFor();

  await page.context().setOffline(false);
  await messageIn(page, 'And 3/4 more than 5/8?').waitFor();
  await page.getByLabel('Write to Ada').press('Enter');
  await messageIn(page, 'Are you there?').waitFor();
});

/** Mia texts Ada from her phone. */
async function text(body: string): Promise<void> {
  const message = { from: '+12025550143', to: '+12025550100', body };
  await callApi(`${stage.product.url}/sandbox/api/send`, { body: message });
}
