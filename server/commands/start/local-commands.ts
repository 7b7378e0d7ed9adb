import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { recordBackup } from '#server/access/audit/store.ts';
import { AppError } from '#server/errors.ts';
import { readBackup } from '#server/operations/backup/write-backup.ts';
import { choose, describePause } from '#server/operations/restore/service.ts';
import type { Runtime } from '#server/runtime.ts';
import { restoreChoices } from '#shared/api/restore.ts';

/** Of a socket's address, on every system. */
const maxPathBytes = 103;

const backupRequest = z.object({ passphrase: z.string().nullable() });
const resumeRequest = z.object({ choices: restoreChoices.nullable() });

/**
 * For `npm run admin` while this process holds the embedded database. DATA_DIR is closed to other users of the machine,
 * so only its own user reaches the socket.
 */
export async function serveLocalCommands(runtime: Runtime): Promise<() => Promise<void>> {
  const path = socketIn(runtime.config.dataDir);
  if (!path) {
    runtime.log.warn('The path of DATA_DIR is too long for commands to reach this process');
    return async () => {};
  }
  // Of a killed process: this one holds the folder's lock.
  rmSync(path, { force: true });
  const server = createServer((call, reply) => {
    answer(runtime, call, reply).catch((error) => {
      runtime.log.error({ err: error }, 'a local command failed');
      reply.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function answer(runtime: Runtime, call: IncomingMessage, reply: ServerResponse) {
  const body = await json(call);
  if (call.url === '/backup') {
    const { passphrase } = backupRequest.parse(body);
    const { db, files, clock, config } = runtime;
    const keys = { secretKeys: config.secretKeys, backupPassphrase: passphrase };
    return pipeline(readBackup({ db, files, keys, now: clock.now() }), reply);
  }
  if (call.url === '/backed-up') {
    await recordBackup(runtime.db, runtime.clock.now());
    return reply.end();
  }
  const { choices } = resumeRequest.parse(body);
  try {
    const pause = choices ? await choose(runtime, choices, null) : await describePause(runtime);
    if (choices && !pause) runtime.queue.wakeAll();
    reply.end(JSON.stringify({ pause }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reply.writeHead(error.status).end(JSON.stringify({ message: error.message }));
  }
}

/** Null if no process serves the folder's database. */
export function callLocally(
  dataDir: string,
  path: '/backup' | '/backed-up' | '/resume',
  body: object,
): Promise<IncomingMessage | null> {
  const socketPath = socketIn(dataDir);
  if (!socketPath) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    request({ socketPath, path, method: 'POST' }, resolve)
      .on('error', ({ code, message }: NodeJS.ErrnoException) => {
        if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(null);
        else reject(new Error(message));
      })
      .end(JSON.stringify(body));
  });
}

function socketIn(dataDir: string): string | null {
  const path = join(dataDir, 'commands.sock');
  const [shortest = path] = [path, relative('.', path)].sort((a, b) => a.length - b.length);
  return Buffer.byteLength(shortest) <= maxPathBytes ? shortest : null;
}
