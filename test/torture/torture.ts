import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropDatabase, type Kind, prepareScene } from '../../bench/scene.ts';
import { createCallbacks } from './callbacks.ts';
import { startCutting, startHarming } from './chaos.ts';
import { type Judgment, judge } from './judge.ts';
import { countKind, createPhones } from './phones.ts';
import { createProcesses } from './processes.ts';
import { createRandom } from './random.ts';
import { isGood } from './report.ts';
import { startServices } from './services.ts';
import { countUnsettled, inspect, readStored } from './stored.ts';

export type Plan = {
  kind: Kind;
  seed: number;
  seconds: number;
  perSecond: number;
  people: number;
  /** A supervisor restarts the process. */
  endEveryMs: [number, number];
  /** The others are killed with -9. */
  stopShare: number;
  /** Only where another process can take over. */
  pauseEveryMs: [number, number] | null;
  /** Services stop failing after the last text, so that the rest is settled sooner. */
  servicesRecover: boolean;
};

export type Report = Judgment & {
  acknowledged: number;
  /** Texts. */
  crises: number;
  /** Texts. */
  optOuts: number;
  webhooksRepeated: number;
  kills: number;
  /** By SIGTERM. */
  stops: number;
  /** Processes that ended on their own. */
  crashes: number;
  /** For longer than a lease. */
  pauses: number;
  /** Of connections to the database, and of webhooks being answered. */
  cuts: number;
  failedCalls: string;
  lostAnswers: number;
  undelivered: number;
  unsettled: number;
  settledAfterSeconds: number;
  logPath: string;
};

/** Gives up sooner on a model that hangs. */
const settings = { REPLY_TIMEOUT_MS: '3000' };
/** Two attempts to send are at most about two and a half minutes apart. */
const settleLimitMs = 6 * 60_000;

/** Texts the product while its processes are killed, connections cut, and services fail. */
export async function torture(plan: Plan): Promise<Report> {
  const { kind, seed, seconds, perSecond, people } = plan;
  const random = (name: string) => createRandom(seed, name);
  const services = await startServices(random, (text) => callbacks.follow(text));
  const { model, gateway } = services;
  const scene = await prepareScene(kind, { people, vendorsUrl: services.url });
  const processes = await createProcesses(scene, kind, settings);
  const { publicUrl, databaseUrl, dataDir } = scene;
  const towards = random('ways');
  const pickUrl = () => towards.pick(processes.urls);
  const callbacks = createCallbacks(random('callbacks'), { publicUrl, pickUrl });
  const phones = createPhones(random('phones'), { ...scene, pickUrl });

  /** From outside one can only see that nothing moves; then the database tells. */
  async function waitUntilSettled(): Promise<number> {
    const deadline = performance.now() + settleLimitMs;
    for (;;) {
      await waitUntilQuiet(deadline);
      await processes.stop();
      const unsettled = await inspect(scene, countUnsettled);
      if (unsettled === 0 || performance.now() > deadline) return unsettled;
      await processes.start();
    }
  }

  async function waitUntilQuiet(deadline: number): Promise<void> {
    let seen = -1;
    let quietSince = performance.now();
    for (let isQuiet = false; !isQuiet && performance.now() < deadline; ) {
      await sleep(200);
      const calls = model.counts().calls + gateway.counts.calls + gateway.counts.lookups;
      if (calls !== seen || !callbacks.isIdle()) quietSince = performance.now();
      seen = calls;
      const isComplete = gateway.accepted.length >= phones.countExpected();
      // While an answer is missing, it may be waiting for its next attempt.
      isQuiet = performance.now() - quietSince > (isComplete ? 1_500 : 20_000);
    }
  }

  try {
    await processes.start();
    const ending = startHarming(random('ends'), plan.endEveryMs, (draws) =>
      processes.endOne(draws, plan.stopShare),
    );
    const pausing =
      plan.pauseEveryMs && startHarming(random('pauses'), plan.pauseEveryMs, processes.pauseOne);
    const cutting = startCutting(random('cuts'), databaseUrl);
    await phones.textFor(seconds * 1000, perSecond);
    await Promise.all([ending.stop(), cutting.stop(), pausing?.stop()]);
    if (plan.servicesRecover) services.recover();
    const ended = performance.now();
    const unsettled = await waitUntilSettled();
    const judgment = judge(phones.acknowledged, gateway.accepted, await inspect(scene, readStored));
    const failed = model.counts().failed + gateway.counts.failed;
    const report = {
      ...judgment,
      acknowledged: phones.acknowledged.length,
      crises: countKind(phones.acknowledged, 'crisis'),
      optOuts: countKind(phones.acknowledged, 'stop'),
      webhooksRepeated: phones.counts.repeats,
      ...processes.counts(),
      pauses: pausing?.count() ?? 0,
      cuts: cutting.count() + phones.counts.cuts,
      failedCalls: `${failed} of ${model.counts().calls + gateway.counts.calls}`,
      lostAnswers: gateway.counts.lostAnswers,
      undelivered: callbacks.undelivered(),
      unsettled,
      settledAfterSeconds: Math.round((performance.now() - ended) / 1000),
      logPath: processes.logPath,
    };
    if (isGood(report)) rmSync(dataDir, { recursive: true });
    return report;
  } finally {
    callbacks.stop();
    await processes.killAll();
    await services.close();
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}
