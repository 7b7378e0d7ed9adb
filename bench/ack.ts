import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from './product.ts';
import { createDatabase, dropDatabase, type Kind, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';
import { createWebhook, postAll, startVendors } from './vendors.ts';

const concurrencies = [32, 128];
const promises = { postgres: '≥ 1.0 of the floor', embedded: '≥ 1.2 of the floor' };
const people = 200;
const perRound = 8_000;
const rounds = 4;
/** V8 optimizes until about the 20,000th webhook. */
const warmUps = 3;

/** Acknowledged means stored with its job. */
export async function benchAck(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  const floorPort = String(await freePort());
  const floorUrl = kind === 'postgres' ? await createDatabase() : undefined;
  const floorAddress = `http://127.0.0.1:${floorPort}`;
  const product = await scene.start({ ROLES: 'http', MAX_BACKLOG_SECONDS: '3600' });
  const floor = await startProcess(
    'bench/floor.ts',
    {
      PORT: floorPort,
      PUBLIC_URL: floorAddress,
      DATABASE_URL: floorUrl,
      FLOOR_DIR: mkdtempSync(join(tmpdir(), 'sagewire-floor-')),
    },
    '/ready',
  );
  const runRound = async (running: Running, address: string, concurrency: number) => {
    const webhooks = Array.from({ length: perRound }, (_, index) =>
      createWebhook(address, {
        path: scene.webhookPath,
        from: scene.phones[index % people] as string,
        text: `Message ${index}`,
      }),
    );
    return postAll(running.url, webhooks, concurrency);
  };
  /** Alternates with the floor. */
  const measure = async (concurrency: number): Promise<Result[]> => {
    const rates: Record<'product' | 'floor', number[]> = { product: [], floor: [] };
    const times: number[] = [];
    for (let number = 1 - warmUps; number <= rounds; number++) {
      const own = await runRound(product, scene.publicUrl, concurrency);
      const bare = await runRound(floor, floorAddress, concurrency);
      if (number < 1) continue;
      rates.product.push(own.perSecond);
      rates.floor.push(bare.perSecond);
      times.push(...own.times);
    }
    const bench = `ack, ${kind}, ${concurrency} at once`;
    return [
      {
        bench,
        measure: 'acknowledged',
        value: median(rates.product),
        unit: '/s',
        floor: median(rates.floor),
        promise: promises[kind],
      },
      { bench, measure: 'p99', value: percentile(times, 99), unit: 'ms' },
    ];
  };
  const results: Result[] = [];
  for (const concurrency of concurrencies) results.push(...(await measure(concurrency)));
  await Promise.all([product.stop(), floor.stop(), vendors.close()]);
  for (const url of [scene.databaseUrl, floorUrl]) if (url) await dropDatabase(url);
  return results;
}
