import Fastify from 'fastify';
import { createSandbox } from '#sandbox/sandbox.ts';
import type { StripeStandIn } from '#sandbox/stripe.ts';
import { hasDatabaseServer, openTestDatabase, placeDatabase } from './database.ts';
import { makeFolder, type Product, type Settings, startProduct } from './e2e/product.ts';

const keys = { secretKey: 'sk_test_process', webhookSecret: 'whsec_process' };

/** Survives a killed product. */
export async function startStripeProcess() {
  let product: Product | null = null;
  let held: { call: string; arrived: () => void } | null = null;
  const released: (() => void)[] = [];
  let whenRunning = Promise.withResolvers<void>();
  let losesAnswer: (() => void) | null = null;

  const sandbox = await createSandbox({
    publicUrl: () => product?.url ?? '',
    channels: {},
    ai: [],
    stripe: keys,
    delayMs: 0,
    async fetch(url, init) {
      await whenRunning.promise;
      const answer = await fetch(url, { ...init, signal: null });
      if (!losesAnswer) return answer;
      losesAnswer();
      losesAnswer = null;
      throw new Error('The answer was lost.');
    },
  });
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onSend', async ({ method, url }) => {
    if (!held || !`${method} ${url}`.includes(held.call)) return;
    held.arrived();
    held = null;
    await new Promise<void>((resolve) => released.push(resolve));
  });
  await app.register(sandbox.plugin, { prefix: '/sandbox' });
  const apiUrl = `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox/stripe`;
  const database = hasDatabaseServer ? await openTestDatabase() : null;
  const dataDir = makeFolder();
  if (!database) placeDatabase(dataDir);
  let settings: Settings = {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: apiUrl,
    SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
    DATA_DIR: dataDir,
    ...(database?.url && { DATABASE_URL: database.url }),
  };

  const start = async () => {
    product = await startProduct(settings);
    settings = product.settings;
    whenRunning.resolve();
  };
  const getProduct = () => {
    if (!product) throw new Error('The product does not run.');
    return product;
  };
  await start();
  const { api: _api, pages: _pages, ...stripe } = sandbox.stripe as StripeStandIn; // requested above

  return {
    stripe,
    url: () => getProduct().url,
    database,
    /** Resolves when Stripe has done the work; its answer never arrives. */
    holdAnswerTo: (call: string) =>
      new Promise<void>((arrived) => {
        held = { call, arrived };
      }),
    /** Resolves when the product has answered; Stripe never gets it. */
    loseAnswerToEvent: () =>
      new Promise<void>((lost) => {
        losesAnswer = lost;
      }),
    async kill(): Promise<void> {
      whenRunning = Promise.withResolvers();
      await getProduct().kill();
      for (const release of released.splice(0)) release();
    },
    async restart(): Promise<void> {
      await start();
      await sandbox.waitUntilIdle();
    },
    async close(): Promise<void> {
      await getProduct().stop();
      await sandbox.close();
      await app.close();
      await database?.close();
    },
  };
}
