import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from './product.ts';
import { createDatabase, dropDatabase, type Kind, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';
import { createWebhook, postAll, startVendors } from './vendors.ts';

const concurrency = 32;
const people = 200;
const perRound = 8_000;
const rounds = 4;

/** Signed webhooks, acknowledged once stored with their job; rounds alternate with the floor's. */
export async function benchAck(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  const floorPort = String(await freePort());
  const floorUrl = kind === 'postgres' ? await createDatabase() : undefined;
  const floorAddress = `http://127.0.0.1:${floorPort}`;
  const product = await scene.start({ ROLES: 'http' });
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
  const rates: Record<'product' | 'floor', number[]> = { product: [], floor: [] };
  const times: number[] = [];
  const runRound = async (running: Running, address: string) => {
    const webhooks = Array.from({ length: perRound }, (_, index) =>
      createWebhook(address, {
        path: scene.webhookPath,
        from: scene.phones[index % people] as string,
        text: `Message ${index}`,
      }),
    );
    return postAll(running.url, webhooks, concurrency);
  };
  for (let number = 0; number <= rounds; number++) {
    const own = await runRound(product, scene.publicUrl);
    const bare = await runRound(floor, floorAddress);
    if (number === 0) continue; // warm-up
    rates.product.push(own.perSecond);
    rates.floor.push(bare.perSecond);
    times.push(...own.times);
  }
  await Promise.all([product.stop(), floor.stop(), vendors.close()]);
  for (const url of [scene.databaseUrl, floorUrl]) if (url) await dropDatabase(url);
  const bench = `ack, ${kind}`;
  return [
    {
      bench,
      measure: 'acknowledged',
      value: median(rates.product),
      unit: '/s',
      floor: median(rates.floor),
      promise: '≥ 0.6 of the floor',
    },
    { bench, measure: 'p99', value: percentile(times, 99), unit: 'ms' },
  ];
}
