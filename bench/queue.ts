import { dropDatabase, type Kind, prepareScene, type Scene } from './scene.ts';
import { percentile, type Result } from './statistics.ts';
import { createWebhook, postAll, startVendors } from './vendors.ts';

const slots = 64;

export async function benchQueue(kind: Kind): Promise<Result[]> {
  return [
    ...(await measureFirstStart(kind)),
    ...(await measureBacklog(kind)),
    ...(await measureRecovery(kind)),
  ];
}

async function withScene<Value>(
  kind: Kind,
  { people, modelMs }: { people: number; modelMs: number },
  work: (scene: Scene, vendors: Awaited<ReturnType<typeof startVendors>>) => Promise<Value>,
): Promise<Value> {
  const vendors = await startVendors({ modelMs });
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  try {
    return await work(scene, vendors);
  } finally {
    await vendors.close();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  }
}

const createWebhooks = (scene: Scene, label: string) =>
  scene.phones.map((from, index) =>
    createWebhook(scene.publicUrl, { path: scene.webhookPath, from, text: `${label} ${index}` }),
  );

async function measureFirstStart(kind: Kind): Promise<Result[]> {
  return withScene(kind, { people: 40, modelMs: 0 }, async (scene, vendors) => {
    const product = await scene.start();
    const waits: number[] = [];
    for (const webhook of createWebhooks(scene, 'Single')) {
      await postAll(product.url, [webhook], 1);
      const acknowledged = performance.now();
      await waitUntil(() => vendors.modelCalls.length > waits.length);
      waits.push(Math.max(0, (vendors.modelCalls.at(-1) as number) - acknowledged));
      await sleep(50);
    }
    await product.stop();
    const value = percentile(waits.slice(5), 90);
    return [
      {
        bench: `queue, ${kind}`,
        measure: 'idle: ack → model call, p90',
        value,
        unit: 'ms',
        promise: '≤ 20 ms',
      },
    ];
  });
}

async function measureBacklog(kind: Kind): Promise<Result[]> {
  const people = 1_000;
  const modelMs = 3_000;
  return withScene(kind, { people, modelMs }, async (scene, vendors) => {
    const product = await scene.start({ REPLY_CONCURRENCY: String(slots) });
    const started = performance.now();
    await postAll(product.url, createWebhooks(scene, 'Backlog'), 32);
    await waitUntil(() => vendors.sent.length === people);
    const seconds = (performance.now() - started) / 1000;
    await product.stop();
    const ideal = Math.ceil(people / slots) * (modelMs / 1000);
    return [
      {
        bench: `queue, ${kind}`,
        measure: `${people} messages, 3 s model, ${slots} slots: all answered (floor: model time only)`,
        value: seconds,
        unit: 's',
        floor: ideal,
        promise: kind === 'postgres' ? '≤ 1.04 × the floor' : '≤ 1.06 × the floor',
      },
    ];
  });
}

async function measureRecovery(kind: Kind): Promise<Result[]> {
  const people = 32;
  return withScene(kind, { people, modelMs: 3_000 }, async (scene, vendors) => {
    const first = await scene.start();
    await postAll(first.url, createWebhooks(scene, 'Killed'), 32);
    await waitUntil(() => vendors.modelCalls.length === people);
    await first.kill();
    const started = performance.now();
    const second = await scene.start();
    await waitUntil(() => vendors.modelCalls.length === people * 2);
    const resumed = (performance.now() - started) / 1000;
    await waitUntil(() => vendors.sent.length >= people);
    await sleep(1_000);
    await second.stop();
    const bench = `queue, ${kind}`;
    return [
      { bench, measure: 'kill -9 → work resumed', value: resumed, unit: 's', promise: '≤ 12 s' },
      {
        bench,
        measure: 'texts for 32 messages',
        value: vendors.sent.length,
        unit: '',
        promise: '32',
      },
    ];
  });
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitUntil(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`Waited 90 s for: ${isTrue}`);
    await sleep(1);
  }
}
