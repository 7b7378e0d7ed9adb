import { freePort } from '#test/free-port.ts';
import { startProcess } from './product.ts';
import { createDatabase, dropDatabase, hasServer, type Kind, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';
import { createWebhook, echoIn, postAll, startVendors } from './vendors.ts';

/** Published figures come from the full run. */
const isQuick = process.env.BENCH_QUICK !== undefined;
const people = 1_000;
const pacedPerSecond = 20;
const pacedSeconds = isQuick ? 5 : 30;
const burst = isQuick ? 1_000 : 4_000;
const rounds = 3;
/** V8 optimizes until about the 10,000th text. */
const warmUps = 3;
/** The floor always runs on PostgreSQL; 400 of its 3,000 a second are 0.13. */
const promises = {
  postgres: { p50: '≤ 5 ms', p99: '≤ 20 ms', replies: '≥ 0.5 of the floor' },
  embedded: { p50: '≤ 10 ms', p99: '≤ 35 ms', replies: '≥ 0.13 of the floor' },
};

/** From the webhook to the gateway's send call, with a model that answers at once. */
export async function benchJourney(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  const product = await scene.start();
  const bench = `journey, ${kind}`;
  const createMessage = (index: number, text: string, address = scene.publicUrl) =>
    createWebhook(address, {
      path: scene.webhookPath,
      from: scene.phones[index % people] as string,
      text,
    });

  /** ms per text, from the webhook to the send call. */
  async function timePaced(
    { url, address }: Target,
    count: number,
    label: string,
  ): Promise<number[]> {
    const startedAt = new Map<string, number>();
    const times: number[] = [];
    const done = Promise.withResolvers<void>();
    vendors.onSent(({ body, at }) => {
      const started = startedAt.get(echoIn(body));
      if (started !== undefined) times.push(at - started);
      if (times.length === count) done.resolve();
    });
    for (let index = 0; index < count; index++) {
      const text = `${label} ${index}`;
      const webhook = createMessage(index, text, address);
      startedAt.set(text, performance.now());
      void postAll(url, [webhook], 1);
      await new Promise((resolve) => setTimeout(resolve, 1000 / pacedPerSecond));
    }
    await done.promise;
    return times;
  }

  /** Webhooks arrive as fast as they are acknowledged. */
  async function measureThroughput({ url, address }: Target, label: string): Promise<number> {
    const before = vendors.sent.length;
    const done = Promise.withResolvers<void>();
    vendors.onSent(() => {
      if (vendors.sent.length - before === burst) done.resolve();
    });
    const webhooks = Array.from({ length: burst }, (_, index) =>
      createMessage(index, `${label} ${index}`, address),
    );
    const started = performance.now();
    await postAll(url, webhooks, 32);
    await done.promise;
    return burst / ((performance.now() - started) / 1000);
  }

  const floor = (await hasServer()) ? await startFloor(vendors.url) : null;
  const targets = {
    product: { url: product.url, address: scene.publicUrl },
    floor: floor && { url: floor.url, address: floor.url },
  };
  const rates: Record<'product' | 'floor', number[]> = { product: [], floor: [] };
  for (let round = 1 - warmUps; round <= rounds; round++) {
    const own = await measureThroughput(targets.product, `Round ${round}`);
    const bare = targets.floor && (await measureThroughput(targets.floor, `Floor ${round}`));
    if (round < 1) continue;
    rates.product.push(own);
    if (bare) rates.floor.push(bare);
  }
  const timeWarm = async (target: Target) => {
    await timePaced(target, 40, 'Settling');
    return timePaced(target, pacedPerSecond * pacedSeconds, 'Paced');
  };
  const times = await timeWarm(targets.product);
  const floorTimes = targets.floor && (await timeWarm(targets.floor));
  await Promise.all([product.stop(), floor?.stop()]);
  await vendors.close();
  for (const url of [scene.databaseUrl, floor?.databaseUrl]) if (url) await dropDatabase(url);
  const promise = promises[kind];
  return [
    {
      bench,
      measure: 'own p50 at 20/s',
      value: percentile(times, 50),
      unit: 'ms',
      ...(floorTimes && { floor: percentile(floorTimes, 50) }),
      promise: promise.p50,
    },
    {
      bench,
      measure: 'own p99 at 20/s',
      value: percentile(times, 99),
      unit: 'ms',
      ...(floorTimes && { floor: percentile(floorTimes, 99) }),
      promise: promise.p99,
    },
    {
      bench,
      measure: 'replies',
      value: median(rates.product),
      unit: '/s',
      ...(floor && { floor: median(rates.floor), promise: promise.replies }),
    },
  ];
}

/** `address` is what webhooks are signed for. */
type Target = { url: string; address: string };

async function startFloor(vendorsUrl: string) {
  const databaseUrl = await createDatabase();
  const port = String(await freePort());
  const settings = {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    VENDORS_URL: vendorsUrl,
  };
  return { ...(await startProcess('bench/journey-floor.ts', settings, '/ready')), databaseUrl };
}
