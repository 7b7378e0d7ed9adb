import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { type Running, startProcess } from '../../bench/product.ts';
import type { Kind, Scene } from '../../bench/scene.ts';
import type { Random } from './random.ts';

type Process = { settings: Record<string, string>; running: Running | null };

/** The embedded database allows one process. */
const rolesOn = {
  postgres: ['http', 'http', 'worker', 'worker'],
  embedded: ['http,worker'],
} satisfies Record<Kind, string[]>;

export async function createProcesses(scene: Scene, kind: Kind, settings: Record<string, string>) {
  const logPath = join(scene.dataDir, 'torture.log');
  const logFile = openSync(logPath, 'a');
  const processes: Process[] = [];
  for (const roles of rolesOn[kind]) {
    const own = { ...scene.settings, ...settings, ROLES: roles, PORT: String(await freePort()) };
    processes.push({ settings: own, running: null });
  }
  const urls = processes
    .filter((one) => one.settings.ROLES?.includes('http'))
    .map((one) => `http://127.0.0.1:${one.settings.PORT}`);

  /** `crashes`: ended on their own. `stops`: by SIGTERM. */
  const counts = { crashes: 0, kills: 0, stops: 0 };

  /** Its database may be cut off during the start, too. */
  async function start(one: Process): Promise<void> {
    if (one.running) return;
    while (!one.running) {
      one.running = await startProcess(
        'server/main.ts',
        one.settings,
        '/health/ready',
        logFile,
      ).catch(() => null);
    }
    const { running } = one;
    void running.ended.then(() => {
      if (one.running !== running) return;
      counts.crashes++;
      one.running = null;
      void start(one);
    });
  }

  return {
    urls,
    logPath,
    counts: () => ({ ...counts }),
    /** The first may have to build the dashboard. */
    async start(): Promise<void> {
      for (const one of processes.slice(0, 1)) await start(one);
      await Promise.all(processes.map(start));
    },
    stop: () => endAll((running) => running.stop()),
    killAll: () => endAll((running) => running.kill()),
    /** Longer than a lease, so that others take over. */
    async pauseOne(random: Random): Promise<boolean> {
      const { running } = random.pick(processes);
      running?.pause();
      await sleep(random.between(9_000, 22_000));
      running?.resume();
      return running !== null;
    },
    /** False while everything is starting. */
    async endOne(random: Random, stopShare: number): Promise<boolean> {
      const victim = random.pick(processes.filter((one) => one.running));
      if (!victim?.running) return false;
      const { running } = victim;
      victim.running = null;
      const isStopped = random.happens(stopShare);
      counts[isStopped ? 'stops' : 'kills']++;
      await (isStopped ? stopWithin(running, random.between(200, 12_000)) : running.kill());
      await sleep(random.between(0, 1_000));
      await start(victim);
      return true;
    },
  };

  async function endAll(end: (running: Running) => Promise<void>): Promise<void> {
    await Promise.all(
      processes.map(async (one) => {
        const { running } = one;
        one.running = null;
        if (running) await end(running);
      }),
    );
  }
}

/** Like a supervisor: SIGTERM, then -9. */
async function stopWithin(running: Running, ms: number): Promise<void> {
  const killing = setTimeout(running.kill, ms);
  await running.stop();
  clearTimeout(killing);
}
