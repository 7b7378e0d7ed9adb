import type { Locator, Page } from 'playwright-core';
import type { Browser } from './browser.ts';

/** The phone starts as Mia's. */
export async function openConversation(phone: Page, expert: string): Promise<void> {
  await phone.getByRole('button', { name: expert }).click();
  await phone.getByRole('heading', { name: expert, level: 2 }).waitFor();
}

export async function openPhone(
  browser: Browser,
  expert: string,
  number: string | null = null,
): Promise<Page> {
  const phone = await browser.visit('/sandbox');
  if (number) await switchPhone(phone, number);
  await openConversation(phone, expert);
  return phone;
}

export async function switchPhone(phone: Page, number: string): Promise<void> {
  await phone.getByLabel('Another number').fill(number);
  await phone.getByRole('button', { name: 'Add' }).click();
  await phone.getByRole('region', { name: `Phone of ${number}` }).waitFor();
}

export async function sendText(phone: Page, body: string): Promise<void> {
  await phone.getByLabel('Text message').fill(body);
  await phone.getByLabel('Text message').press('Enter');
  await textOn(phone, body).first().waitFor();
}

export function textOn(phone: Page, body: string | RegExp): Locator {
  return phone.getByRole('region', { name: 'Texts' }).getByText(body);
}

/** WhatsApp's time may differ by a minute. */
const bubbleTime = /\d{1,2}:\d\d\s?[AP]M$/;

export async function readAnswer(phone: Page, expert: string, expected: RegExp): Promise<string> {
  const speaker = `${expert}: `;
  const bubble = textOn(phone, new RegExp(`^${speaker}.*${expected.source}`, 's'));
  await bubble.waitFor({ timeout: 120_000 });
  return (await bubble.textContent())?.slice(speaker.length).replace(bubbleTime, '') ?? '';
}

export async function sendPicture(phone: Page, picture: string, body: string): Promise<void> {
  await phone.getByLabel('Text message').fill(body);
  await phone.getByRole('button', { name: 'Send something else' }).click();
  await phone.getByRole('button', { name: `Send: ${picture}` }).click();
  await textOn(phone, body).first().waitFor();
}
