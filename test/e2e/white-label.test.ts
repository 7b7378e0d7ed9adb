import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expertsReply } from '#shared/api/experts.ts';
import { threadsReply } from '#shared/api/threads.ts';
import { callApi } from './api.ts';
import { exactText, fillLogin, mia } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import { findContrastViolations } from './screens/inspect.ts';

const fixture = setUpProduct();
const host = 'ada.example';
const brand = {
  siteName: "Ada's Maths",
  siteTagline: 'Sums, solved by text.',
  primaryColor: '#7A1FA2',
  secondaryColor: '#FFE0B2',
  accentColor: '#00897B',
};
const primary = '281.68 67.88% 37.84%';
const defaultPrimary = '152 39% 30.2%';

it('lets an admin give an expert a domain and a brand', async () => {
  const page = await fixture.browser.visit('/experts', { token: fixture.tokens.admin });
  await page.getByRole('button', { name: 'Edit Ada' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Ada' });
  await form.getByLabel('Custom domain').fill(host);
  await form.getByLabel('Site name').fill(brand.siteName);
  await form.getByLabel('Site tagline').fill(brand.siteTagline);
  await form.getByLabel('Primary color', { exact: true }).fill(brand.primaryColor);
  await form.getByLabel('Secondary color', { exact: true }).fill(brand.secondaryColor);
  await form.getByLabel('Accent color', { exact: true }).fill(brand.accentColor);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await exactText(page, 'Expert updated').waitFor();
});

it('shows the brand from the first frame on, even before the branding call is answered', async () => {
  let answer = () => {};
  const page = await fixture.browser.visit('/login', {
    host,
    async prepare(tab) {
      await tab.addInitScript(watchFrames);
      const isAllowed = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await tab.route('**/api/branding', async (route) => {
        await isAllowed;
        await route.continue();
      });
    },
  });
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  const answered = page.waitForResponse('**/api/branding');
  answer();
  expect(await (await answered).json()).toMatchObject({ mode: 'white-label', expert: brand });
  await page.evaluate(twoFrames);
  expect(await page.evaluate(readFrames)).toEqual([
    `${brand.siteName} | ${brand.siteName} | ${primary} | light`,
  ]);
});

// spec: 1.3
it("shows the brand's name, tagline, title, description, icon and colors", async () => {
  const page = await fixture.browser.visit('/login', { host });
  const wall = page.getByRole('banner');
  await wall.getByText(brand.siteName).waitFor();
  await wall.getByText(brand.siteTagline).waitFor();
  expect(await page.title()).toBe(brand.siteName);
  expect(await attribute(page, 'meta[name=description]', 'content')).toBe(brand.siteTagline);
  expect(await attribute(page, 'link[rel=icon]', 'href')).toBe('/sandbox/faces/ada.svg');
  expect(await attribute(page, 'meta[name=theme-color]:not([media="not all"])', 'content')).toBe(
    brand.primaryColor,
  );
  expect(await styleOfButton(page, 'background-color')).toBe('rgb(122, 31, 162)');
  expect(await styleOfButton(page, 'color')).toBe('rgb(255, 255, 255)');
  expect(await page.getByText('Sagewire').count()).toBe(0);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  expect(await page.title()).toBe(brand.siteName);
});

// spec: 2.19
it('shows a signed-in user the logo and name in header, menu and title', async () => {
  const page = await fixture.browser.visit('/login', { host });
  await fillLogin(page, mia);
  await page.waitForURL(`http://${host}:*/user/experts`);
  const logo = page.getByRole('banner').getByRole('link', { name: brand.siteName });
  expect(await logo.getAttribute('href')).toBe('/user/experts');
  expect(await logo.locator('img').getAttribute('src')).toBe('/sandbox/faces/ada.svg');
  await expect.poll(() => page.title()).toBe(brand.siteName);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByText(brand.siteName).waitFor();
  await menu.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await page.evaluate(readPrimary)).toBe(primary);
});

// spec: 1.4
it('shows the default look everywhere else', async () => {
  for (const visit of [{}, { host: 'another.example' }]) {
    const page = await fixture.browser.visit('/login', visit);
    await page.getByRole('banner').getByText('Sagewire').waitFor();
    await page.getByRole('banner').getByText('Good answers, one text away.').waitFor();
    expect(await page.title()).toBe('Login · Sagewire');
    expect(await page.evaluate(readPrimary)).toBe(defaultPrimary);
    expect(await attribute(page, 'meta[name=description]', 'content')).toBe(
      'Good answers, one text away.',
    );
  }
});

it('shows a chosen theme from the first frame on, whatever the system prefers', async () => {
  const page = await fixture.browser.visit('/login', {
    async prepare(tab) {
      await tab.emulateMedia({ colorScheme: 'light' });
      await tab.addInitScript("localStorage.setItem('color_scheme', 'dark')");
      await tab.addInitScript(watchFrames);
    },
  });
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(
    await page.evaluate("[...new Set(frames.map((frame) => frame.split(' | ').at(-1)))]"),
  ).toEqual(['dark']);
  expect(await attribute(page, 'meta[name=theme-color]:not([media="not all"])', 'content')).toBe(
    '#121513',
  );
});

describe('on a phone, nothing scrolls sideways', () => {
  const wideName = "Grandmother Wilhelmina's Mathematics School";
  const longWord = 'Donaudampfschifffahrtsgesellschaft';

  it.each([
    ['with a name of 42 letters', wideName.slice(0, 42), '100%'],
    ['with a word of 34 letters', longWord, '100%'],
    ['with text twice as large', brand.siteName, '200%'],
  ])('%s', async (_, name, fontSize) => {
    const ada = await changeAda({ displayName: name, siteName: name });
    const { admin, mia: user } = fixture.tokens;
    const { url } = fixture.product;
    const reply = await callApi(`${url}/api/threads`, { token: user });
    const threadId = threadsReply.parse(reply).threads[0]?.id;
    const visits = [
      { path: '/login', text: 'Forgot password' },
      { path: `/user/experts/${ada}`, text: 'On your phone', token: user },
      { path: `/threads/${threadId}`, text: 'Start of the conversation', token: user },
      { path: '/user/subscription', text: 'Most Popular', token: user },
      { path: '/', text: 'Mia Chen', token: admin },
      { path: `/experts/${ada}`, text: 'Try it', token: admin },
    ];
    const tooWide = visits.map(async ({ path, text, token }) => {
      const page = await fixture.browser.visit(path, { host, ...(token && { token }) });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByText(text).first().waitFor({ state: 'attached' });
      await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`);
      await page.evaluate(twoFrames);
      return (await page.evaluate<string[]>(listTooWide)).map((box) => `${path}: ${box}`);
    });
    expect((await Promise.all(tooWide)).flat()).toEqual([]);
  });
});

describe('with any colors, all texts are readable in both themes:', () => {
  it.each([
    ['#FFD600', '#FFF3B0', '#FF5A00'],
    ['#FFFFFF', '#FFFFFF', '#FFFFFF'],
    ['#777777', '#777777', '#777777'],
    ['#FF00C8', '#00FFD5', '#FFEA00'],
    ['#000000', '#000000', '#000000'],
  ])('%s, %s and %s', async (primaryColor, secondaryColor, accentColor) => {
    await changeAda({ primaryColor, secondaryColor, accentColor });
    const page = await fixture.browser.visit('/login', { host });
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await listUnreadable(page)).toEqual([]);
    await fillLogin(page, mia);
    await page.getByRole('heading', { name: 'Find your expert' }).waitFor();
    await exactText(page, 'Welcome back!').waitFor();
    expect(await listUnreadable(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open conversation' }).first().click();
    await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').last().waitFor();
    expect(await listUnreadable(page)).toEqual([]);
  });

  it("and a paused expert's domain shows the default look", async () => {
    await changeAda({ status: 'PAUSED' });
    const page = await fixture.browser.visit('/login', { host });
    await page.getByRole('banner').getByText('Sagewire').waitFor();
    expect(await page.title()).toBe('Login · Sagewire');
    expect(await page.evaluate(readPrimary)).toBe(defaultPrimary);
    expect(await page.getByText(brand.siteName).count()).toBe(0);
  });
});

const watchFrames = `
  window.frames = [];
  requestAnimationFrame(function look() {
    const header = document.querySelector('header');
    const style = getComputedStyle(document.documentElement);
    if (header) {
      const frame = [document.title, header.innerText.split('\\n')[0], style.getPropertyValue('--primary'), style.colorScheme];
      window.frames.push(frame.join(' | '));
    }
    requestAnimationFrame(look);
  });`;
const readFrames = '[...new Set(window.frames)]';
const twoFrames =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';
/** The page, what scrolls in it, and what is written in. */
const listTooWide = `[...document.querySelectorAll('html, main, [data-scroller], textarea')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((box) => box.scrollWidth + ' in ' + box.clientWidth + ': ' + box.outerHTML.slice(0, 120))`;
const readPrimary = "getComputedStyle(document.documentElement).getPropertyValue('--primary')";

function attribute(page: Page, selector: string, name: string): Promise<string | null> {
  return page.locator(selector).getAttribute(name);
}

function styleOfButton(page: Page, property: string): Promise<string> {
  return page.evaluate(
    `getComputedStyle(document.querySelector('button[type=submit]')).getPropertyValue('${property}')`,
  );
}

/** Returns her id. */
async function changeAda(body: object): Promise<string> {
  const { url } = fixture.product;
  const token = fixture.tokens.admin;
  const { experts } = expertsReply.parse(await callApi(`${url}/api/experts`, { token }));
  const { id = '' } = experts.find(({ customDomain }) => customDomain === host) ?? {};
  await callApi(`${url}/api/experts/${id}`, { method: 'PUT', token, body });
  return id;
}

/** In both themes. The other rules don't depend on colors. */
async function listUnreadable(page: Page): Promise<string[]> {
  const light = await findContrastViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(twoFrames);
  const dark = await findContrastViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(twoFrames);
  return [...light, ...dark];
}
