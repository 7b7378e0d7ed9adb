import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import { SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { createApp, createWorkerApp } from '#server/app.ts';
import { listSandboxedSettings } from '#server/channels/index.ts';
import { type Config, ConfigError, loadConfig } from '#server/config.ts';
import { createChanges } from '#server/db/changes.ts';
import { DatabaseUnavailable, type OpenDatabase, openDatabase } from '#server/db/client.ts';
import { startDatabaseClock } from '#server/db/database-clock.ts';
import { describeRefusal } from '#server/db/describe-refusal.ts';
import { migrateFor } from '#server/db/migrate.ts';
import { createPeers } from '#server/db/peers.ts';
import { createPresence } from '#server/desk/presence/presence.ts';
import { startFiller } from '#server/desk/search/filler.ts';
import { KnowledgeCache } from '#server/experts/knowledge/finding/knowledge-cache.ts';
import { listSandboxExperts } from '#server/experts/store.ts';
import { closeApp, createDrain } from '#server/http/drain.ts';
import { siteFor } from '#server/http/site/site.ts';
import { countSlots, limitTimes } from '#server/jobs/jobs.ts';
import { startQueue } from '#server/jobs/queue.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { createJournal } from '#server/journey/journal/journal.ts';
import { openTracing } from '#server/journey/journal/tracing.ts';
import { createIntake } from '#server/journey/receive/intake.ts';
import { startAlerts } from '#server/operations/alerts/start.ts';
import { describeProcess } from '#server/operations/doctor/process-facts.ts';
import { joinRollCall } from '#server/operations/doctor/roll-call.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { startSweep } from '#server/operations/upkeep/sweep.ts';
import { describeOwnFolder, openFiles } from '#server/outside/files/open-files.ts';
import { createLog } from '#server/outside/log.ts';
import { createMailer } from '#server/outside/mail/mailer.ts';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { createProxies, describeMissingProxy } from '#server/outside/proxies.ts';
import { closeDataDir, findDataDirProblem } from '#server/outside/settings/data-dir.ts';
import { loadEnvironment } from '#server/outside/settings/load-environment.ts';
import { createRuntimeBatches, type Runtime, systemClock } from '#server/runtime.ts';
import { serveLocalCommands } from './local-commands.ts';
import { describeStart, printAddresses } from './print-addresses.ts';
import { seed } from './seed.ts';

/** For running model calls. After that, their messages go back to the queue. */
const graceMs = 4_000;
/** Supervisors kill a process after 10 s. */
const shutdownLimitMs = 9_000;
const leaveMs = 500;
/** An idle process stays below a fifth of it; ten texts a second exceed it. */
const idleUtilization = 0.05;

/** With a wrong key, used trials and stored credentials would be lost silently. */
const wrongSecretKey =
  'SECRET_KEY is not the one that this database was used with. Set that one, or see docs/how-to/rotate-the-secret-key.md.';

type Stop = { part: string; stop: () => Promise<void> | void };

const isDevelopment = process.argv.includes('--dev');

try {
  await main();
} catch (error) {
  if (error instanceof ConfigError) fail(error.problems);
  if (error instanceof DatabaseUnavailable) fail([error.message]);
  if (error instanceof SecretUnreadable) fail([wrongSecretKey]);
  const refusal = describeRefusal(error);
  if (refusal) fail([refusal]);
  throw error;
}

async function main(): Promise<void> {
  const config = loadConfig(loadEnvironment());
  const log = createLog(config);
  const unusable = findDataDirProblem(config);
  if (unusable) throw new ConfigError([`${unusable.why} ${unusable.fix}`]);
  const warnings = [
    ...config.doubts.map(({ why, fix }) => `${why} ${fix}`),
    closeDataDir(config.dataDir),
    describeOwnFolder(config),
    describeMissingProxy(config),
  ];
  for (const warning of warnings.filter((one) => one !== null)) log.warn(warning);
  const stops: Stop[] = [];
  let phase: 'starting' | 'up' | 'stopping' = 'starting';
  const drain = createDrain();
  const stop = (signal: NodeJS.Signals) => {
    // A start may be interrupted at any step.
    if (phase === 'starting') process.exit(0);
    // Ctrl-C comes without a load balancer that could move on.
    const drainMs = signal === 'SIGTERM' && config.roles.includes('http') ? config.drainMs : 0;
    if (phase === 'up') {
      log.info({ signal, drainMs }, 'stopping');
      drain.isOn = drainMs > 0;
      setTimeout(() => stopAll(stops, log).then(() => leave(log)), drainMs);
    }
    phase = 'stopping';
  };
  // Under npm, Ctrl-C sends the signal twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    await start({ config, log, drain }, stops);
    phase = 'up';
  } catch (error) {
    await stopAll(stops, log);
    throw error;
  }
}

/** Parts stop in reverse order. */
async function start(
  { config, log, drain }: Pick<Runtime, 'config' | 'log' | 'drain'>,
  stops: Stop[],
) {
  const hasWorker = config.roles.includes('worker');
  const site = siteFor({ isDevelopment, isServed: config.roles.includes('http'), log });
  const tracing = config.tracing ? await openTracing(config.tracing, log) : null;
  if (tracing) stops.push({ part: 'traces', stop: () => tracing.stop() });
  const open = await openDatabase(config);
  stops.push({ part: 'database', stop: () => open.close() });
  await migrateFor(config, open, { log });
  const clock = await startDatabaseClock(open, { log, system: systemClock });
  stops.push({ part: 'clock', stop: () => clock.stop() });
  const journal = createJournal({ log, clock, tracing });
  const given = { config, log, drain, clock, journal };
  const runtime = await createRuntime(given, open, hasWorker);
  stops.push({ part: 'queue', stop: () => runtime.queue.stop() });
  stops.push({ part: 'peers', stop: () => runtime.peers.stop() });
  await open.notices?.start();
  if (open.kind === 'pglite') {
    stops.push({ part: 'commands', stop: await serveLocalCommands(runtime) });
  }
  await seed(runtime, async () => (await import('#sandbox/demo/demo.ts')).demo);

  if (config.roles.includes('http')) {
    const { middleware, stop } = await site;
    stops.push({ part: 'dashboard', stop });
    const sandbox = config.sandbox.any ? await loadSandbox(runtime) : undefined;
    const app = await createApp(runtime, { siteMiddleware: middleware, sandbox });
    stops.push({ part: 'http', stop: () => closeApp(app) });
    await app.listen({ port: config.port, host: config.host }).catch((error) => {
      throw new ConfigError([describeListenProblem(error, config)]);
    });
  } else {
    const app = await createWorkerApp(runtime);
    stops.push({ part: 'http', stop: () => closeApp(app) });
    // A worker does not need the port, which another process may hold.
    await app.listen({ port: config.port, host: config.host }).catch((error) => {
      log.warn(`/health and /metrics are not served: ${describeListenProblem(error, config)}`);
    });
  }
  if (hasWorker) {
    const worker = startWorker(runtime.queue, {
      slots: countSlots(config),
      limitsMs: limitTimes(config),
      handlers: createHandlers(runtime),
      log,
      freesSlots: open.kind === 'postgres',
    });
    const sweep = startSweep(runtime);
    const filler = startFiller(runtime);
    stops.push({
      part: 'worker',
      // Both at once: the sweep may be waiting for Stripe, but running jobs must be handed back in time.
      stop: async () =>
        void (await Promise.all([worker.stop(graceMs), sweep.stop(), filler.stop()])),
    });
  }
  const alerts = startAlerts(runtime);
  stops.push({ part: 'alerts', stop: () => alerts.stop() });
  log.info(describeStart(config, open.kind), 'started');
  if (process.stdout.isTTY) printAddresses(config);
  releaseStartMemory();
}

/**
 * Loading modules leaves hundreds of megabytes of garbage, which an idle process would keep. A busy one collects in any
 * case, and would pause for 0.2 s.
 */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  for (const seconds of [1, 14]) {
    setTimeout(async () => {
      const before = performance.eventLoopUtilization();
      await sleep(1000, undefined, { ref: false });
      const { utilization } = performance.eventLoopUtilization(before);
      if (utilization < idleUtilization) collect({ flavor: 'last-resort' });
    }, seconds * 1000).unref();
  }
}

async function createRuntime(
  {
    config,
    log,
    drain,
    clock,
    journal,
  }: Pick<Runtime, 'config' | 'log' | 'drain' | 'clock' | 'journal'>,
  open: OpenDatabase,
  hasWorker: boolean,
): Promise<Runtime> {
  const { db, notices } = open;
  // Before the queue reads whether it is paused: this waits for a restore that is under way, or makes it fail.
  const secrets = await loadSecrets(db, config.secretKeys);
  const queue = await startQueue(open, { log, clock, hasWorker });
  const peers = createPeers({ notices, log });
  const batches = createRuntimeBatches();
  const fetch = createFetch(config);
  const proxies = createProxies();
  return {
    ...{ config, db, secrets, queue, batches, log, journal, peers, proxies },
    rollCall: joinRollCall(peers, () =>
      describeProcess({ config, db, proxies, clock: systemClock }),
    ),
    changes: createChanges(peers),
    presence: createPresence(peers),
    intake: createIntake({ db, clock }),
    providerMemories: new Map(),
    knowledge: new KnowledgeCache(),
    afterReplies: new Set(),
    fetch,
    files: openFiles(config, { fetch }),
    clock,
    drain,
    mail: createMailer(config.mail, log),
  };
}

async function loadSandbox(runtime: Runtime): Promise<FastifyPluginAsync> {
  const { createSandbox } = await import('#sandbox/sandbox.ts');
  const { config } = runtime;
  const sandbox = await createSandbox({
    publicUrl: config.publicUrl,
    channels: listSandboxedSettings(config),
    ai: config.sandbox.ai,
    stripe: config.sandbox.stripe ? config.stripe : null,
    guard: config.sandbox.guard,
    dataDir: config.dataDir,
    listExperts: () => listSandboxExperts(runtime.db),
    now: () => runtime.clock.now(),
  });
  return sandbox.plugin;
}

/** A call that hangs, such as the one that sends traces, would keep a process that has stopped. */
function leave(log: Logger): void {
  log.info('stopped');
  setTimeout(() => process.exit(), leaveMs).unref();
}

/** Logs the name of a part that fails or hangs, and exits with code 1 then. */
async function stopAll(stops: Stop[], log: Logger): Promise<void> {
  let current = '';
  setTimeout(() => {
    log.error({ part: current }, 'shutdown took too long');
    process.exit(1);
  }, shutdownLimitMs).unref();
  for (const { part, stop } of stops.reverse()) {
    current = part;
    try {
      await stop();
    } catch (error) {
      log.error({ err: error, part }, 'shutdown failed');
      process.exitCode = 1;
    }
  }
}

function describeListenProblem(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Config,
): string {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is in use. Stop what uses it, or set another PORT.`;
  if (code === 'EACCES')
    return `PORT ${port} needs rights that this user doesn't have. Set one above 1023.`;
  return `HOST ${host} can't be listened on: ${message}. Set an address of this machine.`;
}

function fail(problems: string[]): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(1);
}
