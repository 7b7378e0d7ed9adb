import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/runtime.ts';
import { postAll, startWorld, webhookFor } from './gateway.ts';
import { type Running, startProcess } from './product.ts';
import { dropDatabase, type Kind, newDatabase, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';

const concurrency = 32;
const people = 200;
const perRound = 8_000;
const rounds = 4;

/** Bench 1: signed webhooks in → acknowledged, durably stored with its job. Rounds take turns with the floor's. */
export async function benchAck(kind: Kind): Promise<Result[]> {
  const world = await startWorld();
  const scene = await prepareScene(kind, { people, worldUrl: world.url });
  const floorPort = String(await freePort());
  const floorUrl = kind === 'postgres' ? await newDatabase() : undefined;
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
  const measured: Record<'product' | 'floor', number[]> = { product: [], floor: [] };
  const times: number[] = [];
  const round = async (running: Running, address: string) => {
    const webhooks = Array.from({ length: perRound }, (_, index) =>
      webhookFor(address, {
        path: scene.webhookPath,
        from: scene.phones[index % people] as string,
        text: `Message ${index}`,
      }),
    );
    return postAll(running.url, webhooks, concurrency);
  };
  for (let number = 0; number <= rounds; number++) {
    const ours = await round(product, scene.publicUrl);
    const bare = await round(floor, floorAddress);
    if (number === 0) continue; // warming up
    measured.product.push(ours.perSecond);
    measured.floor.push(bare.perSecond);
    times.push(...ours.times);
  }
  await Promise.all([product.stop(), floor.stop(), world.close()]);
  for (const url of [scene.databaseUrl, floorUrl]) if (url) await dropDatabase(url);
  const bench = `ack, ${kind}`;
  return [
    {
      bench,
      measure: 'acknowledged',
      value: median(measured.product),
      unit: '/s',
      floor: median(measured.floor),
      promise: '≥ 0.6 of the floor',
    },
    { bench, measure: 'p99', value: percentile(times, 99), unit: 'ms' },
  ];
}
