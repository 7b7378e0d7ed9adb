import type { Locator, Page } from 'playwright-core';
import type { Result } from '../statistics.ts';
import { buildFloorKb } from './floor.ts';
import { gzipKb } from './sizes.ts';
import { people, type Visitor } from './visitor.ts';

/** Gzipped script of a first visit, beside a minimal React page. */
export async function measureFirstLoads(
  visitor: Visitor,
  { url, threadId }: { url: string; threadId: string },
): Promise<Result[]> {
  const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
  const stranger = await visitor.enter(null);
  const form = stranger.getByRole('button', { name: 'Login' });
  const login = await measureScriptKb(stranger, `${url}/login`, form);
  const user = await visitor.enter(people.mia);
  const thread = await measureScriptKb(user, `${url}/threads/${threadId}`, messages(user));
  const admin = await visitor.enter(people.admin);
  const inbox = await measureScriptKb(admin, `${url}/?thread=${threadId}`, messages(admin));
  const threadFloor = await buildFloorKb('thread');
  return [
    { measure: '/login', value: login, floor: await buildFloorKb('login'), promise: '≤ 105 kB' },
    { measure: 'thread', value: thread, floor: threadFloor, promise: '≤ 156 kB' },
    { measure: 'inbox with thread', value: inbox, floor: threadFloor, promise: '≤ 156 kB' },
  ].map((row) => ({ ...row, bench: 'dashboard, first script', unit: 'kB gzip' }));
}

async function measureScriptKb(page: Page, url: string, content: Locator): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') sizes.push(response.body().then(gzipKb));
  });
  await page.goto(url);
  await content.waitFor();
  // The event stream stays open: the network is never idle.
  await page.waitForTimeout(2_000);
  const all = await Promise.all(sizes);
  await page.context().close();
  return all.reduce((sum, size) => sum + size, 0);
}
