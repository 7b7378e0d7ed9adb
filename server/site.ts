import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
export type Site = { middleware: Middleware | undefined; stop: () => Promise<void> };

const root = fileURLToPath(new URL('..', import.meta.url));
const ready: Site = { middleware: undefined, stop: async () => {} };

/** Runs beside the rest of the start, because building takes some seconds. */
export async function siteFor({
  isDevelopment,
  isServed,
  log,
}: {
  isDevelopment: boolean;
  isServed: boolean;
  log: Logger;
}): Promise<Site> {
  if (!isServed) return ready;
  if (isDevelopment) return serveWithReload();
  if (existsSync(`${root}dist/web/index.html`)) return ready;
  log.info('building the dashboard');
  // A separate process frees the build's memory.
  await runForAllUsers([`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'error']);
  return ready;
}

const publicUmask = 0o022;

/** The dashboard is public, unlike the files of DATA_DIR: another user may serve what this one has built. */
export async function runForAllUsers(script: string[]): Promise<void> {
  const ownUmask = process.umask(publicUmask);
  const running = promisify(execFile)(process.execPath, script, { cwd: root });
  process.umask(ownUmask);
  await running;
}

async function serveWithReload(): Promise<Site> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: `${root}vite.config.ts`,
    server: { middlewareMode: true },
    appType: 'spa',
  });
  return { middleware: vite.middlewares, stop: () => vite.close() };
}
