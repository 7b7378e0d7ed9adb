import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cleanUp, copyData } from './product.ts';
import { sizesOf } from './screens/gallery-files.ts';
import {
  findContrastViolations,
  findFlaws,
  findLargeTextFlaws,
  findViolations,
} from './screens/inspect.ts';
import { redirects } from './screens/redirects.ts';
import { type SampleProduct, startSampleProduct } from './screens/sample-product.ts';
import { type Screen, sizes, type Theme } from './screens/screen.ts';
import { sections } from './screens/sections.ts';
import { openTabs, settle, type Tabs } from './screens/tabs.ts';

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
    context.expect(await inspect(screen)).toEqual(expected);
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
  return { title, flaws, violations: { light: [], dark: [] }, problems: [] };
}

/** Like a turned phone. */
async function inspect(screen: Screen) {
  const { page, takeProblems, release } = await tabs.show(screen, screen.only ?? 'desk');
  const found = [];
  let shown: Theme = 'light';
  for (const size of sizesOf(screen)) {
    await page.setViewportSize(sizes[size]);
    const other: Theme = shown === 'light' ? 'dark' : 'light';
    const violations = { [shown]: await findThemeViolations(page, shown) };
    await setTheme(other, page);
    violations[other] = await findThemeViolations(page, other);
    shown = other;
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
  await release();
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
