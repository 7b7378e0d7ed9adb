import pg from 'pg';
import { postAll, startWorld, webhookFor } from './gateway.ts';
import { dropDatabase, type Kind, prepareScene, type Scene } from './scene.ts';
import { percentile, type Result } from './statistics.ts';

const slots = 64;
const idleSeconds = 20;

/** What the queue must show: quiet when idle, quick to start, busy under a backlog, back after kill -9. */
export async function benchQueue(kind: Kind): Promise<Result[]> {
  return [
    ...(kind === 'postgres' ? await idleQueries() : []),
    ...(await firstStart(kind)),
    ...(await backlog(kind)),
    ...(await afterKill(kind)),
  ];
}

async function inScene<Value>(
  kind: Kind,
  { people, modelMs }: { people: number; modelMs: number },
  work: (scene: Scene, world: Awaited<ReturnType<typeof startWorld>>) => Promise<Value>,
): Promise<Value> {
  const world = await startWorld({ modelMs });
  const scene = await prepareScene(kind, { people, worldUrl: world.url });
  try {
    return await work(scene, world);
  } finally {
    await world.close();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  }
}

const webhooksFor = (scene: Scene, label: string) =>
  scene.phones.map((from, index) =>
    webhookFor(scene.publicUrl, { path: scene.webhookPath, from, text: `${label} ${index}` }),
  );

async function idleQueries(): Promise<Result[]> {
  return inScene('postgres', { people: 1, modelMs: 0 }, async (scene) => {
    const product = await scene.start();
    await pause(5_000);
    const before = await transactions(scene);
    await pause(idleSeconds * 1000);
    const after = await transactions(scene);
    await product.stop();
    const value = (after - before) / idleSeconds;
    return [
      { bench: 'queue, postgres', measure: 'idle transactions', value, unit: '/s', promise: '≤ 2' },
    ];
  });
}

/** Counted from another database, so that asking does not count itself. */
async function transactions({ databaseUrl }: Scene): Promise<number> {
  const url = new URL(databaseUrl as string);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
    [name],
  );
  await client.end();
  return Number(rows[0].count);
}

async function firstStart(kind: Kind): Promise<Result[]> {
  return inScene(kind, { people: 40, modelMs: 0 }, async (scene, world) => {
    const product = await scene.start();
    const waits: number[] = [];
    for (const webhook of webhooksFor(scene, 'Single')) {
      await postAll(product.url, [webhook], 1);
      const acknowledged = performance.now();
      await until(() => world.modelCalls.length > waits.length);
      waits.push(Math.max(0, (world.modelCalls.at(-1) as number) - acknowledged));
      await pause(50);
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

async function backlog(kind: Kind): Promise<Result[]> {
  const people = 1_000;
  const modelMs = 3_000;
  return inScene(kind, { people, modelMs }, async (scene, world) => {
    const product = await scene.start({ REPLY_CONCURRENCY: String(slots) });
    const started = performance.now();
    await postAll(product.url, webhooksFor(scene, 'Backlog'), 32);
    await until(() => world.sent.length === people);
    const seconds = (performance.now() - started) / 1000;
    await product.stop();
    const ideal = Math.ceil(people / slots) * (modelMs / 1000);
    return [
      {
        bench: `queue, ${kind}`,
        measure: `${people} messages, 3 s model, ${slots} slots: all answered (floor: no time of our own)`,
        value: seconds,
        unit: 's',
        floor: ideal,
      },
    ];
  });
}

async function afterKill(kind: Kind): Promise<Result[]> {
  const people = 32;
  return inScene(kind, { people, modelMs: 3_000 }, async (scene, world) => {
    const first = await scene.start();
    await postAll(first.url, webhooksFor(scene, 'Killed'), 32);
    await until(() => world.modelCalls.length === people);
    await first.kill();
    const started = performance.now();
    const second = await scene.start();
    await until(() => world.modelCalls.length === people * 2);
    const resumed = (performance.now() - started) / 1000;
    await until(() => world.sent.length >= people);
    await pause(1_000);
    await second.stop();
    const bench = `queue, ${kind}`;
    return [
      { bench, measure: 'kill -9 → work resumed', value: resumed, unit: 's', promise: '≤ 30 s' },
      {
        bench,
        measure: 'texts for 32 messages',
        value: world.sent.length,
        unit: '',
        promise: '32',
      },
    ];
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`Waited 90 s for: ${isTrue}`);
    await pause(1);
  }
}
