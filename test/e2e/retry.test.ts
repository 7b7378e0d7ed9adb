import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Provider, providersReply } from '#shared/api/providers.ts';
import { signInToApi } from './api.ts';
import { messageIn } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import { openPhone, readAnswer, sendPicture, sendText, textOn } from './phone.ts';

const fixture = setUpProduct({ allowedLog: /no answer|given up/ });

it.each([
  ['WhatsApp', 'Rue', 'Noah Patel', '+1 202 555 0127', '131026'],
  ['Apple Messages', 'Noor', 'Amelia Clarke', '+44 20 7946 0123', '410'],
])('shows an admin on a phone what failed by %s, and retries it', async (...story) => {
  const [channel, expert, name, number, failure] = story;
  const phone = await openPhone(fixture.browser, expert, number);
  await sendText(phone, '[fail 401 x1] What is 7 x 8?');
  await textOn(phone, "Sorry, I can't answer right now.").waitFor();

  const page = await openInbox(name, { width: 390, height: 844 });
  const question = messageRow(page, 'What is 7 x 8?');
  await question.getByText('Not answered: The AI provider refused the API key.').waitFor();
  await question.getByRole('button', { name: 'Answer again' }).click();
  await messageIn(page, await readAnswer(phone, expert, / is 56\b/)).waitFor();
  await question.getByRole('button', { name: '1 failed attempt' }).click();
  await question.getByText('An admin retried it.').waitFor();

  await sendText(phone, `[send ${failure}] What is 9 x 8?`);
  const reply = messageRow(page, '9 x 8 is 72');
  await reply.getByText(/^Not delivered: /).waitFor();
  if (channel === 'Apple Messages') {
    await page.getByText(`${name} closed the conversation with ${expert}.`).waitFor();
    expect(await reply.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    return;
  }
  await reply.getByRole('button', { name: 'Send again' }).click();
  await reply.getByText('Delivered', { exact: true }).waitFor();
});

it('answers a picture again once the model can read pictures', async () => {
  const api = await signInToApi(fixture.product.url);
  const { providers } = await api.get('/api/providers', providersReply);
  const { id, config } = providers[0] as Provider;
  const use = (model: string) => api.put(`/api/providers/${id}`, { config: { ...config, model } });
  await use('text-only');
  const phone = await openPhone(fixture.browser, 'Ada');
  await sendPicture(phone, 'A sum in an exercise book', 'Is this right?');
  await textOn(
    phone,
    "Sorry, I can't read pictures. Please write your question in words.",
  ).waitFor();

  const page = await openInbox('Mia Chen');
  const question = messageRow(page, 'Is this right?');
  await question.getByText("Not answered: This model can't read pictures.").waitFor();
  await question.getByRole('button', { name: 'Picture from Mia Chen, show larger' }).waitFor();
  await use(config.model);
  await question.getByRole('button', { name: 'Answer again' }).click();
  await readAnswer(phone, 'Ada', /I see a picture/);
});

async function openInbox(name: string, size?: { width: number; height: number }): Promise<Page> {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  if (size) await page.setViewportSize(size);
  await page.getByRole('link', { name }).first().click();
  return page;
}

function messageRow(page: Page, body: string): Locator {
  return page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: body })
    .last();
}
