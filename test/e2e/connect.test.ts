import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { formatPhone } from '#shared/phone.ts';
import { signUpByApi } from './accounts.ts';
import { exactText, messageIn } from './dashboard.ts';
import { joinProduct } from './fixture.ts';
import { openConversation, readAnswer, sendText, switchPhone, textOn } from './phone.ts';

const fixture = joinProduct();

it.each([
  ['WhatsApp', 'Rue', { firstName: 'Wanda', lastName: 'Reed', phoneNumber: '+12025550181' }],
  ['Apple Messages', 'Noor', { firstName: 'Avery', lastName: 'Moss', phoneNumber: '+12025550182' }],
])('connects by %s: link, phone, code, answer', async (channel, expert, account) => {
  const page = await openExperts(account);
  const card = page.getByRole('article', { name: expert });
  await card.getByRole('button', { name: 'Connect Now' }).click();
  await exactText(page, 'Connection request sent').waitFor();
  const dialog = page.getByRole('dialog', { name: `Say hello to ${expert}` });
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
  const link = dialog.getByRole('link', { name: `Open ${channel}` });
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '');

  const phone = await fixture.browser.visit('/sandbox');
  await switchPhone(phone, formatPhone(account.phoneNumber));
  await phone.goto(fixture.product.url + pathname + search);
  await phone.getByRole('heading', { name: expert, level: 2 }).waitFor();
  const typed = await phone.getByLabel('Text message').inputValue();
  expect(typed).toMatch(/^CONNECT [2-9A-Z]{8}$/);
  await sendText(phone, typed);
  await textOn(phone, `You're connected with ${expert} as`).waitFor();
  const connected = page.getByRole('dialog', { name: `You're connected with ${expert}` });
  const question = 'What is 1/2 + 1/3?';
  await sendText(phone, question);
  const answer = await readAnswer(phone, expert, /5\/6/);

  await connected.getByRole('link', { name: 'Open conversation' }).click();
  await page.waitForURL('**/threads/*');
  await messageIn(page, question).waitFor();
  await messageIn(page, answer).waitFor();
});

it('connects another phone by SMS, and refuses a wrong code', async () => {
  const account = { firstName: 'Sasha', lastName: 'Lund', phoneNumber: '+12025550183' };
  const page = await openExperts(account);
  const card = page.getByRole('article', { name: 'Sol' });
  await card.getByRole('button', { name: 'Connect Now' }).click();
  const code = (await card.getByText(/^CONNECT [2-9A-Z]{8}$/).textContent()) ?? '';

  const phone = await fixture.browser.visit('/sandbox');
  await switchPhone(phone, '+1 202 555 0184');
  await openConversation(phone, 'Sol');
  await sendText(phone, 'CONNECT 12345');
  await textOn(phone, 'That code is wrong or too old').waitFor();
  await sendText(phone, code);
  await textOn(phone, "You're connected with Sol as").waitFor();
  await card.getByRole('link', { name: 'Open conversation' }).waitFor();
});

it('sends a voice message and a reaction from the phone, and is told what can be read', async () => {
  const phone = await fixture.browser.visit('/sandbox');
  // Noah talks to Rue already.
  await switchPhone(phone, '+1 202 555 0127');
  await openConversation(phone, 'Rue');
  const address = 'https://plants.example/basil';
  await sendText(phone, `Did you write ${address}?`);
  const link = textOn(phone, address).and(phone.getByRole('link'));
  expect(await link.getAttribute('href')).toBe(address);

  await phone.getByRole('button', { name: 'Send something else' }).click();
  await phone.getByRole('button', { name: 'Voice message' }).click();
  await textOn(phone, 'I can only read words and pictures').waitFor();
  await phone.getByRole('button', { name: 'React or reply' }).click();
  await phone.getByRole('button', { name: 'React with ❤️' }).click();
  await textOn(phone, '❤️').waitFor();
});

async function openExperts(account: Parameters<typeof signUpByApi>[1]): Promise<Page> {
  const { url } = fixture.product;
  const { token } = await signUpByApi(url, account);
  return fixture.browser.visit('/user/experts', { token });
}
