import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { admin, fillLogin, mia } from './dashboard.ts';
import { setStage } from './stage.ts';

const stage = setStage();

type Person = { email: string; password: string };
type Call = { call: string; authorization: string | undefined };

async function signIn(person: Person): Promise<Page> {
  const page = await stage.browser.visit('/login');
  await fillLogin(page, person);
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(stage.product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Opens each page, and hands back what they call once they have called all of these. */
async function callsOf(page: Page, paths: string[], expected: string[]): Promise<Call[]> {
  const calls: Call[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const call = `${request.method()} ${pathname}`;
    calls.push({ call, authorization: request.headers().authorization });
  });
  for (const path of paths) await open(page, path);
  await expect
    .poll(() => calls.map(({ call }) => call), { timeout: 10_000 })
    .toEqual(expect.arrayContaining(expected));
  return calls;
}

async function expectReadsWithToken(page: Page, calls: Call[]): Promise<void> {
  const token = await page.evaluate<string>("localStorage.getItem('auth_token')");
  expect(token).toMatch(/^[\w-]{43}$/);
  const odd = calls.filter(
    ({ call, authorization }) => !call.startsWith('GET ') || authorization !== `Bearer ${token}`,
  );
  expect(odd).toEqual([]);
}

it('of a user only read, each call with the stored token', async () => {
  const page = await signIn(mia);
  const calls = await callsOf(
    page,
    ['/user/experts', '/user/conversations', '/user/subscription', '/user/settings'],
    [
      'GET /api/auth/user',
      'GET /api/branding',
      'GET /api/experts/public',
      'GET /api/pricing',
      'GET /api/subscription',
      'GET /api/threads',
    ],
  );
  await expectReadsWithToken(page, calls);
});

it('of an admin only read, each call with the stored token', async () => {
  const page = await signIn(admin);
  const calls = await callsOf(
    page,
    ['/', '/experts', '/providers', '/ai-testing', '/analytics', '/subscription', '/settings'],
    [
      'GET /api/auth/user',
      'GET /api/branding',
      'GET /api/experts',
      'GET /api/providers',
      'GET /api/subscription',
      'GET /api/threads',
    ],
  );
  await expectReadsWithToken(page, calls);
});

it('of a user have a menu that slides out at the left', async () => {
  const page = await signIn(mia);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0);
  const { width = 0, height } = (await menu.boundingBox()) ?? {};
  expect(height).toBe(900);
  expect(width).toBeLessThan(1440 / 2);
});

it('show plans in two columns where there is room, else in one', async () => {
  const page = await signIn(mia);
  await open(page, '/user/subscription');
  const group = page.getByRole('radiogroup', { name: 'Plan' });
  await group.getByRole('radio').first().waitFor({ state: 'attached' });
  const columns = async () => {
    const cards = await group.locator('> *').all();
    const boxes = await Promise.all(cards.map((card) => card.boundingBox()));
    return new Set(boxes.map((box) => Math.round(box?.x ?? -1))).size;
  };
  expect(await columns()).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await columns()).toBe(1);
});
