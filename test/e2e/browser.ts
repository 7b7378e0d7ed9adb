import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureBrowser } from '#test/browser.ts';

const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Experts' own domains lead to the product.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
];

type Visit = {
  /** What this visit may complain about on the console, because the story makes it so. */
  mayComplain?: RegExp;
  /** Another name that leads to the product: an expert's own domain. */
  host?: string;
  /** What happens to the tab before it goes anywhere. */
  prepare?: (page: Page) => Promise<void>;
};

export type Browser = {
  /** Somebody's own browser: nobody else's session is in it. */
  visit(path: string, visit?: Visit): Promise<Page>;
  /** One more tab beside another. */
  visitBeside(page: Page, path: string, visit?: Visit): Promise<Page>;
  /** What went wrong on any page since this was last asked. */
  takeComplaints(): string[];
  closePages(): Promise<void>;
  close(): Promise<void>;
};

/** A Chromium whose pages are watched: whatever goes wrong behind the picture is a complaint. */
export async function openBrowser(url: string): Promise<Browser> {
  const browser = await launchChromium();
  let complaints: string[] = [];
  const openTab = async (context: BrowserContext, path: string, visit: Visit) => {
    const { mayComplain, host = 'localhost' } = visit;
    const page = await context.newPage();
    watch(page, (complaint) => {
      if (!mayComplain?.test(complaint)) complaints.push(complaint);
    });
    await visit.prepare?.(page);
    await page.goto(url.replace('localhost', host) + path);
    return page;
  };
  return {
    async visit(path, visit = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        permissions: ['clipboard-read', 'clipboard-write'],
        locale: 'en-US',
      });
      return openTab(context, path, visit);
    },
    visitBeside: (page, path, visit = {}) => openTab(page.context(), path, visit),
    takeComplaints() {
      const taken = complaints;
      complaints = [];
      return taken;
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: () => browser.close(),
  };
}

export function launchChromium() {
  const executablePath = process.env.CHROMIUM_PATH ?? ensureBrowser();
  return chromium.launch({ executablePath, args: quietly });
}

/** How every person's browser is set where nothing else is said: the same wherever it runs. */
export const plainly = {
  reducedMotion: 'reduce',
  colorScheme: 'light',
  locale: 'en-US',
  timezoneId: 'America/New_York',
} as const;

/** What a browser has kept for somebody who is signed in at these origins. */
export function signedIn(token: string | null, origins: string[]) {
  const localStorage = token ? [{ name: 'auth_token', value: token }] : [];
  return { cookies: [], origins: origins.map((origin) => ({ origin, localStorage })) };
}

/** Tells of whatever goes wrong behind the picture. */
export function watch(page: Page, complain: (complaint: string) => void): void {
  const where = () => new URL(page.url()).pathname;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`${where()}: ${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complain(`${where()}: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Streams and calls that the page itself gives up, as it does when it is left.
    if (reason !== 'net::ERR_ABORTED') complain(`${where()}: ${request.url()} failed: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500)
      complain(`${where()}: ${response.url()} answered ${response.status()}`);
  });
}
