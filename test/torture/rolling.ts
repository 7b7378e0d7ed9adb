import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from '../../bench/product.ts';
import { dropDatabase, prepareScene, type Scene } from '../../bench/scene.ts';
import { percentile } from '../../bench/statistics.ts';
import { createWebhook, echoIn, startVendors } from '../../bench/vendors.ts';
import { startBalancer } from './balancer.ts';

const roles = ['http', 'http', 'worker', 'worker'];
const people = 500;
const modelMs = 300;
const drainSeconds = 2;
const settleMs = 30_000;

type Member = { role: string; running: Running };

export type RollingReport = {
  texts: number;
  replaced: number;
  /** Not acknowledged at the first try, because here no gateway retries. */
  lostAcks: string[];
  ackMs: number[];
  unanswered: number;
  doubled: number;
  ownMs: number[];
  /** Processes that did not end cleanly. */
  failedStops: number;
};

/**
 * Replaces every process again and again while people text. Each new one is ready before its
 * predecessor is told to end.
 */
export async function rollOver({ seconds, perSecond }: { seconds: number; perSecond: number }) {
  const vendors = await startVendors({ modelMs });
  const scene = await prepareScene('postgres', { people, vendorsUrl: vendors.url });
  const balancer = await startBalancer(Number(scene.settings.PORT));
  const members: Member[] = [];
  const urls = () =>
    members.filter(({ role }) => role === 'http').map(({ running }) => running.url);
  let failedStops = 0;

  async function start(role: string): Promise<Member> {
    const settings = {
      ...scene.settings,
      ...{ ROLES: role, PORT: String(await freePort()), DRAIN_SECONDS: String(drainSeconds) },
    };
    return { role, running: await startProcess('server/main.ts', settings, '/health/ready') };
  }

  async function stop({ running }: Member): Promise<void> {
    await running.stop();
    const [code] = (await running.ended) as [number | null];
    if (code !== 0) failedStops++;
  }

  async function replace(): Promise<void> {
    const old = members.shift() as Member;
    members.push(await start(old.role));
    // The old one stays in the list until it reports that it is not ready.
    await balancer.route([...urls(), old.running.url]);
    await stop(old);
    await balancer.route(urls());
  }

  try {
    for (const role of roles) members.push(await start(role));
    await balancer.route(urls());
    const texting = text(scene, vendors, { seconds, perSecond });
    let replaced = 0;
    let isOver = false;
    void texting.finally(() => {
      isOver = true;
    });
    for (; !isOver; replaced++) await replace();
    const report = await texting;
    return { ...report, replaced, failedStops } satisfies RollingReport;
  } finally {
    await Promise.all(members.map(stop));
    balancer.close();
    await vendors.close();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
    rmSync(scene.dataDir, { recursive: true });
  }
}

/** Connections stay open as long as the product lets them. */
async function text(
  scene: Scene,
  vendors: Awaited<ReturnType<typeof startVendors>>,
  { seconds, perSecond }: { seconds: number; perSecond: number },
) {
  const pool = new Pool(scene.publicUrl, { connections: 32 });
  const startedAt = new Map<string, number>();
  const [ackMs, ownMs, lostAcks]: [number[], number[], string[]] = [[], [], []];
  let doubled = 0;
  vendors.onSent(({ body, at }) => {
    const text = echoIn(body);
    const started = startedAt.get(text);
    if (started === undefined) doubled++;
    else ownMs.push(at - started - modelMs);
    startedAt.delete(text);
  });
  const post = async (index: number) => {
    const from = scene.phones[index % people] as string;
    const body = `Text ${index}`;
    const webhook = createWebhook(scene.publicUrl, { path: scene.webhookPath, from, text: body });
    const sent = performance.now();
    startedAt.set(body, sent);
    try {
      const answer = await pool.request({ method: 'POST', ...webhook });
      await answer.body.dump();
      if (answer.statusCode !== 200) lostAcks.push(String(answer.statusCode));
    } catch (error) {
      lostAcks.push((error as Error).message);
    }
    ackMs.push(performance.now() - sent);
  };
  const started = performance.now();
  const texts = seconds * perSecond;
  const posts: Promise<void>[] = [];
  for (let index = 0; index < texts; index++) {
    await sleep(Math.max(0, started + (index / perSecond) * 1000 - performance.now()));
    posts.push(post(index));
  }
  await Promise.all(posts);
  const deadline = performance.now() + settleMs;
  while (startedAt.size > 0 && performance.now() < deadline) await sleep(50);
  await pool.close();
  return { texts, lostAcks, ackMs, ownMs, unanswered: startedAt.size, doubled };
}

const slowestAckMs = 2_000;

export function isSmooth({ lostAcks, ackMs, unanswered, doubled, failedStops }: RollingReport) {
  const isSlow = ackMs.some((ms) => ms > slowestAckMs);
  return lostAcks.length + unanswered + doubled + failedStops === 0 && !isSlow;
}

export function printRolling(report: RollingReport): void {
  const { texts, replaced, lostAcks, ackMs, ownMs, unanswered, doubled, failedStops } = report;
  const times = (all: number[]) =>
    [50, 99, 100].map((percent) => Math.round(percentile(all, percent))).join(' / ');
  console.log(`  ${texts} texts, ${replaced} processes replaced, ${failedStops} ended badly`);
  console.log(`  acks: ${lostAcks.length} lost; p50 / p99 / longest ${times(ackMs)} ms`);
  console.log(
    `  answers: ${unanswered} missing, ${doubled} doubled; own time p50 / p99 / longest ${times(ownMs)} ms`,
  );
  for (const problem of new Set(lostAcks)) console.log(`    lost: ${problem}`);
}
