import type { TestProject } from 'vitest/node';
import { signInByApi } from './accounts.ts';
import { admin, mia } from './dashboard.ts';
import { cleanUp, copyData, type Product, startProduct } from './product.ts';

export type Prepared = {
  /** Of a first start. */
  dataDir: string;
  tokens: { admin: string; mia: string };
  /** For stories that don't touch each other's data. */
  sharedUrl: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    prepared: Prepared;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  const tokens = {
    admin: await signInByApi(product.url, admin),
    mia: await signInByApi(product.url, mia),
  };
  await product.stop();
  const dataDir = product.settings.DATA_DIR;
  const shared = await startProduct({ DATA_DIR: copyData(dataDir) });
  project.provide('prepared', { dataDir, tokens, sharedUrl: shared.url });
  return async () => {
    try {
      await stopCleanly(shared);
    } finally {
      await cleanUp();
    }
  };
}

async function stopCleanly(product: Product): Promise<void> {
  const exitCode = await product.stop();
  const logged = product.problems();
  if (exitCode !== 0 || logged.length > 0) {
    const lines = [`The stories' shared product exited with ${exitCode}.`, ...logged];
    throw new Error(lines.join('\n'));
  }
}
