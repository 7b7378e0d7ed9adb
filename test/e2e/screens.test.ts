import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cleanUp, copyData } from './product.ts';
import { sizesOf } from './screens/gallery-files.ts';
import {
  findContrastViolations,
  findFlaws,
  findLargeTextFlaws,
  findLayoutFlaws,
  findViolations,
} from './screens/inspect.ts';
import { redirects } from './screens/redirects.ts';
import { type SampleProduct, startSampleProduct } from './screens/sample-product.ts';
import { otherWindows, type Screen, sizes, type Theme } from './screens/screen.ts';
import { sections } from './screens/sections.ts';
import { openTabs, settle, type Tabs } from './screens/tabs.ts';

/** `npm test` looks at the light, the rest of the suite at the dark and at more windows. */
const themes: Theme[] = ['light', 'dark'].filter(
  (theme): theme is Theme =>
    process.env.TEST_PART === 'all' || (theme === 'light') === (process.env.TEST_PART === 'first'),
);

const hasOtherWindows = process.env.TEST_PART !== 'first';

let sample: SampleProduct;
let tabs: Tabs;

beforeAll(async () => {
  sample = await startSampleProduct({ DATA_DIR: copyData(inject('prepared').dataDir) });
  tabs = await openTabs(sample);
});

afterAll(async () => {
  await tabs?.close();
  try {
    expect(sample?.product.problems(), 'problems in the log').toEqual([]);
  } finally {
    await cleanUp();
  }
});

describe.for(sections)('$title', { concurrent: true }, ({ screens }) => {
  it.for(screens)('$name', async (screen, context) => {
    const expected = sizesOf(screen).map((size) => ({ size, ...faultless(screen) }));
    context.expect(await inspect(screen)).toEqual({ found: expected, elsewhere: [] });
  });
});

describe('Addresses', { concurrent: true }, () => {
  // spec: 2.4 6.1 6.3
  it.for(redirects)(
    'shows $who $heading at $to, from $from',
    async ({ who, from, to, heading }, context) => {
      const { page, release } = await tabs.take(who, 'desk');
      await page.goto(sample.product.url + from);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      const { pathname, search } = new URL(page.url());
      context.expect(pathname + search).toBe(to);
      await release();
    },
  );
});

function faultless({ title, heading }: Screen) {
  const flaws = heading === null ? ['0 first headings'] : [];
  const violations = Object.fromEntries(themes.map((theme) => [theme, []]));
  return { title, flaws, violations, problems: [] };
}

/** Like a turned phone. */
async function inspect(screen: Screen) {
  const { page, takeProblems, release } = await tabs.show(screen, screen.only ?? 'desk');
  const found = [];
  let shown: Theme = 'light';
  for (const size of sizesOf(screen)) {
    await page.setViewportSize(sizes[size]);
    const violations: Partial<Record<Theme, Awaited<ReturnType<typeof findThemeViolations>>>> = {};
    // The one that is shown first: each change draws the page anew.
    for (const theme of themes.toSorted((a, b) => Number(b === shown) - Number(a === shown))) {
      if (theme !== shown) await setTheme(theme, page);
      shown = theme;
      violations[theme] = await findThemeViolations(page, theme);
    }
    found.push({
      size,
      title: await page.title(),
      flaws: [
        ...(await findFlaws(page)),
        ...(size === 'phone' && isForUsers(screen) ? await findLargeTextFlaws(page) : []),
      ],
      violations,
      problems: takeProblems(),
    });
  }
  const elsewhere =
    hasOtherWindows && screen.only !== 'phone' ? await findFlawsElsewhere(page) : [];
  await release();
  return { found, elsewhere };
}

async function findFlawsElsewhere(page: Page): Promise<string[]> {
  const found = [];
  for (const window of otherWindows) {
    await page.setViewportSize(window);
    const flaws = await findLayoutFlaws(page);
    found.push(...flaws.map((flaw) => `${window.width} x ${window.height}: ${flaw}`));
  }
  return found;
}

function isForUsers({ who, path }: Screen): boolean {
  return who !== 'admin' && !String(path).startsWith('/sandbox');
}

/** The theme changes colors only. */
function findThemeViolations(page: Page, theme: Theme): Promise<string[]> {
  return theme === 'light' ? findViolations(page) : findContrastViolations(page);
}

async function setTheme(colorScheme: Theme, page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await settle(page);
  const shown = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
  expect(shown).toBe(colorScheme);
}
