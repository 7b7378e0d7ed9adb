import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Browser, openBrowser } from './browser.ts';
import type { Prepared } from './prepare-stories.ts';
import { cleanUp, copyData, type Product, startProduct } from './product.ts';

type Fixture = {
  product: Pick<Product, 'url'>;
  browser: Browser;
  tokens: Prepared['tokens'];
};
type OwnFixture = Fixture & { product: Product };

/** For stories that only read, or use people of their own. */
export function joinProduct(): Fixture {
  const { sharedUrl, tokens } = inject('prepared');
  const fixture = { product: { url: sharedUrl }, tokens } as Fixture;
  beforeAll(async () => {
    fixture.browser = await openBrowser(sharedUrl);
  });
  afterEach(() => expectNoProblems(fixture.browser));
  afterAll(() => fixture.browser?.close());
  return fixture;
}

/**
 * No page or log may report a problem, and the product must exit cleanly. `prepare` runs before its
 * start; `isConcurrent` stories release their pages; `allowedLog`: lines that the stories cause.
 */
export function setUpProduct({
  prepare,
  isConcurrent = false,
  allowedLog,
}: {
  prepare?: (dataDir: string) => Promise<unknown>;
  isConcurrent?: boolean;
  allowedLog?: RegExp;
} = {}): OwnFixture {
  const { dataDir, tokens } = inject('prepared');
  const fixture = { tokens } as OwnFixture;
  beforeAll(async () => {
    const DATA_DIR = copyData(dataDir);
    await prepare?.(DATA_DIR);
    fixture.product = await startProduct({ DATA_DIR });
    fixture.browser = await openBrowser(fixture.product.url);
  });
  afterEach(async () => {
    if (!isConcurrent) await expectNoProblems(fixture.browser);
  });
  afterAll(async () => {
    await fixture.browser?.close();
    try {
      const exitCode = await fixture.product?.stop();
      const logged = fixture.product?.problems().filter((line) => !allowedLog?.test(line));
      expect({ exitCode, logged }, 'after SIGTERM').toEqual({ exitCode: 0, logged: [] });
    } finally {
      await cleanUp();
    }
  });
  return fixture;
}

async function expectNoProblems(browser: Browser): Promise<void> {
  await browser.closePages();
  expect(browser.takeProblems(), 'problems on the pages').toEqual([]);
}
