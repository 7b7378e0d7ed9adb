import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { createApp } from '#server/app.ts';
import { createChanges } from '#server/changes.ts';
import { sandboxedSettings } from '#server/channels/index.ts';
import { loadConfig } from '#server/config.ts';
import { createHandlers } from '#server/jobs/handlers.ts';
import { slotsFor } from '#server/jobs/jobs.ts';
import { startQueue } from '#server/jobs/queue.ts';
import { startWorker, type Worker } from '#server/jobs/worker.ts';
import type { Runtime } from '#server/runtime.ts';
import { openTestDatabase } from './database.ts';

export type TestApp = {
  runtime: Runtime;
  app: FastifyInstance;
  sandbox: Sandbox;
  worker: Worker;
  /** Moves our clock and the queue's due times; nothing waits. */
  advance(ms: number): Promise<void>;
  /** Works until no job is due and every status callback has arrived. */
  runUntilIdle(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The product as it runs, on a database of its own and a free port, with the sandbox's gateways and
 * models. Jobs run only when asked to, so that a test can look between the steps.
 *
 * @param databaseUrl another app's database, to be one more process beside it.
 */
export async function startTestApp(
  settings: Record<string, string> = {},
  databaseUrl?: string,
): Promise<TestApp> {
  const open = await openTestDatabase(databaseUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-'));
  const port = await freePort();
  const config = loadConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...(open.url && { DATABASE_URL: open.url }),
    ...settings,
  });
  const log = pino({ level: config.logLevel });
  const clock = createClock();
  const queue = await startQueue(open, { log, hasWorker: false });
  const { db, lanes, notices } = open;
  const runtime: Runtime = {
    config,
    db,
    lanes,
    queue,
    fetch,
    clock,
    log,
    changes: createChanges({ notices, log }),
  };
  await notices?.start();
  const sandbox = await createSandbox({
    publicUrl: config.publicUrl,
    channels: sandboxedSettings(config),
    ai: config.sandbox.ai,
    stripe: config.sandbox.stripe ? config.stripe : null,
    delayMs: 0,
    log,
  });
  const app = await createApp(runtime, { sandbox: sandbox.plugin });
  await app.listen({ port, host: '127.0.0.1' });
  const slots = slotsFor(config);
  const handlers = createHandlers(runtime);
  const worker = startWorker(queue, { slots, handlers, log, polls: false });

  return {
    runtime,
    app,
    sandbox,
    worker,
    async advance(ms) {
      clock.advance(ms);
      await db.execute(
        sql`update pgboss.job set start_after = start_after - ${ms} * interval '1 millisecond'
            where state < 'active'`,
      );
    },
    async runUntilIdle() {
      await worker.runUntilIdle();
      await sandbox.settled();
      await worker.runUntilIdle();
    },
    async close() {
      await worker.stop(0);
      await app.close();
      await sandbox.close();
      await runtime.changes.stop();
      await queue.stop();
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
