import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { sessionReply } from '#shared/api/auth.ts';
import { publicExpertsReply } from '#shared/api/experts.ts';
import { callApi } from './api.ts';
import { launchChromium } from './browser.ts';
import { admin, fillLogin, messageIn, words } from './dashboard.ts';
import { openConversation, readAnswer, sendText, takePhone, textOn } from './phone.ts';
import { cleanUp, startProduct } from './product.ts';

/** `node test/e2e/screenshots.ts` draws the README's picture: a phone, and what an admin sees of it. */
const path = fileURLToPath(new URL('../../docs/screenshot.png', import.meta.url));
/** More would weigh more, and no README is that wide. Even sizes keep every part on whole pixels. */
const pixelRatio = 1.5;
const pictureSize = { width: 1600, height: 900 };
const dashboardSize = { width: 1050, height: 750 };
const phonePageSize = { width: 1442, height: 828 };

const others = [
  {
    account: { firstName: 'Jonas', lastName: 'Weber', phoneNumber: '+1 202 555 0188' },
    expert: 'Sol',
    question: 'How do I get crispy chicken skin?',
  },
  {
    account: { firstName: 'Priya', lastName: 'Nair', phoneNumber: '+44 20 7946 0018' },
    expert: 'Ada',
    question: 'How does compound interest work?',
  },
  {
    account: { firstName: 'Omar', lastName: 'Haddad', phoneNumber: '+1 202 555 0161' },
    expert: 'Sol',
    question: 'How do I cook rice so that it is not sticky?',
  },
];
const questions = [
  'She got that one! And 3/4 + 1/6?',
  'And how do percentages work?',
  'What is 15% of 80?',
  'Thank you, she gets it now!',
];

const product = await startProduct();
const browser = await launchChromium();
try {
  writeFileSync(path, await draw());
} finally {
  await browser.close();
  await cleanUp();
}

async function draw(): Promise<Buffer> {
  const dashboard = await openPage(dashboardSize);
  await dashboard.goto(product.url);
  await fillLogin(dashboard, admin);

  const phone = await openPage(phonePageSize);
  await phone.goto(`${product.url}/sandbox`);
  for (const other of others) await converse(phone, other);
  await phone.getByRole('radio', { name: 'Mia Chen' }).check();
  await openConversation(phone, 'Ada');
  for (const question of questions) {
    await sendText(phone, question);
    await answerTo(phone, question).waitFor();
  }

  await dashboard.getByRole('link', { name: 'Mia Chen' }).click();
  await messageIn(dashboard, questions.at(-1) ?? '').waitFor();
  // The welcome has been read by now.
  await words(dashboard, 'Welcome back!').waitFor({ state: 'detached' });
  const messages = dashboard.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await messages.last().getByText('Delivered').waitFor();
  await phone.getByLabel('Text message').blur();
  const device = await phone.getByRole('region', { name: 'Phone of Mia Chen' }).screenshot();
  return compose(device, await dashboard.screenshot());
}

/** What stands below a question as soon as there is an answer. */
function answerTo(phone: Page, question: string) {
  const texts = phone.getByRole('region', { name: 'Texts' }).getByRole('listitem');
  return texts
    .filter({ hasText: question })
    .locator('xpath=following-sibling::li[not(@class="dots")]');
}

/** A new person signs up, connects, says YES and asks something. */
async function converse(
  phone: Page,
  { account, expert, question }: (typeof others)[number],
): Promise<void> {
  const email = `${account.firstName.toLowerCase()}@example.com`;
  const body = { ...account, email, password: admin.password };
  const { token } = sessionReply.parse(await callApi(`${product.url}/api/auth/register`, { body }));
  const { experts } = publicExpertsReply.parse(
    await callApi(`${product.url}/api/experts/public`, { token }),
  );
  const { id } = experts.find(({ displayName }) => displayName === expert) ?? {};
  await callApi(`${product.url}/api/experts/${id}/connect`, { token, body: {} });
  await takePhone(phone, account.phoneNumber);
  await openConversation(phone, expert);
  await sendText(phone, 'YES');
  await textOn(phone, "You're connected with").waitFor();
  await sendText(phone, question);
  await readAnswer(phone, expert, /Sandbox answer/);
}

async function openPage(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: pixelRatio,
    colorScheme: 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function compose(device: Buffer, dashboard: Buffer): Promise<Buffer> {
  const page = await openPage(pictureSize);
  const image = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
  await page.setContent(`
    <style>
      body {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: 44px;
        height: 100vh;
        margin: 0;
        background: #dfe8de;
      }
      img { display: block; }
      .device {
        width: 402px;
        border-radius: 58px;
        box-shadow: 0 10px 28px -10px rgb(30 36 32 / 40%);
      }
      .window {
        overflow: hidden;
        border-radius: 14px;
        background: #f4f2ec;
        box-shadow: 0 0 0 1px rgb(30 36 32 / 12%), 0 10px 28px -10px rgb(30 36 32 / 30%);
      }
      .bar { display: flex; gap: 8px; padding: 13px 16px; border-bottom: 1px solid #e6e2d9; }
      .bar i { width: 11px; height: 11px; border-radius: 50%; background: #d8d3c7; }
      .window img { width: ${dashboardSize.width}px; }
    </style>
    <img class="device" src="${image(device)}">
    <div class="window">
      <div class="bar"><i></i><i></i><i></i></div>
      <img src="${image(dashboard)}">
    </div>
  `);
  return page.screenshot();
}
