import type { TestProject } from 'vitest/node';
import { signInByApi } from './accounts.ts';
import { admin, mia } from './dashboard.ts';
import { cleanUp, startProduct } from './product.ts';

/** Data of a first start, and each person's session. */
export type Prepared = { dataDir: string; tokens: { admin: string; mia: string } };

declare module 'vitest' {
  interface ProvidedContext {
    prepared: Prepared;
  }
}

/** Starts the product once; stories copy its data. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  const tokens = {
    admin: await signInByApi(product.url, admin),
    mia: await signInByApi(product.url, mia),
  };
  await product.stop();
  project.provide('prepared', { dataDir: product.settings.DATA_DIR, tokens });
  return cleanUp;
}
