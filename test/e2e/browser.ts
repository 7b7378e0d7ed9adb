import {
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type Page,
} from 'playwright-core';
import { ensureBrowser } from '#test/browser.ts';

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live too briefly for optimized code.
  '--js-flags=--no-turbofan --no-maglev',
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];

type Visit = {
  token?: string;
  allowedProblems?: RegExp;
  /** `takeProblems` omits these. */
  problems?: string[];
  /** An expert's own domain. */
  host?: string;
  prepare?: (page: Page) => Promise<unknown>;
};

export type Browser = {
  visit(path: string, visit?: Visit): Promise<Page>;
  visitBeside(page: Page, path: string, visit?: Visit): Promise<Page>;
  takeProblems(): string[];
  /** Leaves the page for a later visit. */
  release(page: Page): Promise<void>;
  closePages(): Promise<void>;
  close(): Promise<void>;
};

let launched: Promise<Chromium> | undefined;

export async function openBrowser(url: string): Promise<Browser> {
  launched ??= launchChromium();
  const browser = await launched;
  const idle: Page[] = [];
  const open = new Set<Page>();
  const prepared = new Set<Page>();
  let problems: string[] = [];

  const takePage = async () => {
    const page = idle.pop();
    if (page) return page;
    const context = await browser.newContext({
      ...contextDefaults,
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    return context.newPage();
  };
  const goTo = async (page: Page, path: string, visit: Visit) => {
    const { allowedProblems, host = 'localhost' } = visit;
    watch(page, (problem) => {
      if (!allowedProblems?.test(problem)) (visit.problems ?? problems).push(problem);
    });
    if (visit.prepare) {
      prepared.add(page);
      await visit.prepare(page);
    }
    await page.goto(url.replace('localhost', host) + path);
    return page;
  };
  const release = async (page: Page) => {
    open.delete(page);
    // A script that runs ahead of each page can't be removed.
    if (prepared.delete(page)) return page.context().close();
    await reset(page);
    idle.push(page);
  };
  return {
    async visit(path, visit = {}) {
      const { token = null, host = 'localhost' } = visit;
      const page = await takePage();
      open.add(page);
      await resetStorage(page, url.replace('localhost', host), token);
      return goTo(page, path, visit);
    },
    visitBeside: async (page, path, visit = {}) =>
      goTo(await page.context().newPage(), path, visit),
    takeProblems() {
      const taken = problems;
      problems = [];
      return taken;
    },
    release,
    async closePages() {
      await Promise.all([...open].map(release));
    },
    async close() {
      const pages = [...open, ...idle];
      await Promise.all(pages.map((page) => page.context().close()));
    },
  };
}

const viewport = { width: 1440, height: 900 };

/** Keeps the dashboard's cached files, which cost most of a new context's time. */
async function reset(page: Page): Promise<void> {
  const context = page.context();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await context.setOffline(false);
  await context.clearCookies();
  await page.setViewportSize(viewport);
  const { colorScheme, reducedMotion, forcedColors } = contextDefaults;
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors });
}

/** Without an icon, Chromium asks the site for one. */
const emptyPage = '<link rel="icon" href="data:,">';

async function resetStorage(page: Page, origin: string, token: string | null): Promise<void> {
  const address = `${origin}/empty-page`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: emptyPage }),
  );
  await page.goto(address);
  await page.evaluate(`
    localStorage.clear();
    sessionStorage.clear();
    const token = ${JSON.stringify(token)};
    if (token) localStorage.setItem('auth_token', token);`);
  await page.unroute(address);
}

export function launchChromium(): Promise<Chromium> {
  const executablePath = process.env.CHROMIUM_PATH ?? ensureBrowser();
  return chromium.launch({ executablePath, args: launchArguments });
}

/** Not the machine's, where another day may have begun. */
export const timeZone = 'America/New_York';

/** The same on every machine. Animations cost time: only their own story turns them on. */
export const contextDefaults = {
  reducedMotion: 'reduce',
  colorScheme: 'light',
  forcedColors: 'none',
  locale: 'en-US',
  timezoneId: timeZone,
} as const;

export function createStorageState(
  token: string | null,
  origins: string[],
): BrowserContextOptions['storageState'] {
  const localStorage = token ? [{ name: 'auth_token', value: token }] : [];
  return { cookies: [], origins: origins.map((origin) => ({ origin, localStorage })) };
}

export function watch(page: Page, report: (problem: string) => void): void {
  const where = () => new URL(page.url()).pathname;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      report(`${where()}: ${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => report(`${where()}: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A page aborts its streams and calls on leaving.
    if (reason !== 'net::ERR_ABORTED') report(`${where()}: ${request.url()} failed: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500)
      report(`${where()}: ${response.url()} answered ${response.status()}`);
  });
}
