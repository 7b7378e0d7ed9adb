import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type MessagesReply, messagesReply } from '#shared/api/messages.ts';
import { threadsReply } from '#shared/api/threads.ts';
import { signInByApi } from './accounts.ts';
import { callApi } from './api.ts';
import { exactText, fillLogin, mia } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct();
const posts = '**/api/threads/*/messages';
let threadId: string;

beforeAll(async () => {
  const { threads } = threadsReply.parse(
    await callApi(`${fixture.product.url}/api/threads`, { token: fixture.tokens.mia }),
  );
  threadId = threads[0]?.id ?? '';
});

async function listStored(words: string): Promise<MessagesReply['messages']> {
  const url = `${fixture.product.url}/api/threads/${threadId}/messages`;
  const { messages } = messagesReply.parse(await callApi(url, { token: fixture.tokens.admin }));
  return messages.filter(({ body, origin }) => body.startsWith(words) && origin !== 'ai');
}

async function openAs(
  who: 'admin' | 'mia',
  { token = fixture.tokens[who], isLive = true }: { token?: string; isLive?: boolean } = {},
) {
  // What the browser says of a cut connection is no fault of the page.
  const problems: string[] = [];
  const path = who === 'admin' ? `/?thread=${threadId}` : `/threads/${threadId}`;
  const page = await fixture.browser.visit(path, {
    token,
    problems,
    ...(!isLive && { prepare: (tab) => tab.route('**/api/events', () => {}) }),
  });
  const field = page.getByRole('textbox', { name: /^Write to/ });
  await field.waitFor();
  return { page, field };
}

const routePosts = (page: Page, handle: (route: Route) => Promise<void>) =>
  page.route(posts, (route) =>
    route.request().method() === 'POST' ? handle(route) : route.fallback(),
  );

it('shows texts at once while the line is slow, in their order, and each is sent once', async () => {
  // Else the first text adds the line that says who answers now.
  const takeOver = `${fixture.product.url}/api/threads/${threadId}/take`;
  await callApi(takeOver, { token: fixture.tokens.admin, body: {} });
  const { page, field } = await openAs('admin');
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await routePosts(page, async (route) => {
    await promise;
    await route.continue();
  });
  for (const words of ['Slow one', 'Slow two', 'Slow three']) {
    await field.fill(words);
    await field.press('Enter');
    await field.press('Enter');
  }
  await field.fill('Slow, not yet');
  const rows = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  const last = rows.filter({ hasText: 'Slow three' });
  await last.getByText('Sending…').waitFor();
  const bubble = last.locator('[aria-busy]');
  const before = await bubble.boundingBox();
  release();
  await exactText(page, 'Message sent').waitFor();
  await page.getByText('Sending…').waitFor({ state: 'detached' });
  const after = await last.getByText('Slow three').last().locator('..').boundingBox();
  expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
  expect(await field.inputValue()).toBe('Slow, not yet');
  const stored = (await listStored('Slow')).map(({ body }) => body);
  expect(stored).toEqual(['Slow three', 'Slow two', 'Slow one']);
});

it('sends a text once though its answer was lost, and keeps the words until then', async () => {
  const { page, field } = await openAs('mia');
  await routePosts(page, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  // Else the page hears of the message by another way.
  await page.route('**/api/threads/*/messages?*', (route) => route.abort());
  await field.fill('Lost answer?');
  await field.press('Enter');
  const failure = page.getByText('Not sent: No connection to the server. Check your network.');
  await failure.waitFor();
  await exactText(page, 'Failed to send message').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await exactText(page, 'Message sent').waitFor();
  await failure.waitFor({ state: 'detached' });
  expect(await listStored('Lost answer?')).toHaveLength(1);
});

it('keeps a text over a reload and an expired session', async () => {
  const token = await signInByApi(fixture.product.url, mia);
  // Live updates may notice the end of the session before the text does.
  const { page, field } = await openAs('mia', { token, isLive: false });
  await callApi(`${fixture.product.url}/api/auth/logout`, { token, body: {} });
  await field.fill('Expired words');
  await field.press('Enter');
  await page.waitForURL('**/login?next=*');
  await fillLogin(page, mia);
  await page.getByText(/^Not sent: /).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await field.inputValue()).toBe('Expired words');
  await field.press('Enter');
  await exactText(page, 'Message sent').waitFor();
  expect(await listStored('Expired words')).toHaveLength(1);
});
