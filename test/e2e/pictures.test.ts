import { it } from 'vitest';
import { signInByApi } from './accounts.ts';
import { admin, messageIn } from './dashboard.ts';
import { joinProduct } from './fixture.ts';
import { openPhone, readAnswer, sendPicture } from './phone.ts';

const fixture = joinProduct();

it.each([
  ['SMS', 'Ada', 'Mia Chen', 'mia@example.com', null],
  ['WhatsApp', 'Rue', 'Noah Patel', 'noah@example.com', '+1 202 555 0127'],
  ['Apple Messages', 'Noor', 'Amelia Clarke', 'amelia@example.com', '+44 20 7946 0123'],
])('shows a picture sent by %s to its sender and to admins', async (...story) => {
  const [, expert, name, email, number] = story;
  const phone = await openPhone(fixture.browser, expert, number);
  await sendPicture(phone, 'An egg in a pan', 'Is it done?');
  const answer = await readAnswer(phone, expert, /I see a picture of 640[x×]480 pixels/);

  const token = await signInByApi(fixture.product.url, { ...admin, email });
  const page = await fixture.browser.visit('/user/conversations', { token });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: /I see a picture/ }).click();
  await messageIn(page, answer).waitFor();
  await page.getByRole('button', { name: 'Picture from you, show larger' }).click();
  const large = page.getByRole('dialog', { name: 'Picture from you' });
  await large.getByRole('img', { name: 'Picture from you' }).waitFor();

  const inbox = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await inbox.getByRole('link', { name }).first().click();
  await inbox.getByRole('button', { name: `Picture from ${name}, show larger` }).waitFor();
  await messageIn(inbox, answer).waitFor();
});
