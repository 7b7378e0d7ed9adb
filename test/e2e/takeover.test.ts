import { expect, it } from 'vitest';
import { messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import { openPhone, readAnswer, sendText, textOn } from './phone.ts';

const fixture = setUpProduct();

it('a person takes over from the AI, answers, and gives back', async () => {
  const phone = await openPhone(fixture.browser, 'Ada');
  await sendText(phone, 'What is 7 x 8?');
  await readAnswer(phone, 'Ada', / is 56\b/);

  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await page.getByRole('link', { name: 'Mia Chen' }).first().click();
  await page.getByText('Ada answers', { exact: true }).waitFor();
  // A second click at the same place must not give it back.
  await page.getByRole('button', { name: 'Take over' }).dblclick({ delay: 20 });
  await page.getByText(/^You answer · since/).waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Return to AI' }).isEnabled())
    .toBe(true);
  await page.getByText(/^You answer · since/).waitFor();

  await sendText(phone, 'What is 9 x 9?');
  await textOn(phone, 'A person from the team behind Ada answers here now').waitFor();
  const question = await messageIn(page, 'What is 9 x 9?');
  await question.waitFor();
  await page.getByText('Held: waiting for a person').waitFor();
  await page.getByText(/waits \d min/).waitFor();
  await page.getByRole('textbox', { name: /^Write to/ }).fill('Grace here: it is 81.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await textOn(phone, 'Grace here: it is 81.').waitFor();

  await page.getByRole('button', { name: 'Note' }).click();
  await page.getByRole('textbox', { name: 'Private note for the team' }).fill('Likes squares.');
  await page.keyboard.press('Enter');
  await (await messageIn(page, 'Likes squares.')).waitFor();
  await page.keyboard.press('Escape');

  const composer = page.getByLabel(/^Write to/);
  await composer.fill('/');
  await page.getByRole('button', { name: 'Add a canned reply' }).click();
  await page.getByLabel('Name').fill('Thanks');
  await page.getByLabel('Text', { exact: true }).fill('Thank you, Mia.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Thanks' }).waitFor();
  await page.keyboard.press('Escape');
  await composer.fill('/th');
  await page.getByRole('option', { name: /^Thanks/ }).waitFor();
  await composer.press('Enter');
  await composer.press('Enter');
  await textOn(phone, 'Thank you, Mia.').waitFor();

  await sendText(phone, 'What is 6 x 7?');
  await page.getByRole('button', { name: 'Return to AI', exact: true }).click();
  await readAnswer(phone, 'Ada', / is 42\b/);
  await page.getByText('Ada answers', { exact: true }).waitFor();
  expect(await page.getByText('Held: waiting for a person').count()).toBe(0);
  expect(await textOn(phone, 'Likes squares.').count()).toBe(0);

  await page.getByRole('combobox', { name: 'Assigned to' }).click();
  await page.getByRole('option', { name: 'Me', exact: true }).click();
  await page.getByText('Ada answers · assigned to you').waitFor();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Assigned to me 1' }).click();
  await page.getByRole('button', { name: 'Resolved 1' }).click();
  await sendText(phone, 'What is 2 x 8?');
  await readAnswer(phone, 'Ada', / is 16\b/);
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
});

it('a person who texts AGENT gets one', async () => {
  const phone = await openPhone(fixture.browser, 'Ada', '+1 202 555 0116');
  await sendText(phone, 'Agent');
  await textOn(phone, 'that you ask for a person').waitFor();
});
