import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { noSources } from '#test/web/knowledge-fixtures.ts';
import { contextDefaults, createStorageState, launchChromium, watch } from '../browser.ts';
import { type Answers, answerCalls } from './answers.ts';
import { adaHost, type SampleProduct, solHost } from './sample-product.ts';
import { type Screen, type Size, sizes, type Who } from './screen.ts';

export type Tabs = {
  /** A signed-in person's. */
  take(who: Who, size: Size): Promise<Tab>;
  show(screen: Screen, size: Size): Promise<Tab>;
  close(): Promise<void>;
};

type Tab = {
  page: Page;
  takeProblems(): string[];
  /** A navigation costs less than a new tab. */
  release(): Promise<void>;
};

/** One browser for each person and size. */
export async function openTabs(
  sample: SampleProduct,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Tabs> {
  const browser = await launchChromium();
  const contexts = new Map<string, Promise<BrowserContext>>();
  const idle = new Map<string, Page[]>();
  const open = async (who: Who, size: Size) => {
    const context = await openContext(browser, sample, who, size);
    await prepare(context);
    return context;
  };
  const contextOf = (who: Who, size: Size) => {
    const key = `${who} ${size}`;
    const context = contexts.get(key) ?? open(who, size);
    contexts.set(key, context);
    return context;
  };
  const take = async (who: Who, size: Size, isExpected = (_problem: string) => false) => {
    const key = `${who} ${size}`;
    const page = idle.get(key)?.pop() ?? (await (await contextOf(who, size)).newPage());
    let problems: string[] = [];
    let stopAnswering = async () => {};
    watch(page, (problem) => {
      if (!isExpected(problem)) problems.push(problem);
    });
    await page.setViewportSize(sizes[size]);
    return {
      page,
      async answer(answers: Answers) {
        stopAnswering = await answerCalls(page, answers);
      },
      takeProblems() {
        const taken = problems;
        problems = [];
        return taken;
      },
      async release() {
        page.removeAllListeners();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.goto('about:blank');
        await stopAnswering();
        await page.emulateMedia({ colorScheme: contextDefaults.colorScheme });
        idle.set(key, [...(idle.get(key) ?? []), page]);
      },
    };
  };
  return {
    take,
    async show(screen, size) {
      const tab = await take(screen.who, size, (problem) => isExpected(screen, problem));
      if (screen.answers) await tab.answer({ ...alone, ...screen.answers });
      await tab.page.goto(addressOf(screen, sample));
      await waitFor(tab.page, screen);
      return tab;
    },
    close: () => browser.close(),
  };
}

/** The server does not know the faked threads and experts. */
const alone: Answers = {
  'POST /api/threads/:id/presence': { json: { present: [] } },
  'PUT /api/threads/:id/typed': { json: { typed: null } },
  'GET /api/experts/:id/sources': { json: noSources },
  'GET /api/experts/:id/unanswered': { json: { questions: [], nextCursor: null } },
};

/** Chromium logs faked refusals, too. */
function isExpected({ answers }: Screen, problem: string): boolean {
  const statuses = Object.values(answers ?? {}).flatMap((answer) =>
    typeof answer === 'object' && 'status' in answer ? [answer.status] : [],
  );
  return statuses.some((status) => new RegExp(`(status of|answered) ${status}`).test(problem));
}

async function openContext(browser: Browser, sample: SampleProduct, who: Who, size: Size) {
  const token = who === 'visitor' ? null : sample.tokens[who];
  return browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    ...contextDefaults,
    storageState: createStorageState(
      token,
      ['localhost', adaHost, solHost].map((host) => originAt(sample, host)),
    ),
  });
}

function addressOf({ path, host = 'localhost' }: Screen, sample: SampleProduct): string {
  return originAt(sample, host) + (typeof path === 'string' ? path : path(sample));
}

function originAt({ product }: SampleProduct, host: string): string {
  return product.url.replace('localhost', host);
}

async function waitFor(page: Page, { heading, texts = [], action }: Screen): Promise<void> {
  await action?.(page);
  // Behind a dialog the heading is hidden from screen readers.
  const headings = page.getByRole('heading', { level: 1, includeHidden: true });
  if (heading !== null) await filterVisible(headings.filter({ hasText: heading })).waitFor();
  for (const text of texts) await filterVisible(page.getByText(text)).waitFor();
  // Faces and fonts are part of the picture.
  await page.waitForLoadState('load');
}

function filterVisible(locator: Locator): Locator {
  return locator.filter({ visible: true }).first();
}

export async function settle(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let frames = 0;
    requestAnimationFrame(function count() {
      frames += 1;
      if (frames === 3) resolve(); else requestAnimationFrame(count);
    });
  })`);
}
