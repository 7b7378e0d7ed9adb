import { postAll, startWorld, webhookFor } from './gateway.ts';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import { percentile, type Result } from './statistics.ts';

const people = 200;
const pacedPerSecond = 20;
const pacedSeconds = 30;
const burst = 4_000;

/** Bench 2: webhook → reply handed to the gateway, with a model that answers at once. */
export async function benchJourney(kind: Kind): Promise<Result[]> {
  const world = await startWorld();
  const scene = await prepareScene(kind, { people, worldUrl: world.url });
  const product = await scene.start();
  const bench = `journey, ${kind}`;
  const make = (index: number, text: string) =>
    webhookFor(scene.publicUrl, {
      path: scene.webhookPath,
      from: scene.phones[index % people] as string,
      text,
    });

  /** Evenly paced single messages: our own time, from the webhook's first byte to the send call. */
  async function paced(count: number, label: string): Promise<number[]> {
    const startedAt = new Map<string, number>();
    const times: number[] = [];
    const done = Promise.withResolvers<void>();
    world.onSent(({ body, at }) => {
      const started = startedAt.get(body);
      if (started !== undefined) times.push(at - started);
      if (times.length === count) done.resolve();
    });
    for (let index = 0; index < count; index++) {
      const text = `${label} ${index}`;
      const webhook = make(index, text);
      startedAt.set(`You said: ${text}`, performance.now());
      void postAll(product.url, [webhook], 1);
      await new Promise((resolve) => setTimeout(resolve, 1000 / pacedPerSecond));
    }
    await done.promise;
    return times;
  }

  async function throughput(): Promise<number> {
    const before = world.sent.length;
    const done = Promise.withResolvers<void>();
    world.onSent(() => {
      if (world.sent.length - before === burst) done.resolve();
    });
    const webhooks = Array.from({ length: burst }, (_, index) => make(index, `Burst ${index}`));
    const started = performance.now();
    await postAll(product.url, webhooks, 32);
    await done.promise;
    return burst / ((performance.now() - started) / 1000);
  }

  await paced(40, 'Warm');
  const times = await paced(pacedPerSecond * pacedSeconds, 'Paced');
  const perSecond = await throughput();
  await product.stop();
  await world.close();
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
