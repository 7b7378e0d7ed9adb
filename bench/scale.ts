import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from './product.ts';
import { dropDatabase, type Kind, prepareScene, type Scene } from './scene.ts';
import { median, type Result } from './statistics.ts';
import { createWebhook, postAll, startVendors } from './vendors.ts';

/** Published figures come from the full run. */
const isQuick = process.env.BENCH_QUICK !== undefined;
const people = 1_000;
const burst = isQuick ? 1_000 : 4_000;
const rounds = isQuick ? 1 : 3;
const settleMs = 200;

const shapes: { name: string; roles: string[] }[] = [
  { name: 'one process', roles: ['http,worker'] },
  { name: '1 http + 1 worker', roles: ['http', 'worker'] },
  { name: '1 http + 2 workers', roles: ['http', 'worker', 'worker'] },
  { name: '1 http + 4 workers', roles: ['http', 'worker', 'worker', 'worker', 'worker'] },
  { name: '2 http + 2 workers', roles: ['http', 'http', 'worker', 'worker'] },
];

type Vendors = Awaited<ReturnType<typeof startVendors>>;
type Member = { role: string; running: Running };

export async function benchScale(kind: Kind): Promise<Result[]> {
  if (kind === 'embedded') return [];
  const results: Result[] = [];
  for (const shape of shapes) results.push(...(await measureShape(shape)));
  return results;
}

async function measureShape({ name, roles }: (typeof shapes)[number]): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene('postgres', { people, vendorsUrl: vendors.url });
  const members: Member[] = [];
  for (const role of roles) {
    const settings = { ...scene.settings, ROLES: role, PORT: String(await freePort()) };
    members.push({
      role,
      running: await startProcess('server/main.ts', settings, '/health/ready'),
    });
  }
  try {
    await answerBurst(scene, vendors, members); // warm-up
    const [before, cpuBefore] = [await readCounts(scene), cpuOf(members)];
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      rates.push(await answerBurst(scene, vendors, members));
    }
    await sleep(settleMs);
    const [after, cpu] = [await readCounts(scene), cpuOf(members)];
    const messages = burst * rounds;
    const bench = `scale, ${name}`;
    const perMessage = (measure: string, value: number, unit: string): Result => ({
      ...{ bench, measure: `${measure} per message`, value: value / messages, unit },
    });
    return [
      { bench, measure: 'replies', value: median(rates), unit: '/s' },
      perMessage('CPU of all processes', (cpu - cpuBefore) * 1_000, 'ms'),
      perMessage('transactions', after.commits - before.commits, ''),
      ...(after.statements === null || before.statements === null
        ? []
        : [perMessage('statements', after.statements - before.statements, '')]),
      perMessage('write-ahead log', (after.walBytes - before.walBytes) / 1_000, 'kB'),
    ];
  } finally {
    await Promise.all(members.map(({ running }) => running.stop()));
    await vendors.close();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  }
}

const cpuOf = (members: Member[]) =>
  members.reduce((sum, { running }) => sum + running.cpuSeconds(), 0);

let made = 0;

/** From the first webhook to the last reply; `http` processes share the texts. */
async function answerBurst(scene: Scene, vendors: Vendors, members: Member[]): Promise<number> {
  const urls = members
    .filter(({ role }) => role.includes('http'))
    .map(({ running }) => running.url);
  const before = vendors.sent.length;
  const done = Promise.withResolvers<void>();
  vendors.onSent(() => {
    if (vendors.sent.length - before === burst) done.resolve();
  });
  const webhooks = Array.from({ length: burst }, (_, index) =>
    createWebhook(scene.publicUrl, {
      path: scene.webhookPath,
      from: scene.phones[index % people] as string,
      text: `Scale ${made++}`,
    }),
  );
  const started = performance.now();
  const shares = urls.map((url, index) =>
    postAll(
      url,
      webhooks.filter((_, number) => number % urls.length === index),
      32,
    ),
  );
  await Promise.all([...shares, done.promise]);
  return burst / ((performance.now() - started) / 1000);
}

/** For this database alone, except the log, which the server's databases share. */
async function readCounts({ databaseUrl }: Scene) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Other sessions report their counts about once a second.
  await sleep(1_500);
  const { rows } = await client.query<{ commits: number; walBytes: number }>(
    `select xact_commit::float as commits, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as "walBytes"
     from pg_stat_database where datname = current_database()`,
  );
  await client.query('create extension if not exists pg_stat_statements').catch(() => {});
  const counted = await client
    .query<{ calls: number | null }>(
      `select sum(calls)::float as calls from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())`,
    )
    .catch(() => null);
  await client.end();
  const { commits = 0, walBytes = 0 } = rows[0] ?? {};
  return { commits, walBytes: Number(walBytes), statements: counted?.rows[0]?.calls ?? null };
}
