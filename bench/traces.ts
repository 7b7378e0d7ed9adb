import { type Running, startProcess } from './product.ts';
import { dropDatabase, type Kind, prepareScene, type Scene } from './scene.ts';
import { median, type Result } from './statistics.ts';
import { createWebhook, postAll, startVendors } from './vendors.ts';

const isQuick = process.env.BENCH_QUICK !== undefined;
const burst = isQuick ? 500 : 4_000;
/** The loop guard answers 30 texts in ten minutes to one phone. */
const people = burst / 2;
const inFlight = isQuick ? 4 : 32;
const rounds = isQuick ? 5 : 7;
/** V8 optimizes until about the 10,000th text. */
const warmUps = 3;

type Target = { scene: Scene; product: Running; rates: number[]; cpuMs: number[] };

/** Whole journeys without lines, with a line a step, and with traces, too: the same burst in turn, on a database each. */
export async function benchTraces(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const collector = await startProcess('bench/collector.ts', {}, '/');
  const quiet = { MAX_BACKLOG_SECONDS: '3600' };
  const lines = { ...quiet, LOG_LEVEL: 'info' };
  const traces = { ...lines, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const start = async (settings: Record<string, string>): Promise<Target> => {
    const scene = await prepareScene(kind, { people, vendorsUrl: vendors.url });
    return { scene, product: await scene.start(settings), rates: [], cpuMs: [] };
  };
  const targets = {
    quiet: await start(quiet),
    lines: await start(lines),
    traces: await start(traces),
  };

  async function measure({ scene, product }: Target, label: string): Promise<number> {
    const before = vendors.sent.length;
    const done = Promise.withResolvers<void>();
    vendors.onSent(() => {
      if (vendors.sent.length - before === burst) done.resolve();
    });
    const webhooks = Array.from({ length: burst }, (_, index) =>
      createWebhook(scene.publicUrl, {
        path: scene.webhookPath,
        from: scene.phones[index % people] as string,
        text: `${label} ${index}`,
      }),
    );
    const started = performance.now();
    await postAll(product.url, webhooks, inFlight);
    await done.promise;
    return burst / ((performance.now() - started) / 1000);
  }

  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const target of Object.values(targets)) {
      const cpuBefore = target.product.cpuSeconds();
      const rate = await measure(target, `Round ${round}`);
      if (round < 1) continue;
      target.rates.push(rate);
      target.cpuMs.push(((target.product.cpuSeconds() - cpuBefore) * 1000) / burst);
    }
  }
  for (const { product, scene } of Object.values(targets)) {
    await product.stop();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  }
  await collector.stop();
  await vendors.close();
  const bench = `traces, ${kind}`;
  const floor = median(targets.lines.rates);
  const cpuOf = (name: keyof typeof targets): Result => ({
    bench,
    measure: `CPU of a reply, ${name}`,
    value: median(targets[name].cpuMs),
    unit: 'ms',
  });
  return [
    // On a busy machine it says more than the rates.
    ...[cpuOf('quiet'), cpuOf('lines'), cpuOf('traces')],
    { bench, measure: 'replies without lines', value: median(targets.quiet.rates), unit: '/s' },
    { bench, measure: 'replies with lines', value: floor, unit: '/s' },
    {
      bench,
      measure: 'replies with lines and traces (floor: with lines)',
      value: median(targets.traces.rates),
      unit: '/s',
      floor,
      promise: '≥ 0.97 of the floor',
    },
  ];
}
