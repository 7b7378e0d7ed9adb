import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from './product.ts';
import { chapters } from './screens/chapters.ts';
import { detours } from './screens/detours.ts';
import { findFlaws, findViolations } from './screens/inspect.ts';
import { sizesOf } from './screens/pictures.ts';
import { type Scene, setScene } from './screens/scene.ts';
import { type Screen, sizes, type Theme } from './screens/screen.ts';
import { openVisitors, settle, type Visitors } from './screens/visit.ts';

let scene: Scene;
let visitors: Visitors;

beforeAll(async () => {
  scene = await setScene();
  visitors = await openVisitors(scene);
});

afterAll(async () => {
  await visitors?.close();
  try {
    expect(scene?.product.complaints(), 'complaints of the product').toEqual([]);
  } finally {
    await cleanUp();
  }
});

describe.for(chapters)('$title', { concurrent: true }, ({ screens }) => {
  it.for(screens)('$name', async (screen, context) => {
    const expected = sizesOf(screen).map((size) => ({ size, ...faultless(screen) }));
    context.expect(await inspect(screen)).toEqual(expected);
  });
});

describe('Addresses', { concurrent: true }, () => {
  it.for(detours)(
    'shows $who $heading at $to, from $from',
    async ({ who, from, to, heading }, context) => {
      const page = await visitors.openTab(who, 'desk');
      await page.goto(scene.product.url + from);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      const { pathname, search } = new URL(page.url());
      context.expect(pathname + search).toBe(to);
      await page.close();
    },
  );
});

function faultless({ title, heading }: Screen) {
  const flaws = heading === null ? ['0 first headings'] : [];
  return { title, flaws, violations: { light: [], dark: [] }, complaints: [] };
}

/** On the same page from size to size: whoever turns their phone stays where they are, too. */
async function inspect(screen: Screen) {
  const { page, complaints } = await visitors.visit(screen, screen.only ?? 'desk');
  try {
    const found = [];
    for (const size of sizesOf(screen)) {
      await page.setViewportSize(sizes[size]);
      const light = await findViolationsIn('light', page);
      const dark = await findViolationsIn('dark', page);
      found.push({
        size,
        title: await page.title(),
        flaws: await findFlaws(page),
        violations: { light, dark },
        complaints: complaints.splice(0),
      });
    }
    return found;
  } finally {
    await page.close();
  }
}

async function findViolationsIn(colorScheme: Theme, page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await settle(page);
  const shown = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
  if (shown !== colorScheme) return [`The page is ${shown}`];
  return findViolations(page);
}
