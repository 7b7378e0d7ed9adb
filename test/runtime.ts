import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { createApp } from '#server/app.ts';
import { listSandboxedSettings } from '#server/channels/index.ts';
import { loadConfig } from '#server/config.ts';
import { createChanges } from '#server/db/changes.ts';
import type { OpenDatabase } from '#server/db/client.ts';
import { createPeers } from '#server/db/peers.ts';
import { createPresence } from '#server/desk/presence/presence.ts';
import { KnowledgeCache } from '#server/experts/knowledge/finding/knowledge-cache.ts';
import { listSandboxExperts } from '#server/experts/store.ts';
import { createDrain } from '#server/http/drain.ts';
import { countSlots } from '#server/jobs/jobs.ts';
import { startQueue } from '#server/jobs/queue.ts';
import { startWorker, type Worker } from '#server/jobs/worker.ts';
import { createJournal } from '#server/journey/journal/journal.ts';
import { createIntake } from '#server/journey/receive/intake.ts';
import { describeProcess } from '#server/operations/doctor/process-facts.ts';
import { joinRollCall } from '#server/operations/doctor/roll-call.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { openFiles } from '#server/outside/files/open-files.ts';
import { createMailer } from '#server/outside/mail/mailer.ts';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { createProxies } from '#server/outside/proxies.ts';
import { createRuntimeBatches, type Runtime } from '#server/runtime.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** Two apps on one database need the same key. */
const secretKey = randomBytes(32).toString('base64');

export type TestApp = {
  runtime: Runtime;
  /** For commands that open the database themselves; on a server, as another process would. */
  openDatabase: () => Promise<OpenDatabase>;
  app: FastifyInstance;
  sandbox: Sandbox;
  worker: Worker;
  /** Moves the clock for wakeups and limits. */
  advance(ms: number): Promise<void>;
  /** Resolves when no job is due and every status callback has arrived. */
  runUntilIdle(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Jobs run only on request, so that tests can look between the steps. With the URL of another app's
 * `database`, this is its second process; `logTo` gets every level.
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  database?: string | TestDatabase,
  logTo?: Writable,
  postWebhook?: typeof fetch,
): Promise<TestApp> {
  const open = typeof database === 'object' ? database : await openTestDatabase(database);
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-'));
  const port = await freePort();
  const config = loadConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    // The tests' vendors run on this machine.
    ALLOW_PRIVATE_URLS: 'true',
    // All tests share one network, whose accounts have proved nothing.
    QUESTIONS_PER_ADDRESS: '60',
    ...(open.url && { DATABASE_URL: open.url }),
    ...settings,
  });
  const log = logTo ? pino({ level: 'trace' }, logTo) : pino({ level: config.logLevel });
  const clock = createClock();
  const queue = await startQueue(open, { log, clock, hasWorker: false });
  const { db, notices } = open;
  const fetch = createFetch(config);
  const peers = createPeers({ notices, log });
  const proxies = createProxies();
  const runtime: Runtime = {
    config,
    db,
    secrets: await loadSecrets(db, config.secretKeys),
    queue,
    batches: createRuntimeBatches(),
    fetch,
    files: openFiles(config, { fetch }),
    clock,
    log,
    journal: createJournal({ log, clock, tracing: null }),
    peers,
    drain: createDrain(),
    proxies,
    rollCall: joinRollCall(peers, () => describeProcess({ config, db, proxies, clock })),
    changes: createChanges(peers),
    presence: createPresence(peers),
    intake: createIntake({ db, clock }),
    providerMemories: new Map(),
    knowledge: new KnowledgeCache(),
    afterReplies: new Set(),
    mail: createMailer(config.mail, log),
  };
  await notices?.start();
  const sandbox = await createSandbox({
    publicUrl: config.publicUrl,
    channels: listSandboxedSettings(config),
    ai: config.sandbox.ai,
    stripe: config.sandbox.stripe ? config.stripe : null,
    guard: config.sandbox.guard,
    listExperts: () => listSandboxExperts(db),
    delayMs: 0,
    ...(postWebhook && { fetch: postWebhook }),
    log,
    now: () => clock.now(),
  });
  const app = await createApp(runtime, { sandbox: sandbox.plugin });
  await app.listen({ port, host: '127.0.0.1' });
  const slots = countSlots(config);
  const handlers = createHandlers(runtime);
  const worker = startWorker(queue, { slots, handlers, log, polls: false });

  return {
    runtime,
    openDatabase: async () =>
      open.url ? openTestDatabase(open.url) : { ...open, close: async () => {} },
    app,
    sandbox,
    worker,
    async advance(ms) {
      clock.advance(ms);
    },
    async runUntilIdle() {
      // A reply comes before the work after it begins.
      await new Promise(setImmediate);
      await Promise.all(runtime.afterReplies);
      await worker.runUntilIdle();
      await sandbox.waitUntilIdle();
      await worker.runUntilIdle();
    },
    async close() {
      await worker.stop(0);
      await app.close();
      await sandbox.close();
      await runtime.peers.stop();
      queue.stop();
      await open.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function createClock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms: number) {
      ahead += ms;
    },
  };
}
