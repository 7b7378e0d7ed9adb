import { it } from 'vitest';
import { signInByApi } from './accounts.ts';
import { admin, messageIn } from './dashboard.ts';
import { joinProduct } from './fixture.ts';
import { openPhone, readAnswer, sendPicture } from './phone.ts';

const fixture = joinProduct();
/** The answer quotes the question where another story has the same phone write meanwhile. */
const seen = /I see a picture of 640[x×]480 pixels/;

it.each([
  ['SMS', 'Ada', 'Mia Chen', 'mia@example.com', null],
  ['WhatsApp', 'Rue', 'Noah Patel', 'noah@example.com', '+1 202 555 0127'],
  ['Apple Messages', 'Noor', 'Amelia Clarke', 'amelia@example.com', '+44 20 7946 0123'],
])('shows a picture sent by %s to its sender and to admins', async (...story) => {
  const [, expert, name, email, number] = story;
  const phone = await openPhone(fixture.browser, expert, number);
  await sendPicture(phone, 'An egg in a pan', 'Is it done?');
  await readAnswer(phone, expert, seen);

  const token = await signInByApi(fixture.product.url, { ...admin, email });
  const page = await fixture.browser.visit('/user/conversations', { token });
  await page.setViewportSize({ width: 390, height: 844 });
  // Not by its last text: other stories sign in, which the account's owner is texted.
  await page.getByRole('main').getByRole('link', { name: expert }).first().click();
  await messageIn(page, seen).first().waitFor();
  await page.getByRole('button', { name: 'Picture from you, show larger' }).first().click();
  const large = page.getByRole('dialog', { name: 'Picture from you' });
  await large.getByRole('img', { name: 'Picture from you' }).waitFor();

  const inbox = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await inbox.getByRole('link', { name }).first().click();
  await inbox
    .getByRole('button', { name: `Picture from ${name}, show larger` })
    .first()
    .waitFor();
  await messageIn(inbox, seen).first().waitFor();
});
