import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type Browser, openBrowser } from './browser.ts';
import type { Prepared } from './prepare-stories.ts';
import { cleanUp, copyData, type Product, startProduct } from './product.ts';

type Fixture = { product: Product; browser: Browser; tokens: Prepared['tokens'] };

/**
 * Starts a product and a browser for one file. No page or log may report a problem, and the product
 * must exit cleanly.
 * @param prepare changes the product's data before it starts.
 * @param isConcurrent stories release their own pages.
 * @param allowedLog lines that the stories themselves cause.
 */
export function setUpProduct({
  prepare,
  isConcurrent = false,
  allowedLog,
}: {
  prepare?: (dataDir: string) => Promise<unknown>;
  isConcurrent?: boolean;
  allowedLog?: RegExp;
} = {}): Fixture {
  const { dataDir, tokens } = inject('prepared');
  const fixture = { tokens } as Fixture;
  beforeAll(async () => {
    const DATA_DIR = copyData(dataDir);
    await prepare?.(DATA_DIR);
    fixture.product = await startProduct({ DATA_DIR });
    fixture.browser = await openBrowser(fixture.product.url);
  });
  afterEach(async () => {
    if (isConcurrent) return;
    await fixture.browser.closePages();
    expect(fixture.browser.takeProblems(), 'problems on the pages').toEqual([]);
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
