import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { aPublicExpert } from '#test/web/fixtures.ts';
import { joinProduct } from './fixture.ts';

const fixture = joinProduct();

type Call = { call: string; authorization: string | undefined };

async function open(page: Page, path: string): Promise<void> {
  await page.goto(fixture.product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function recordCalls(page: Page, paths: string[], expected: string[]): Promise<Call[]> {
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

// spec: 7.1
it('only read for a user, each call with the stored token', async () => {
  const page = await fixture.browser.visit('/user/experts', { token: fixture.tokens.mia });
  const calls = await recordCalls(
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

// spec: 7.1
it('only read for an admin, each call with the stored token', async () => {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  const calls = await recordCalls(
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

// spec: 2.19
it('have a menu for users that slides out at the left', async () => {
  const page = await fixture.browser.visit('/user/experts', { token: fixture.tokens.mia });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0);
  const { width = 0, height } = (await menu.boundingBox()) ?? {};
  expect(height).toBe(900);
  expect(width).toBeLessThan(1440 / 2);
});

// spec: 2.40
it('show plans in two columns where there is room, else in one', async () => {
  const page = await fixture.browser.visit('/user/subscription', { token: fixture.tokens.mia });
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

it('begin a name that is written from the right where the others begin', async () => {
  const experts = [
    aPublicExpert({ displayName: 'ليلى', tagline: 'أرقام بلطف' }),
    aPublicExpert({ id: 'sol', handle: 'sol', displayName: 'Sol', tagline: 'Kitchen science' }),
  ];
  const page = await fixture.browser.visit('/user/experts', {
    token: fixture.tokens.mia,
    prepare: (tab) =>
      tab.route('**/api/experts/public', (route) => route.fulfill({ json: { experts } })),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('heading', { name: 'ليلى' }).waitFor();
  const starts = await page.evaluate<
    number[]
  >(`[...document.querySelectorAll('article h2, article h2 + p')].map(
    (element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.round(text.getBoundingClientRect().left);
    },
  )`);
  expect(starts).toHaveLength(4);
  expect(new Set(starts).size, starts.join(', ')).toBe(1);
});
