import { setTimeout as sleep } from 'node:timers/promises';
import { createPacer } from './pace.ts';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import type { Result } from './statistics.ts';
import { createWebhook, startVendors } from './vendors.ts';

const people = 2_000;
const perSecond = 50;
const settleMs = 5_000;
const minutes = process.env.BENCH_QUICK === undefined ? 10 : 2;

export async function benchSteady(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  const product = await scene.start();
  const pacer = createPacer(product.url);
  const resident: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const count = perSecond * 60;
    await pacer.run(count, perSecond, (index) =>
      createWebhook(scene.publicUrl, {
        path: scene.webhookPath,
        from: scene.phones[index % people] as string,
        text: `Minute ${minute}, ${index}`,
      }),
    );
    resident.push(product.residentMb());
  }
  await sleep(settleMs);
  await pacer.close();
  await product.stop();
  await vendors.close();
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  const bench = `steady, ${kind}, ${perSecond}/s`;
  const middle = Math.floor(minutes / 2) - 1;
  return [
    {
      bench,
      measure: `resident after ${minutes} minutes, against the middle`,
      value: resident.at(-1) as number,
      floor: resident[middle] as number,
      unit: 'MB',
      promise: 'flat',
    },
    {
      bench,
      measure: 'not answered',
      value: minutes * 60 * perSecond - vendors.sent.length,
      unit: '',
      promise: '0',
    },
  ];
}
