import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import { percentile, type Result } from './statistics.ts';
import { createWebhook, postAll, startVendors } from './vendors.ts';

const people = 200;
const pacedPerSecond = 20;
const pacedSeconds = 30;
const burst = 4_000;

/** From the webhook to the gateway's send call, with a model that answers at once. */
export async function benchJourney(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  const product = await scene.start();
  const bench = `journey, ${kind}`;
  const createMessage = (index: number, text: string) =>
    createWebhook(scene.publicUrl, {
      path: scene.webhookPath,
      from: scene.phones[index % people] as string,
      text,
    });

  async function timePaced(count: number, label: string): Promise<number[]> {
    const startedAt = new Map<string, number>();
    const times: number[] = [];
    const done = Promise.withResolvers<void>();
    vendors.onSent(({ body, at }) => {
      const started = startedAt.get(body);
      if (started !== undefined) times.push(at - started);
      if (times.length === count) done.resolve();
    });
    for (let index = 0; index < count; index++) {
      const text = `${label} ${index}`;
      const webhook = createMessage(index, text);
      startedAt.set(`You said: ${text}`, performance.now());
      void postAll(product.url, [webhook], 1);
      await new Promise((resolve) => setTimeout(resolve, 1000 / pacedPerSecond));
    }
    await done.promise;
    return times;
  }

  async function measureThroughput(): Promise<number> {
    const before = vendors.sent.length;
    const done = Promise.withResolvers<void>();
    vendors.onSent(() => {
      if (vendors.sent.length - before === burst) done.resolve();
    });
    const webhooks = Array.from({ length: burst }, (_, index) =>
      createMessage(index, `Burst ${index}`),
    );
    const started = performance.now();
    await postAll(product.url, webhooks, 32);
    await done.promise;
    return burst / ((performance.now() - started) / 1000);
  }

  await timePaced(40, 'Warm');
  const times = await timePaced(pacedPerSecond * pacedSeconds, 'Paced');
  const perSecond = await measureThroughput();
  await product.stop();
  await vendors.close();
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  const note = kind === 'postgres' ? { p50: '≤ 40 ms', p99: '≤ 150 ms' } : { p50: '', p99: '' };
  return [
    {
      bench,
      measure: 'own p50 at 20/s',
      value: percentile(times, 50),
      unit: 'ms',
      promise: note.p50,
    },
    {
      bench,
      measure: 'own p99 at 20/s',
      value: percentile(times, 99),
      unit: 'ms',
      promise: note.p99,
    },
    { bench, measure: 'replies', value: perSecond, unit: '/s' },
  ];
}
