import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { startRelay } from '#test/relay.ts';
import { type Running, startProcess } from '../../bench/product.ts';
import { dropDatabase, prepareScene, type Scene } from '../../bench/scene.ts';
import { createWebhook, echoIn, type Webhook } from '../../bench/vendors.ts';
import { type Judgment, judge } from './judge.ts';
import type { Text } from './phones.ts';
import { createRandom } from './random.ts';
import { listProblems } from './report.ts';
import { startServices } from './services.ts';
import { inspect, readStored } from './stored.ts';

const perSecond = 20;
const people = 60;
/** Of texting before each death of the connections; after the first, there must be new ones. */
const phasesMs = [1_500, 5_000];
const lastPhaseMs = 1_500;
const answerLimitMs = 60_000;
const hangsAfterMs = 30_000;
const gatewayWaitsMs = 300;

export type SilenceReport = Judgment & {
  texts: number;
  /** Connections whose bytes vanished, each time. */
  swallowed: number[];
  /** Of each webhook: until its answer, whatever it was. */
  webhookMs: number[];
  /** The longest of them before the first silence: what this machine takes. */
  defaultMs: number;
  /** Answers to webhooks other than 200, or 503 with Retry-After. */
  oddAnswers: string[];
  refused503: number;
  /** Of each text: from the last silence or its posting, whichever was later, until its answer reached the gateway. */
  answerMs: number[];
};

/** Texts an `http` and a `worker` process while their connections to the database die without a word, twice. */
export async function survivesSilence(): Promise<SilenceReport> {
  const services = await startServices((name) => createRandom(1, name));
  services.recover();
  const scene = await prepareScene('postgres', { people, vendorsUrl: services.url });
  const relay = await startRelay(scene.databaseUrl as string);
  const logPath = join(scene.dataDir, 'silence.log');
  const running = await startRoles(scene, relay.url, openSync(logPath, 'a'));
  const swallowed: number[] = [];
  let silentAt = 0;
  let defaultMs = 0;
  try {
    const texting = startTexting(scene);
    while (texting.webhookMs.length < perSecond) await sleep(20);
    for (const phaseMs of phasesMs) {
      await sleep(phaseMs);
      defaultMs ||= Math.max(...texting.webhookMs);
      swallowed.push(relay.swallow());
      silentAt = Date.now();
    }
    await sleep(lastPhaseMs);
    const texted = await texting.stop();
    const { accepted } = services.gateway;
    const deadline = performance.now() + answerLimitMs;
    while (accepted.length < texted.acknowledged.length && performance.now() < deadline) {
      await sleep(50);
    }
    // A second answer would come soon.
    await sleep(1_000);
    const answerMs = accepted.map(
      ({ body, at }) =>
        at.getTime() - Math.max(silentAt, texted.postedAt.get(echoIn(body)) ?? silentAt),
    );
    const judgment = judge(texted.acknowledged, accepted, await inspect(scene, readStored));
    if (listProblems(judgment).length === 0) rmSync(scene.dataDir, { recursive: true });
    else console.log(`The product's log: ${logPath}`);
    return {
      ...{ ...judgment, ...texted, texts: texted.acknowledged.length },
      ...{ swallowed, answerMs, defaultMs },
    };
  } finally {
    await Promise.all(running.map((one) => one.kill()));
    await services.close();
    await relay.close();
    await dropDatabase(scene.databaseUrl as string);
  }
}

async function startRoles(scene: Scene, databaseUrl: string, logFile: number): Promise<Running[]> {
  const running: Running[] = [];
  for (const ROLES of ['http', 'worker']) {
    const PORT = ROLES === 'http' ? (scene.settings.PORT as string) : String(await freePort());
    const settings = { ...scene.settings, DATABASE_URL: databaseUrl, ROLES, PORT };
    running.push(await startProcess('server/main.ts', settings, '/health/ready', logFile));
  }
  return running;
}

/** A gateway that sends again what was refused. */
function startTexting({ publicUrl, webhookPath, phones }: Scene) {
  const senders = phones.map((from) => ({ from, number: 0, last: Promise.resolve() }));
  const acknowledged: Text[] = [];
  const webhookMs: number[] = [];
  const oddAnswers: string[] = [];
  const postedAt = new Map<string, number>();
  let refused503 = 0;
  let isOver = false;

  function textNext(index: number): void {
    const sender = senders[index % senders.length] as (typeof senders)[number];
    const number = ++sender.number;
    sender.last = sender.last.then(() => text(sender.from, number));
  }

  async function text(from: string, number: number): Promise<void> {
    const body = `Text ${number} of ${from}`;
    const webhook = createWebhook(publicUrl, { path: webhookPath, from, text: body });
    const sid = new URLSearchParams(webhook.body).get('MessageSid') ?? '';
    postedAt.set(body, Date.now());
    const limit = performance.now() + answerLimitMs;
    while (!(await post(webhook))) {
      if (performance.now() > limit) return;
      await sleep(gatewayWaitsMs);
    }
    acknowledged.push({ sid, from, number, kind: 'question' });
  }

  async function post({ path, headers, body }: Webhook): Promise<boolean> {
    const started = performance.now();
    const signal = AbortSignal.timeout(hangsAfterMs);
    try {
      const answer = await fetch(publicUrl + path, { method: 'POST', headers, body, signal });
      await answer.text();
      if (answer.status === 503 && answer.headers.has('retry-after')) refused503++;
      else if (answer.status !== 200) oddAnswers.push(String(answer.status));
      return answer.status === 200;
    } catch (error) {
      oddAnswers.push((error as Error).message);
      return false;
    } finally {
      webhookMs.push(performance.now() - started);
    }
  }

  const done = (async () => {
    const started = performance.now();
    for (let index = 0; !isOver; index++) {
      await sleep(Math.max(0, started + (index / perSecond) * 1000 - performance.now()));
      textNext(index);
    }
    await Promise.all(senders.map(({ last }) => last));
  })();

  return {
    webhookMs: webhookMs as readonly number[],
    async stop() {
      isOver = true;
      await done;
      return { acknowledged, webhookMs, oddAnswers, refused503, postedAt };
    },
  };
}
