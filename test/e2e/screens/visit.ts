import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { launchChromium, plainly, signedIn, watch } from '../browser.ts';
import { answerCalls } from './answers.ts';
import { adaHost, type Scene, solHost } from './scene.ts';
import { type Screen, type Size, sizes, type Who } from './screen.ts';

export type Visitors = {
  /** A new tab of somebody, signed in. */
  openTab(who: Who, size: Size): Promise<Page>;
  /** Opens a screen at a size, once everything is there that should be seen. */
  visit(screen: Screen, size: Size): Promise<Visit>;
  close(): Promise<void>;
};

export type Visit = {
  page: Page;
  /** What went wrong behind the picture so far. */
  complaints: string[];
};

/** Everybody's browser, signed in; tabs of one person at one size share what is cached. */
export async function openVisitors(
  scene: Scene,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Visitors> {
  const browser = await launchChromium();
  const contexts = new Map<string, Promise<BrowserContext>>();
  const open = async (who: Who, size: Size) => {
    const context = await openContext(browser, scene, who, size);
    await prepare(context);
    return context;
  };
  const contextOf = (who: Who, size: Size) => {
    const key = `${who} ${size}`;
    const context = contexts.get(key) ?? open(who, size);
    contexts.set(key, context);
    return context;
  };
  const openTab = async (who: Who, size: Size) => (await contextOf(who, size)).newPage();
  return {
    openTab,
    async visit(screen, size) {
      const page = await openTab(screen.who, size);
      const complaints: string[] = [];
      watch(page, (complaint) => {
        if (!isMeant(screen, complaint)) complaints.push(complaint);
      });
      if (screen.answers) await answerCalls(page, screen.answers);
      await page.goto(addressOf(screen, scene));
      await waitFor(page, screen);
      return { page, complaints };
    },
    close: () => browser.close(),
  };
}

/** Chromium notes every refused call on the console, also those that the screen is about. */
function isMeant({ answers }: Screen, complaint: string): boolean {
  const statuses = Object.values(answers ?? {}).flatMap((answer) =>
    typeof answer === 'object' && 'status' in answer ? [answer.status] : [],
  );
  return statuses.some((status) => new RegExp(`(status of|answered) ${status}`).test(complaint));
}

async function openContext(browser: Browser, scene: Scene, who: Who, size: Size) {
  const token = who === 'nobody' ? null : scene.tokens[who];
  return browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    ...plainly,
    storageState: signedIn(
      token,
      ['localhost', adaHost, solHost].map((host) => originAt(scene, host)),
    ),
  });
}

function addressOf({ path, host = 'localhost' }: Screen, scene: Scene): string {
  return originAt(scene, host) + (typeof path === 'string' ? path : path(scene));
}

function originAt({ product }: Scene, host: string): string {
  return product.url.replace('localhost', host);
}

async function waitFor(page: Page, { heading, texts = [], act }: Screen): Promise<void> {
  await act?.(page);
  // Behind a dialog the heading is hidden from screen readers.
  const headings = page.getByRole('heading', { level: 1, includeHidden: true });
  if (heading !== null) await shown(headings.filter({ hasText: heading })).waitFor();
  for (const text of texts) await shown(page.getByText(text)).waitFor();
  // Faces and fonts are part of the picture.
  await page.waitForLoadState('load');
}

function shown(locator: Locator): Locator {
  return locator.filter({ visible: true }).first();
}

/** Until a change of size or theme has been drawn. */
export async function settle(page: Page): Promise<void> {
  const frame = 'new Promise((resolve) => requestAnimationFrame(resolve))';
  for (let frames = 0; frames < 3; frames += 1) await page.evaluate(frame);
}
