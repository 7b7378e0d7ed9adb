import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import { openPhone, readAnswer, sendText, textOn } from './phone.ts';

const fixture = setUpProduct({ allowedLog: /no answer from the model/ });

it('answers a crisis while the provider is down, and a person takes over and gives back', async () => {
  const page = await openInbox();
  const phone = await openPhone(fixture.browser, 'Ada');
  await sendText(phone, '[fail 503 x9] What is 7 x 8?');
  await sendText(phone, 'I want to kill myself');
  await textOn(phone, /call or text 988/).waitFor();

  const row = page.getByRole('link', { name: 'Mia Chen' }).first();
  const mark = row.getByTitle('Crisis');
  await mark.waitFor();
  await expect
    .poll(() => page.evaluate('window.notifications'))
    .toContain('Crisis: Mia Chen needs a person now');

  await page.getByRole('link', { name: 'Analytics' }).click();
  const alarm = page
    .getByRole('region', { name: 'Crises' })
    .filter({ hasText: 'Crisis: Mia Chen needs a person now' });
  await alarm.waitFor();
  await page.getByRole('link', { name: 'Conversations 1 crisis' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Crisis · Analytics/);
  await alarm.getByRole('link', { name: 'Open' }).click();
  await page.getByText(/^No one has answered yet/).waitFor();
  const place = await page.getByRole('button', { name: 'Take over' }).boundingBox();
  const clickThere = () => page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
  await clickThere();
  await page.getByText(/^You answer · since/).waitFor();
  // The second click of a slow hand.
  await clickThere();
  await expect
    .poll(() => page.getByRole('button', { name: 'Return to AI' }).isEnabled())
    .toBe(true);
  await page.getByText('Return or resolve this once they are safe.').waitFor();
  await page.getByLabel(/^Write to/).fill('Grace here. I am with you, Mia.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await messageIn(page, 'Grace here. I am with you, Mia.').waitFor();
  await textOn(phone, 'Grace here. I am with you, Mia.').waitFor();
  expect(await textOn(phone, /988/).count()).toBe(1);
  expect(await textOn(phone, / is 56\b/).count()).toBe(0);

  const asked = page.getByRole('alertdialog', { name: 'Return Mia Chen to the AI?' });
  await page.getByRole('button', { name: 'Return to AI' }).click();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  const resolving = page.getByRole('alertdialog', { name: 'Resolve the crisis of Mia Chen?' });
  await resolving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Return or resolve this once they are safe.').waitFor();
  await page.getByRole('button', { name: 'Return to AI' }).click();
  await asked.getByRole('button', { name: 'Return to AI' }).click();
  await page.getByText('Ada answers', { exact: true }).waitFor();
  await mark.waitFor({ state: 'detached' });
  await page.getByText('Return or resolve this once they are safe.').waitFor({ state: 'detached' });
  await sendText(phone, 'What is 9 x 9?');
  await readAnswer(phone, 'Ada', / is 81\b/);
});

it('gives the AI back at once when the alarm was false, by text and by one click', async () => {
  const page = await openInbox();
  const phone = await openPhone(fixture.browser, 'Ada', '+1 202 555 0116');
  await sendText(phone, 'I want to kill myself');
  await textOn(phone, /call or text 988/).waitFor();
  await sendText(phone, "Sorry, I'm fine, it was a joke");
  await textOn(phone, /Good to hear. Ada answers again/).waitFor();
  await sendText(phone, 'I want to kill myself');
  await page.getByRole('region', { name: 'Crises' }).getByRole('link', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'False alarm' }).click();
  await page.getByText('Counted as a false alarm').first().waitFor();
  await page.getByText('Ada answers', { exact: true }).waitFor();
  await expect.poll(() => page.title()).not.toContain('Crisis');
});

async function openInbox(): Promise<Page> {
  const page = await fixture.browser.visit('/settings', {
    token: fixture.tokens.admin,
    prepare: recordNotifications,
  });
  await page.getByRole('switch', { name: 'Browser notification' }).click();
  await page.getByRole('link', { name: 'Conversations' }).click();
  return page;
}

/** A headless browser shows no notifications. */
function recordNotifications(page: Page): Promise<unknown> {
  return page.addInitScript(`
    window.notifications = [];
    window.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title) { window.notifications.push(title); }
      close() {}
    };`);
}
