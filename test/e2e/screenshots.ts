import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchChromium } from './browser.ts';
import { admin, exactText, fillLogin, messageIn } from './dashboard.ts';
import { openConversation, sendText } from './phone.ts';
import { cleanUp } from './product.ts';
import { startSampleProduct } from './screens/sample-product.ts';
import { screenshotTalk } from './screens/talks.ts';

/** `node test/e2e/screenshots.ts` draws the README's picture. */
const path = fileURLToPath(new URL('../../docs/screenshot.png', import.meta.url));
/** Even sizes keep parts on whole pixels. */
const pixelRatio = 1.5;
const pictureSize = { width: 1600, height: 900 };
const dashboardSize = { width: 1050, height: 750 };
const phonePageSize = { width: 1442, height: 828 };

const { product } = await startSampleProduct();
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
  await phone.getByRole('radio', { name: 'Mia Chen' }).check();
  await openConversation(phone, 'Ada');
  for (const question of screenshotTalk) {
    await sendText(phone, question);
    await answerTo(phone, question).waitFor();
  }

  await dashboard.getByRole('link', { name: 'Mia Chen' }).click();
  await messageIn(dashboard, screenshotTalk.at(-1) ?? '').waitFor();
  // The toast must not cover the picture.
  await exactText(dashboard, 'Welcome back!').waitFor({ state: 'detached' });
  const messages = dashboard.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  await messages.last().getByText('Delivered').waitFor();
  await phone.getByLabel('Text message').blur();
  const device = await phone.getByRole('region', { name: 'Phone of Mia Chen' }).screenshot();
  return compose(device, await dashboard.screenshot());
}

function answerTo(phone: Page, question: string) {
  const texts = phone.getByRole('region', { name: 'Texts' }).getByRole('listitem');
  return texts
    .filter({ hasText: question })
    .locator('xpath=following-sibling::li[not(@class="dots")]');
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
