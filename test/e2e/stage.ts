import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Browser, openBrowser } from './browser.ts';
import { cleanUp, type Product, startProduct } from './product.ts';

/**
 * A product and a browser for the stories of one file. No page and no log may complain, and the product
 * ends in peace when it is asked to.
 *
 * @param prepare changes the data that the product begins with, while it does not run.
 * @param mayLog what the product may log, because the stories make it so.
 */
export function setStage({
  prepare,
  mayLog,
}: {
  prepare?: (dataDir: string) => Promise<unknown>;
  mayLog?: RegExp;
} = {}): { product: Product; browser: Browser } {
  const stage = {} as { product: Product; browser: Browser };
  beforeAll(async () => {
    stage.product = await startProduct();
    if (prepare) {
      await stage.product.stop();
      await prepare(stage.product.settings.DATA_DIR);
      stage.product = await startProduct(stage.product.settings);
    }
    stage.browser = await openBrowser(stage.product.url);
  });
  afterEach(async () => {
    await stage.browser.closePages();
    expect(stage.browser.takeComplaints(), 'complaints of the pages').toEqual([]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    try {
      expect(await stage.product?.stop(), 'exit code after SIGTERM').toBe(0);
      const complaints = stage.product?.complaints().filter((line) => !mayLog?.test(line));
      expect(complaints, 'complaints of the product').toEqual([]);
    } finally {
      await cleanUp();
    }
  });
  return stage;
}
