import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createPacer, type Pacer } from './pace.ts';
import { dropDatabase, type Kind, prepareScene, type Scene } from './scene.ts';
import { percentile, type Result } from './statistics.ts';
import { createReport, createWebhook, echoIn, startVendors } from './vendors.ts';

const people = 2_000;
const settleMs = 20_000;
const rates = { postgres: 500, embedded: 100 };
/** At PostgreSQL's rate V8 has optimized by then. */
const warmUpSeconds = 20;

type Vendors = Awaited<ReturnType<typeof startVendors>>;
type Stage = { scene: Scene; vendors: Vendors; pacer: Pacer };

/** Texts and reports arrive one by one. */
export async function benchPaced(kind: Kind): Promise<Result[]> {
  const bench = `paced, ${kind}`;
  const rate = rates[kind];
  const quick = await onStage(kind, 0, (stage) => timeOwn(stage, { rate, seconds: 60 }));
  const slowRate = kind === 'postgres' ? 300 : 100;
  const slow = await onStage(kind, 1_000, (stage) =>
    timeOwn(stage, { rate: slowRate, seconds: 20 }),
  );
  const reports = await onStage(kind, 0, timeReports);
  const flood = await onStage(kind, 0, timeFlood);
  // Promised for PostgreSQL only; an embedded database carries a fifth of the load.
  const ms = (measure: string, value: number, promise: string): Result => ({
    bench,
    measure,
    value,
    unit: 'ms',
    promise: kind === 'postgres' ? promise : '',
  });
  return [
    ms(`${rate}/s for 60 s: ack, p99`, percentile(quick.acks, 99), '≤ 10 ms'),
    ms(`${rate}/s: own time, p50`, percentile(quick.own, 50), '≤ 12 ms'),
    ms(`${rate}/s: own time, p99`, percentile(quick.own, 99), '≤ 40 ms'),
    { bench, measure: `${rate}/s: not answered`, value: quick.lost, unit: '', promise: '0' },
    ms(`1 s model at ${slowRate}/s: to the send call, p99`, percentile(slow.own, 99), '≤ 1,050 ms'),
    { bench, measure: `${slowRate}/s: not answered`, value: slow.lost, unit: '', promise: '0' },
    ms('2,000 reports/s beside 200 texts/s: ack, p50', percentile(reports.acks, 50), '≤ 15 ms'),
    { bench, measure: '… acks over 1 s', value: reports.slow, unit: '', promise: '0' },
    { bench, measure: '… lost reports', value: reports.lost, unit: '', promise: '0' },
    {
      ...ms("one thread floods 1,000 texts: others' p99", flood.flooded, '≤ 1.5 × of quiet'),
      floor: flood.quiet,
    },
    {
      ...ms("the same texts from 1,000 people: others' p99", flood.crowded, ''),
      floor: flood.quiet,
    },
  ];
}

async function onStage<Value>(
  kind: Kind,
  modelMs: number,
  work: (stage: Stage) => Promise<Value>,
): Promise<Value> {
  const vendors = await startVendors({ modelMs });
  const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
  const product = await scene.start({ REPLY_CONCURRENCY: '512' });
  const pacer = createPacer(product.url);
  try {
    await timeOwn({ scene, vendors, pacer }, { rate: rates[kind], seconds: warmUpSeconds });
    return await work({ scene, vendors, pacer });
  } finally {
    await pacer.close();
    await product.stop();
    await vendors.close();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  }
}

let runs = 0;

/** From the webhook to the gateway's send call. */
async function timeOwn(stage: Stage, { rate, seconds }: { rate: number; seconds: number }) {
  const { scene, vendors, pacer } = stage;
  const label = `Run ${++runs}`;
  const startedAt = new Map<string, number>();
  const own: number[] = [];
  vendors.onSent(({ body, at }) => {
    const started = startedAt.get(echoIn(body));
    if (started !== undefined) own.push(at - started);
  });
  const count = rate * seconds;
  const { times } = await pacer.run(count, rate, (index) => {
    const text = `${label}, ${index}`;
    startedAt.set(text, performance.now());
    return textFrom(scene, index, text);
  });
  await waitUntil(() => own.length === count);
  return { acks: times, own, lost: count - own.length };
}

function textFrom(scene: Scene, person: number, text: string) {
  const from = scene.phones[person % people] as string;
  return createWebhook(scene.publicUrl, { path: scene.webhookPath, from, text });
}

/** Ten reports per text. */
async function timeReports(stage: Stage) {
  const { scene, vendors, pacer } = stage;
  const seconds = 30;
  const reporting = createPacer(scene.publicUrl);
  await timeOwn(stage, { rate: 200, seconds: 10 });
  const sent = [...vendors.sent];
  const states = ['sent', 'delivered'] as const;
  const texts = pacer.run(200 * seconds, 200, (index) => textFrom(scene, index, `Beside ${index}`));
  const reports = await reporting.run(2_000 * seconds, 2_000, (index) => {
    const { sid, callbackPath } = sent[index % sent.length] as (typeof sent)[number];
    const state = states[Number(index >= 1_000 * seconds)] as (typeof states)[number];
    return createReport(scene.publicUrl, { path: callbackPath, sid, state });
  });
  const { times, refused } = await texts;
  await reporting.close();
  const acks = [...times, ...reports.times];
  const undelivered = await countUndelivered(scene, sent);
  const slow = acks.filter((ms) => ms > 1_000).length;
  return { acks, slow, lost: refused + reports.refused + undelivered };
}

async function countUndelivered({ databaseUrl }: Scene, sent: { sid: string }[]): Promise<number> {
  // Only the product's process can open the embedded database.
  if (!databaseUrl) return 0;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int from deliveries where gateway_message_id = any($1) and state <> 'delivered'",
    [sent.map(({ sid }) => sid)],
  );
  await client.end();
  return rows[0].count;
}

async function timeFlood(stage: Stage) {
  const { scene, pacer } = stage;
  const load = { rate: 20, seconds: 15 };
  const quiet = await timeOwn(stage, load);
  const beside = async (personAt: (index: number) => number) => {
    const others = pacer.run(1_000, 200, (index) =>
      textFrom(scene, personAt(index), `Beside ${index}`),
    );
    const { own } = await timeOwn(stage, load);
    await others;
    return percentile(own, 99);
  };
  const flooded = await beside(() => people - 1);
  const crowded = await beside((index) => people / 2 + index);
  return { quiet: percentile(quiet.own, 99), flooded, crowded };
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + settleMs;
  while (!isTrue() && performance.now() < deadline) await sleep(5);
}
