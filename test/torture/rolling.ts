import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from '../../bench/product.ts';
import { dropDatabase, prepareScene, type Scene } from '../../bench/scene.ts';
import { percentile } from '../../bench/statistics.ts';
import { echoIn } from '../../bench/vendors.ts';
import { startBalancer } from './balancer.ts';
import { type Judgment, judge } from './judge.ts';
import { createRandom } from './random.ts';
import { listProblems } from './report.ts';
import { startServices } from './services.ts';
import { inspect, readStored } from './stored.ts';
import { startTexting } from './texting.ts';

const drainSeconds = 2;
const settleMs = 60_000;

export type RollingReport = Judgment & {
  texts: number;
  replaced: number;
  /** At the first try: here no gateway retries. */
  lostAcks: string[];
  ackMs: number[];
  /** From posting a text until the gateway has its answer. */
  answerMs: number[];
  failedStops: number;
  logPath: string;
};

type Plan = {
  /** At least; every process is replaced once in any case. */
  seconds: number;
  perSecond: number;
  people: number;
  /** Per role. */
  replicas: number;
  /** Of the versions of the code: the one that runs at first, and those that replace it, one after the other. */
  scripts?: string[];
};

export const thisVersion = 'server/main.ts';

/** Each new process is ready before the old one is told to end. */
export async function rollOver(plan: Plan): Promise<RollingReport> {
  const { seconds, perSecond, people, replicas } = plan;
  const [first = '', ...next] = plan.scripts ?? [thisVersion, thisVersion];
  const services = await startServices((name) => createRandom(1, name));
  services.recover();
  const scene = await prepareScene('postgres', { people, vendorsUrl: services.url });
  const fleet = await createFleet(scene, replicas);
  const { accepted } = services.gateway;

  async function waitUntilAnswered(texts: number): Promise<void> {
    const deadline = performance.now() + settleMs;
    while (accepted.length < texts && performance.now() < deadline) await sleep(50);
  }

  try {
    await fleet.start(first);
    const texting = startTexting(scene, perSecond);
    const deadline = performance.now() + seconds * 1000;
    let replaced = 0;
    for (let round = 0; round < next.length || performance.now() < deadline; round++) {
      const script = next[round % next.length] as string;
      for (let one = 0; one < fleet.size; one++, replaced++) await fleet.replaceOldest(script);
    }
    const { acknowledged, lostAcks, ackMs, postedAt } = await texting.stop();
    await waitUntilAnswered(acknowledged.length);
    await fleet.stop();
    const report = {
      ...judge(acknowledged, accepted, await inspect(scene, readStored)),
      ...{ texts: acknowledged.length + lostAcks.length, replaced, lostAcks, ackMs },
      answerMs: accepted.map(({ body, at }) => at.getTime() - (postedAt.get(echoIn(body)) ?? 0)),
      failedStops: fleet.failedStops(),
      logPath: fleet.logPath,
    };
    if (isUnbroken(report)) rmSync(scene.dataDir, { recursive: true });
    return report;
  } finally {
    await fleet.stop();
    await services.close();
    if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  }
}

type Member = { role: string; running: Running };

async function createFleet(scene: Scene, replicas: number) {
  const roles = ['http', 'worker'].flatMap((role) => Array<string>(replicas).fill(role));
  const logPath = join(scene.dataDir, 'rolling.log');
  const logFile = openSync(logPath, 'a');
  const balancer = await startBalancer(Number(scene.settings.PORT));
  const members: Member[] = [];
  let failedStops = 0;
  const urls = () =>
    members.filter(({ role }) => role === 'http').map(({ running }) => running.url);

  async function start(script: string, role: string): Promise<Member> {
    const settings = {
      ...scene.settings,
      ...{ ROLES: role, PORT: String(await freePort()), DRAIN_SECONDS: String(drainSeconds) },
    };
    return { role, running: await startProcess(script, settings, '/health/ready', logFile) };
  }

  async function stop({ running }: Member): Promise<void> {
    await running.stop();
    const [code] = (await running.ended) as [number | null];
    if (code !== 0) failedStops++;
  }

  return {
    logPath,
    size: roles.length,
    failedStops: () => failedStops,
    /** The first one may have to build the dashboard. */
    async start(script: string): Promise<void> {
      for (const role of roles.slice(0, 1)) members.push(await start(script, role));
      const others = roles.slice(1).map((role) => start(script, role));
      members.push(...(await Promise.all(others)));
      await balancer.route(urls());
    },
    async replaceOldest(script: string): Promise<void> {
      const [old] = members as [Member];
      members.push(await start(script, old.role));
      // The old one stays in the list until it reports that it is not ready.
      await balancer.route(urls());
      await stop(old);
      members.shift();
      await balancer.route(urls());
    },
    async stop(): Promise<void> {
      await Promise.all(members.splice(0).map(stop));
      balancer.close();
    },
  };
}

const slowestAckMs = 2_000;

function isUnbroken(report: RollingReport): boolean {
  const { lostAcks, failedStops } = report;
  return listProblems(report).length + lostAcks.length + failedStops === 0;
}

export function isSmooth(report: RollingReport): boolean {
  return isUnbroken(report) && report.ackMs.every((ms) => ms <= slowestAckMs);
}

export function printRolling(report: RollingReport): void {
  const { texts, replaced, lostAcks, ackMs, answerMs, failedStops, logPath } = report;
  const { lost, doubled, outOfOrder, ledger } = report;
  const times = (all: number[]) =>
    [50, 99, 100].map((percent) => Math.round(percentile(all, percent))).join(' / ');
  console.log(`  ${texts} texts, ${replaced} processes replaced, ${failedStops} ended badly`);
  console.log(`  acks: ${lostAcks.length} lost; p50 / p99 / longest ${times(ackMs)} ms`);
  console.log(
    `  answers: ${lost.length} missing, ${doubled.length} doubled, ${outOfOrder.length} out of order, ${ledger.length} errors in the ledger; p50 / p99 / longest ${times(answerMs)} ms`,
  );
  for (const problem of new Set(lostAcks)) console.log(`    ack: ${problem}`);
  for (const problem of listProblems(report)) console.log(`    ${problem}`);
  if (!isUnbroken(report)) console.log(`  The product's log: ${logPath}`);
}
